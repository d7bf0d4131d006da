/** First path segments that the tracker answers itself, now or later. */
const RESERVED = new Set([
  'c',
  'i',
  'e',
  'o',
  'p',
  't',
  'v',
  'v1',
  'postback',
  'robots',
  'health',
  'live',
  'ready',
  'internal',
]);

export const isReservedAlias = (alias: string): boolean => RESERVED.has(alias);
