import type { FieldRun } from './column-writers.ts';

/** Half a megabyte: as much as 3,000 clicks need. */
const PAGE_NUMBERS = 128 * 1024;
const SPARE_MAX = 64;
const spare: Uint32Array<ArrayBuffer>[] = [];

/** Where the fields of many rows stand, the same number for each row. In pages, which are used again. */
export class RowBounds {
  readonly #pages: Uint32Array<ArrayBuffer>[] = [];
  #page = new Uint32Array(0);
  /** Where the next row goes in the last page. */
  #next = 0;
  #stride = 0;
  #rowsOfPage = 0;

  add(bounds: Uint32Array): void {
    if (this.#next + bounds.length > this.#page.length) this.#turn(bounds.length);
    this.#page.set(bounds, this.#next);
    this.#next += bounds.length;
  }

  #turn(stride: number): void {
    this.#page = spare.pop() ?? new Uint32Array(PAGE_NUMBERS);
    this.#pages.push(this.#page);
    this.#next = 0;
    this.#stride = stride;
    this.#rowsOfPage = Math.floor(PAGE_NUMBERS / stride);
  }

  of(row: number): Uint32Array {
    const place = this.#placeOf(row);
    return this.#pageOf(row).subarray(place, place + this.#stride);
  }

  startOf(row: number): number {
    return this.#pageOf(row)[this.#placeOf(row)] as number;
  }

  endOf(row: number): number {
    return (this.#pageOf(row)[this.#placeOf(row) + this.#stride - 1] as number) - 1;
  }

  /** The row with which the page of this one is over. */
  pageEndOf(row: number): number {
    return row - (row % this.#rowsOfPage) + this.#rowsOfPage;
  }

  runFrom(row: number): Omit<FieldRun, 'bytes'> {
    return {
      bounds: this.#pageOf(row),
      first: this.#placeOf(row),
      stride: this.#stride,
      columns: this.#stride - 1,
    };
  }

  release(): void {
    for (const page of this.#pages.splice(0)) if (spare.length < SPARE_MAX) spare.push(page);
    this.#page = new Uint32Array(0);
    this.#next = 0;
  }

  #pageOf(row: number): Uint32Array<ArrayBuffer> {
    return this.#pages[Math.floor(row / this.#rowsOfPage)] as Uint32Array<ArrayBuffer>;
  }

  #placeOf(row: number): number {
    return (row % this.#rowsOfPage) * this.#stride;
  }
}
