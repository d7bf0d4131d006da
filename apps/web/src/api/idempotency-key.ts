/** A name for a request that must not happen twice. Made of plain random bytes: the shorter way exists on secure pages only. */
export const newIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
