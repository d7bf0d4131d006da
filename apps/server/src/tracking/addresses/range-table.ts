import type { AddressRange } from '@poklik/domain/ip/ip-range';

/**
 * Address ranges of one family, split into intervals that do not overlap, so that a binary search finds the deciding
 * range. In typed arrays, because it is searched on every click.
 */
export interface RangeTable {
  /** 32-bit words per address. */
  width: number;
  /** Start of each interval; it ends where the next one starts. */
  starts: Uint32Array;
  /** Index of the deciding range of each interval; -1 for none. */
  deciders: Int32Array;
}

/** Which of two nested ranges decides. */
export type PickRange = (outer: number, inner: number) => number;

interface Open {
  last: readonly number[];
  decider: number;
}

/** CIDR blocks are nested or disjoint, so a stack of open ones is enough. */
export function buildRangeTable(width: number, ranges: readonly AddressRange[], decide: PickRange): RangeTable {
  const order = ranges.map((_, place) => place).sort((a, b) => compareRanges(rangeAt(ranges, a), rangeAt(ranges, b)));
  const starts: number[] = [];
  const deciders: number[] = [];
  const open: Open[] = [];

  const begin = (at: readonly number[], decider: number) => {
    const isSame = deciders.length > 0 && compare(starts, starts.length - width, at) === 0;
    if (isSame) deciders[deciders.length - 1] = decider;
    else {
      starts.push(...at);
      deciders.push(decider);
    }
  };
  const close = (before: readonly number[] | undefined) => {
    for (let top = open.at(-1); top && (!before || compare(top.last, 0, before) < 0); top = open.at(-1)) {
      open.pop();
      const next = nextAddress(top.last);
      if (next) begin(next, open.at(-1)?.decider ?? -1);
    }
  };
  for (const place of order) {
    const { first, last } = rangeAt(ranges, place);
    close(first);
    const outer = open.at(-1);
    const decider = outer ? decide(outer.decider, place) : place;
    open.push({ last, decider });
    begin(first, decider);
  }
  close(undefined);
  return { width, starts: Uint32Array.from(starts), deciders: Int32Array.from(deciders) };
}

/** The index of the range that decides about an address; -1 if none contains it. */
export function findInRanges(table: RangeTable, words: readonly number[]): number {
  const { width, starts, deciders } = table;
  let low = 0;
  let high = deciders.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compare(starts, middle * width, words) > 0) high = middle;
    else low = middle + 1;
  }
  return low === 0 ? -1 : (deciders[low - 1] as number);
}

const rangeAt = (ranges: readonly AddressRange[], place: number): AddressRange => ranges[place] as AddressRange;

/** By start, widest first. */
const compareRanges = (a: AddressRange, b: AddressRange): number =>
  compare(a.first, 0, b.first) || -compare(a.last, 0, b.last);

function compare(list: ArrayLike<number>, at: number, words: readonly number[]): number {
  for (let index = 0; index < words.length; index += 1) {
    const difference = (list[at + index] as number) - (words[index] as number);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** The next address; undefined after the last. */
function nextAddress(words: readonly number[]): number[] | null {
  const next = [...words];
  for (let index = next.length - 1; index >= 0; index -= 1) {
    if (next[index] !== 0xffff_ffff) {
      next[index] = (next[index] as number) + 1;
      return next;
    }
    next[index] = 0;
  }
  return null;
}
