/** The buffer, or a larger one with the same beginning if so many bytes more have no room in it. */
export function withRoom(bytes: Buffer<ArrayBuffer>, length: number, needed: number): Buffer<ArrayBuffer> {
  if (length + needed <= bytes.length) return bytes;
  const larger = Buffer.allocUnsafe(Math.max(bytes.length * 2, length + needed));
  bytes.copy(larger, 0, 0, length);
  return larger;
}
