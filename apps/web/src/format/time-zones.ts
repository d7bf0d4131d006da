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

/** Every zone that the browser knows, with its offset now; `kept` stays even if the browser does not know it. */
export function timeZoneChoices(kept: string, now: Date): TimeZoneChoice[] {
  const zones = new Set([...Intl.supportedValuesOf('timeZone').map(renamed), 'UTC']);
  const choices = [...zones]
    .sort()
    .map((zone) => ({ value: zone, label: zone === 'UTC' ? zone : `${zone}, ${offsetOf(zone, now)}` }));
  return zones.has(kept) ? choices : [{ value: kept, label: kept }, ...choices];
}
