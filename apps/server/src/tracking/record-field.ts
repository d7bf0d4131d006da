// Control characters and halves of surrogate pairs have no business in a record.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const UNWANTED = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\ud800-\udfff]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g;

/** A stranger's text as it is kept: no longer than agreed and without control characters. */
export function cleanText(text: string, max: number): string {
  if (text === '') return text;
  const short = text.length > max ? text.slice(0, max) : text;
  return UNWANTED.test(short) ? short.toWellFormed().replace(CONTROLS, '') : short;
}

/** Clean text as one field of a tab-separated record, with the backslash as ClickHouse reads it. */
export const escapeField = (text: string): string => (text.includes('\\') ? text.replaceAll('\\', '\\\\') : text);

export const fieldOf = (text: string, max: number): string => escapeField(cleanText(text, max));
