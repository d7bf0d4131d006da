const ISO = /^(\d{4})-(\d{1,2})-(\d{1,2})$/;
const SEPARATED = /^(\d{1,2})\s*[./\- ]\s*(\d{1,2})\s*[./\- ]\s*(\d{4}|\d{2})$/;
/** Number pads of phones have no separators. */
const DIGITS = /^(\d{2})(\d{2})(\d{4})$/;
const TIME = /^(.+?)[\s,T]+(\d{1,2})[:.](\d{2})$/;
const DIGITS_WITH_TIME = /^(\d{8})\s*(\d{2})(\d{2})$/;

const padded = (number: number): string => String(number).padStart(2, '0');

/** `2026-11-15` of a date typed day first, as in all our languages, or of an ISO date; null while it isn't one. */
export function readTypedDay(typed: string, { allowShortYear = false } = {}): string | null {
  const text = typed.trim();
  const iso = ISO.exec(text);
  const [, year = '', month, day] = iso ?? reversed(SEPARATED.exec(text) ?? DIGITS.exec(text)) ?? [];
  if (year.length !== 4 && !(allowShortYear && year.length === 2)) return null;
  const numbers = [Number(year.length === 2 ? `20${year}` : year), Number(month), Number(day)] as const;
  const date = new Date(Date.UTC(numbers[0], numbers[1] - 1, numbers[2]));
  const isReal = numbers[0] >= 1000 && date.getUTCMonth() === numbers[1] - 1 && date.getUTCDate() === numbers[2];
  return isReal ? `${numbers[0]}-${padded(numbers[1])}-${padded(numbers[2])}` : null;
}

const reversed = (match: RegExpExecArray | null) => match && [match[0], match[3], match[2], match[1]];

/** `2026-11-15T09:30`; midnight when only a date is typed. */
export function readTypedDateTime(typed: string, options: { allowShortYear?: boolean } = {}): string | null {
  const text = typed.trim();
  const [, date = text, hour = '0', minute = '0'] = TIME.exec(text) ?? DIGITS_WITH_TIME.exec(text) ?? [];
  const day = readTypedDay(date, options);
  if (day === null || Number(hour) > 23 || Number(minute) > 59) return null;
  return `${day}T${padded(Number(hour))}:${padded(Number(minute))}`;
}
