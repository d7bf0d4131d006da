import { viewOf, withRoom } from './byte-runs.ts';
import type { Row } from './row-batch.ts';

const [TAB, NEW_LINE, BACKSLASH] = [9, 10, 92];
const FIRST_BYTES = 64 * 1024;
const SLACK_BYTES = 4;

/**
 * Some rows with their fields told apart, so that a column can be made of them in one go: the values stand one after the
 * other, with nothing between them.
 */
export class FieldPage {
  readonly columns: number;
  readonly #rowsMax: number;
  bytes = viewOf(Buffer.allocUnsafe(FIRST_BYTES));
  /** Field `row * columns + column` begins there, and the next one where it ends. */
  readonly bounds: Uint32Array;
  rows = 0;
  readonly #head = new LastView();
  readonly #record = new LastView();

  constructor(columns: number, rowsMax: number) {
    this.columns = columns;
    this.#rowsMax = rowsMax;
    this.bounds = new Uint32Array(columns * rowsMax + 1);
  }

  get isFull(): boolean {
    return this.rows === this.#rowsMax;
  }

  clear(): void {
    this.rows = 0;
  }

  /** False if the row has more or fewer fields than there are columns, or writes a character in a way of its own. */
  add({ head, headEnd, bytes, start, end }: Row): boolean {
    const first = this.rows * this.columns;
    const last = first + this.columns;
    this.bytes = withRoom(this.bytes, this.bounds[first] as number, headEnd + end - start + SLACK_BYTES);
    // What stands in front ends with a tab itself.
    const next = this.#take(this.#head.of(head), 0, headEnd, first, last);
    if (next === -1 || this.#take(this.#record.of(bytes), start, end, next, last) !== last - 1) return false;
    this.rows += 1;
    return true;
  }

  /** Takes fields from `field` on; the last one ends with the text. Returns which one that is, or -1. */
  #take(text: DataView, start: number, end: number, field: number, fieldsEnd: number): number {
    const { bytes, bounds } = this;
    let to = bounds[field] as number;
    let at = start;
    while (at < end) {
      if (at + 4 <= end) {
        // All four are put there; what follows the plain ones is written over.
        const four = text.getInt32(at, true);
        bytes.setInt32(to, four, true);
        const plain = plainOf(four);
        at += plain;
        to += plain;
        if (plain === 4) continue;
      }
      const character = text.getUint8(at++);
      if (character === TAB) {
        field += 1;
        if (field >= fieldsEnd) return -1;
        bounds[field] = to;
      } else if (character > NEW_LINE && character !== BACKSLASH) bytes.setUint8(to++, character);
      else if (character === BACKSLASH && at < end && text.getUint8(at) === BACKSLASH) {
        bytes.setUint8(to++, character);
        at += 1;
      } else return -1;
    }
    bounds[field + 1] = to;
    return field;
  }
}

/** Very often a row stands in the same memory as the one before it. */
class LastView {
  #bytes = Buffer.alloc(0);
  #view = viewOf(this.#bytes);

  of(bytes: Buffer): DataView {
    if (bytes !== this.#bytes) {
      this.#bytes = bytes as Buffer<ArrayBuffer>;
      this.#view = viewOf(bytes);
    }
    return this.#view;
  }
}

/** How many of four characters, from the first on, are neither backslashes nor control characters up to the new line. */
function plainOf(four: number): number {
  const slashed = four ^ 0x5c5c5c5c;
  const special = (((four - 0x0b0b0b0b) & ~four) | ((slashed - 0x01010101) & ~slashed)) & 0x80808080;
  return special === 0 ? 4 : (31 - Math.clz32(special & -special)) >>> 3;
}
