/** Local time in a time zone as `2026-12-01T09:30`, for input fields. */
export function wallTime(iso: string, timezone: string): string {
  const shown = format(timezone).formatToParts(new Date(iso));
  const part = Object.fromEntries(shown.map(({ type, value }) => [type, value]));
  return `${part.year}-${part.month}-${part.day}T${part.hour}:${part.minute}`;
}

/** The instant of a local time; null when invalid. A time in a skipped hour moves by an hour. */
export function momentAt(wall: string, timezone: string): string | null {
  const asUtc = Date.parse(`${wall}:00.000Z`);
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(wall) || Number.isNaN(asUtc)) return null;
  const offsetAt = (moment: number) =>
    Date.parse(`${wallTime(new Date(moment).toISOString(), timezone)}:00.000Z`) - moment;
  const first = asUtc - offsetAt(asUtc);
  // Around a DST change the first offset may be the one from the other side.
  return new Date(asUtc - offsetAt(first)).toISOString();
}

const format = (timezone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en-CA', {
    timeZone: timezone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
