/** A record in memory. One object may be reused for many. */
export interface ByteRange {
  bytes: Buffer;
  start: number;
  end: number;
}

const [TAB, BACKSLASH, ZERO] = [9, 92, 48];

/** The fields of a record, which are separated by tabs. Reused for all records of a table, to keep garbage low. */
export class RecordFields {
  bytes = Buffer.alloc(0);
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;

  constructor(fieldCount: number) {
    this.starts = new Uint32Array(fieldCount);
    this.ends = new Uint32Array(fieldCount);
  }

  /** Fields that are missing, as in records of older releases, are empty; extra ones are left out. */
  split({ bytes, start, end }: ByteRange): void {
    const { starts, ends } = this;
    this.bytes = bytes as Buffer<ArrayBuffer>;
    let field = 0;
    let fieldStart = start;
    let hasEscapes = false;
    for (let at = start; at < end && field < starts.length; at += 1) {
      const byte = bytes[at];
      if (byte === BACKSLASH) hasEscapes = true;
      if (byte !== TAB) continue;
      starts[field] = fieldStart;
      ends[field] = at;
      field += 1;
      fieldStart = at + 1;
    }
    for (; field < starts.length; field += 1) {
      starts[field] = fieldStart;
      ends[field] = end;
      fieldStart = end;
    }
    if (hasEscapes) this.#unescape();
  }

  /** A number that JavaScript can hold exactly; 0 if the field is something else. */
  number(field: number): number {
    let value = 0;
    for (let at = this.starts[field] as number; at < (this.ends[field] as number); at += 1) {
      const digit = (this.bytes[at] as number) - ZERO;
      if (digit < 0 || digit > 9) return 0;
      value = value * 10 + digit;
    }
    return value <= Number.MAX_SAFE_INTEGER ? value : 0;
  }

  /** The tracker writes each backslash twice. */
  #unescape(): void {
    const texts = Array.from(this.starts, (start, field) =>
      this.bytes.toString('latin1', start, this.ends[field]).replaceAll('\\\\', '\\'),
    );
    this.bytes = Buffer.from(texts.join(''), 'latin1');
    let end = 0;
    for (const [field, text] of texts.entries()) {
      this.starts[field] = end;
      end += text.length;
      this.ends[field] = end;
    }
  }
}
