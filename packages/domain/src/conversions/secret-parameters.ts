const SECRETS = /(^|&)(key|sig|token|secret|password|api_?key)=[^&]*/gi;
const MASK = '***';

/** A query as it may be kept and shown: who reads it learns no secret. */
export const maskSecrets = (query: string): string => query.replace(SECRETS, `$1$2=${MASK}`);

export interface SignedQuery {
  /** What was signed: everything before the signature. */
  text: string;
  signature: string;
  /** Seconds since 1970, as the sender says. */
  at: number;
}

/** The signature is the last parameter, so that nothing that follows it could be slipped in. Null when there is none that can be checked. */
export function splitSignature(query: string): SignedQuery | null {
  const parts = /^(.*)&sig=([0-9a-f]{64})$/is.exec(query);
  if (!parts) return null;
  const [, text = '', signature = ''] = parts;
  const times = [...text.matchAll(/(?:^|&)ts=(\d{1,12})(?=&|$)/g)];
  if (times.length !== 1 || /(^|&)sig=/i.test(text)) return null;
  return { text, signature: signature.toLowerCase(), at: Number(times[0]?.[1]) };
}

const SIGNATURE_SECONDS = 300;

/** A signature is good for five minutes in either direction: clocks differ, and an old request must not be replayed. */
export const isFresh = (signedAtSeconds: number, nowMs: number): boolean =>
  Math.abs(nowMs / 1000 - signedAtSeconds) <= SIGNATURE_SECONDS;
