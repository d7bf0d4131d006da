// Control characters and lone surrogates must not get into a record.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\ud800-\udfff]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g;

/** Untrusted text, shortened and without control characters. */
export function cleanText(text: string, max: number): string {
  if (text === '') return text;
  const short = text.length > max ? text.slice(0, max) : text;
  return UNSAFE.test(short) ? short.toWellFormed().replace(CONTROLS, '') : short;
}

/** Clean text as a field of a tab-separated record, with backslashes escaped for ClickHouse. */
export const escapeField = (text: string): string => (text.includes('\\') ? text.replaceAll('\\', '\\\\') : text);

export const toField = (text: string, max: number): string => escapeField(cleanText(text, max));
