const SECRETS = /(^|&)(key|sig|token|secret|password|api_?key)=[^&]*/gi;
const MASK = '***';

/** The query with secrets masked, for storage and display; `more` names another one. */
export function maskSecrets(query: string, more = ''): string {
  const masked = query.replace(SECRETS, `$1$2=${MASK}`);
  if (more === '') return masked;
  const parts = masked.split('&').map((part) => (part.startsWith(`${more}=`) ? `${more}=${MASK}` : part));
  return parts.join('&');
}

export interface SignedQuery {
  /** The signed part: everything before the signature. */
  text: string;
  signature: string;
  /** Unix seconds from the sender. */
  at: number;
}

/** The signature must be the last parameter, so nothing can be appended. Null without a valid one. */
export function splitSignature(query: string): SignedQuery | null {
  const parts = /^(.*)&sig=([0-9a-f]{64})$/is.exec(query);
  if (!parts) return null;
  const [, text = '', signature = ''] = parts;
  const times = [...text.matchAll(/(?:^|&)ts=(\d{1,12})(?=&|$)/g)];
  if (times.length !== 1 || /(^|&)sig=/i.test(text)) return null;
  return { text, signature: signature.toLowerCase(), at: Number(times[0]?.[1]) };
}

const SIGNATURE_SECONDS = 300;

/**
 * Signatures are valid for five minutes in either direction, because clocks differ and old requests must not be
 * replayed.
 */
export const isFresh = (signedAtSeconds: number, nowMs: number): boolean =>
  Math.abs(nowMs / 1000 - signedAtSeconds) <= SIGNATURE_SECONDS;
