const FORMATS_MAX = 1_000;
const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * Formatter for local time; throws for an unknown time zone. Formatters are slow to create, so they are cached. The
 * cache is limited because a name can be spelled in many ways.
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

/** Whether the runtime supports this IANA time zone. */
export function isTimezone(name: string): boolean {
  try {
    return /^[A-Za-z]/.test(name) && clockFormat(name).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
