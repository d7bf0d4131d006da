import { copyRun, viewOf, withRoom } from './byte-runs.ts';
import type { FieldRun } from './column-writers.ts';

const [TAB, ZERO] = [9, 48];
const FIRST_BYTES = 16 * 1024;
/** As many as a number of JavaScript has digits, and a tab. */
const NUMBER_BYTES = 17;

/** The fields in front of some records: the segment, the place in it, and perhaps a mark. */
export class RowHeads {
  readonly #bounds: Uint32Array;
  #bytes = viewOf(Buffer.allocUnsafe(FIRST_BYTES));
  #segment = this.#bytes;
  #end = 0;
  #fields = 0;

  constructor(rowsMax: number) {
    this.#bounds = new Uint32Array(rowsMax * 3 + 1);
  }

  /** Begins anew, with rows of this segment. */
  begin(segment: string): void {
    this.#segment = viewOf(Buffer.from(`${segment}\t`));
    this.#fields = 0;
    this.#end = 0;
  }

  add(offset: number, mark?: 0 | 1): void {
    const name = this.#segment;
    this.#bytes = withRoom(this.#bytes, this.#end, name.byteLength + NUMBER_BYTES * 2);
    this.#endField(copyRun(name, 0, name.byteLength, this.#bytes, this.#end));
    this.#addNumber(offset);
    if (mark !== undefined) this.#addNumber(mark);
  }

  /** What was added, until it begins anew. */
  run(rows: number): FieldRun {
    return {
      bytes: this.#bytes,
      bounds: this.#bounds,
      first: 0,
      columns: this.#fields / rows,
      stride: this.#fields / rows,
    };
  }

  #addNumber(value: number): void {
    let end = this.#end + 1;
    for (let rest = value; rest >= 10; rest = Math.floor(rest / 10)) end += 1;
    let rest = value;
    for (let at = end - 1; at >= this.#end; at -= 1) {
      const tenth = Math.floor(rest / 10);
      this.#bytes.setUint8(at, ZERO + rest - tenth * 10);
      rest = tenth;
    }
    this.#bytes.setUint8(end, TAB);
    this.#endField(end + 1);
  }

  #endField(end: number): void {
    this.#end = end;
    this.#fields += 1;
    this.#bounds[this.#fields] = end;
  }
}
