// Runs of bytes, four at a time: a byte by itself takes JavaScript nearly as long as four of them.

/** Copies a run; the target has room for it. Returns where it ends there. */
export function copyRun(from: DataView, start: number, end: number, into: DataView, at: number): number {
  const wholeEnd = end - 3;
  let own = start;
  let to = at;
  for (; own < wholeEnd; own += 4, to += 4) into.setInt32(to, from.getInt32(own, true), true);
  for (; own < end; own += 1, to += 1) into.setUint8(to, from.getUint8(own));
  return to;
}

/** Whether as many bytes stand in the other view from there on. */
export function isSameRun(one: DataView, start: number, end: number, other: DataView, at: number): boolean {
  const wholeEnd = end - 3;
  let own = start;
  let its = at;
  for (; own < wholeEnd; own += 4, its += 4) if (one.getInt32(own, true) !== other.getInt32(its, true)) return false;
  for (; own < end; own += 1, its += 1) if (one.getUint8(own) !== other.getUint8(its)) return false;
  return true;
}

/** A number that tells runs apart well enough for a table. */
export function hashRun(bytes: DataView, start: number, end: number): number {
  const wholeEnd = end - 3;
  let hash = end - start;
  let at = start;
  for (; at < wholeEnd; at += 4) hash = mixed(hash, bytes.getInt32(at, true));
  for (; at < end; at += 1) hash = mixed(hash, bytes.getUint8(at));
  return hash ^ (hash >>> 15);
}

function mixed(hash: number, bits: number): number {
  const product = Math.imul(hash ^ bits, 0x9e3779b1);
  return product ^ (product >>> 16);
}

/** The same memory to be read in larger pieces. */
export const viewOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView): DataView =>
  new DataView(buffer, byteOffset, byteLength);

/** The view, or one of more memory with the same beginning if so many bytes more have no room in it. */
export function withRoom(view: DataView, length: number, needed: number): DataView {
  if (length + needed <= view.byteLength) return view;
  const larger = viewOf(Buffer.allocUnsafe(Math.max(view.byteLength * 2, length + needed)));
  copyRun(view, 0, length, larger, 0);
  return larger;
}
