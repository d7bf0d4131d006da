import { viewOf } from './byte-runs.ts';

const [TAB, NEW_LINE, BACKSLASH] = [9, 10, 92];
const ZERO = 48;

/** Where the fields of a record stand in the memory it was read into. One object serves all records of a kind. */
export class RecordFields {
  readonly #columns: number;
  /** Field `column` begins there, and ends one character before the next one begins. */
  readonly bounds: Uint32Array;
  #bytes = Buffer.alloc(0);
  #view = viewOf(this.#bytes);

  constructor(columns: number) {
    this.#columns = columns;
    this.bounds = new Uint32Array(columns + 1);
  }

  /**
   * Finds the tabs between the fields, four characters at a time. True if there are as many fields as columns and all
   * characters stand for themselves.
   */
  find(bytes: Buffer, start: number, end: number): boolean {
    const { bounds } = this;
    const view = this.#viewOf(bytes);
    const wholeEnd = end - 3;
    let isPlain = true;
    let field = 0;
    let at = start;
    bounds[0] = start;
    for (; at < wholeEnd; at += 4) {
      const four = view.getInt32(at, true);
      for (let marks = marksOf(four); marks !== 0; marks &= marks - 1) {
        const place = (31 - Math.clz32(marks & -marks)) >>> 3;
        const character = (four >>> (place * 8)) & 0xff;
        if (character === TAB) bounds[++field] = at + place + 1;
        else if (!isItself(character)) isPlain = false;
      }
    }
    for (; at < end; at += 1) {
      const character = view.getUint8(at);
      if (character === TAB) bounds[++field] = at + 1;
      else if (!isItself(character)) isPlain = false;
    }
    bounds.fill(end + 1, field + 1);
    bounds[this.#columns] = end + 1;
    return isPlain && field === this.#columns - 1;
  }

  /** Of a field of digits; one that is not there counts as 0. */
  number(column: number): number {
    const end = this.#endOf(column);
    let value = 0;
    for (let at = this.bounds[column] as number; at < end; at += 1) value = value * 10 + this.#view.getUint8(at) - ZERO;
    return value;
  }

  each(column: number, onCharacter: (character: number) => void): void {
    const end = this.#endOf(column);
    for (let at = this.bounds[column] as number; at < end; at += 1) onCharacter(this.#view.getUint8(at));
  }

  #endOf(column: number): number {
    return (this.bounds[column + 1] as number) - 1;
  }

  /** Very often a record stands in the same memory as the one before it. */
  #viewOf(bytes: Buffer): DataView {
    if (bytes !== this.#bytes) {
      this.#bytes = bytes as Buffer<ArrayBuffer>;
      this.#view = viewOf(bytes);
    }
    return this.#view;
  }
}

/** The engine reads other control characters and what follows a backslash in its own way. */
const isItself = (character: number): boolean => character > NEW_LINE && character !== BACKSLASH;

/**
 * A bit for each of four characters that is a backslash or a control character up to the new line. One behind such a
 * character may have it, too, without being one.
 */
function marksOf(four: number): number {
  const slashed = four ^ 0x5c5c5c5c;
  return (((four - 0x0b0b0b0b) & ~four) | ((slashed - 0x01010101) & ~slashed)) & 0x80808080;
}
