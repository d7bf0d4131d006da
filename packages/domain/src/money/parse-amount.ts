/**
 * Parses a typed amount: `1 284,40`, `1,284.40` and `1284.4` are the same. The last separator is the decimal one,
 * unless it occurs several times. Anything that is not an amount is returned as typed.
 */
export function parseAmount(written: string): string {
  const text = written.replace(/[\s'’]/gu, '');
  if (!/^\d[\d.,]*$/.test(text)) return written.trim();
  const last = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','));
  const sign = text[last];
  if (sign === undefined) return trimmed(text, '');
  const isGrouping = text.indexOf(sign) !== last;
  return isGrouping
    ? trimmed(text.replace(/[.,]/g, ''), '')
    : trimmed(text.slice(0, last).replace(/[.,]/g, ''), text.slice(last + 1));
}

const trimmed = (whole: string, fraction: string): string => {
  const digits = whole.replace(/^0+(?=\d)/, '');
  return fraction === '' ? digits : `${digits}.${fraction}`;
};
