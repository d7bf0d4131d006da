const FIRST_BYTES = 1024;
/** Of a string's length, seven bits per byte. */
const LENGTH_BYTES = 5;
/** Below this, copying byte by byte is faster than a call. */
const SHORT_BYTES = 32;

/** A column of strings in ClickHouse's Native format. */
export class TextColumn {
  #bytes = Buffer.allocUnsafe(FIRST_BYTES);
  #length = 0;

  add(from: Buffer, start: number, end: number): void {
    const bytes = this.#withRoom(end - start + LENGTH_BYTES);
    let to = this.#length;
    let rest = end - start;
    for (; rest >= 0x80; rest >>>= 7) bytes[to++] = (rest & 0x7f) | 0x80;
    bytes[to++] = rest;
    if (end - start < SHORT_BYTES) for (let at = start; at < end; at += 1) bytes[to++] = from[at] as number;
    else to += from.copy(bytes, to, start, end);
    this.#length = to;
  }

  bytes(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  #withRoom(bytes: number): Buffer {
    if (this.#length + bytes > this.#bytes.length) {
      const grown = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#length + bytes));
      this.#bytes.copy(grown, 0, 0, this.#length);
      this.#bytes = grown;
    }
    return this.#bytes;
  }
}

/** As in the Native format: seven bits per byte, the lowest first. */
export function encodeLength(length: number): Buffer {
  const bytes: number[] = [];
  let rest = length;
  for (; rest >= 0x80; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80);
  return Buffer.of(...bytes, rest);
}

export function encodeText(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([encodeLength(bytes.length), bytes]);
}
