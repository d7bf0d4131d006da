export interface TimeZoneChoice {
  value: string;
  /** "Europe/Kyiv, UTC+02:00" */
  label: string;
}

/** Browsers that know only the old spelling still offer the one that is stored. */
const RENAMED: Record<string, string> = { 'Europe/Kiev': 'Europe/Kyiv', 'Asia/Calcutta': 'Asia/Kolkata' };

export const currentTimeZone = (): string => renamed(Intl.DateTimeFormat().resolvedOptions().timeZone);

const renamed = (zone: string): string => RENAMED[zone] ?? zone;

const offsetOf = (zone: string, now: Date): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeZoneName: 'longOffset' })
    .formatToParts(now)
    .find(({ type }) => type === 'timeZoneName')
    ?.value.replace('GMT', 'UTC') ?? '';

/** A zone with its offset at that moment; one that the browser does not know has none. */
export function timeZoneChoice(zone: string, now: Date): TimeZoneChoice {
  try {
    return { value: zone, label: zone === 'UTC' ? zone : `${zone}, ${offsetOf(zone, now)}` };
  } catch {
    return { value: zone, label: zone };
  }
}

/** Every zone that the browser knows. */
export const timeZones = (): string[] =>
  [...new Set([...Intl.supportedValuesOf('timeZone').map(renamed), 'UTC'])].sort();
