import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { NetworkSignature } from '@poklik/contract/networks';
import { isFresh, splitSignature } from '@poklik/domain/conversions/secret-parameters';

/** Whether the text ends with a fresh signature made with the key. */
export function isSigned(text: string, key: string, now: number): boolean {
  const signed = splitSignature(text);
  if (!signed || !isFresh(signed.at, now)) return false;
  return isEqual(signed.signature, createHmac('sha256', key).update(signed.text).digest('hex'));
}

/** Whether a network's own signature over the values of some parameters is right. */
export function hasNetworkSignature(
  { scheme, algorithm, parameter, fields, separator, secret = '' }: NetworkSignature,
  values: URLSearchParams,
): boolean {
  const parts = fields.map((name) => values.get(name) ?? '');
  const wanted =
    scheme === 'hmac'
      ? createHmac(algorithm, secret).update(parts.join(separator)).digest('hex')
      : createHash(algorithm)
          .update([...parts, secret].join(separator))
          .digest('hex');
  return isEqual((values.get(parameter) ?? '').toLowerCase(), wanted);
}

/** Constant-time comparison. */
export function isEqual(given: string, wanted: string): boolean {
  const digest = (text: string) => createHmac('sha256', 'compare').update(text).digest();
  return timingSafeEqual(digest(given), digest(wanted));
}
