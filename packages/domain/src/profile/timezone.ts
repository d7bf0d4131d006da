const FORMATS_MAX = 1_000;
const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * Tells the wall clock of a time zone, or throws where there is none of that name. Making one takes long, so they are
 * cached; but names can be spelled in many ways, so the cache is limited.
 */
export function clockFormat(timezone: string): Intl.DateTimeFormat {
  const known = formats.get(timezone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-CA', {
    timeZone: timezone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
  });
  if (formats.size >= FORMATS_MAX) formats.clear();
  formats.set(timezone, made);
  return made;
}

/** An IANA time-zone name that this runtime can compute with. */
export function isTimezone(name: string): boolean {
  try {
    return /^[A-Za-z]/.test(name) && clockFormat(name).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
