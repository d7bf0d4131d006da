import { bitMask, formatAddress, parseAddress } from './ip-address.ts';

/** The first and last address of a CIDR block, as words. */
export interface AddressRange {
  first: readonly number[];
  last: readonly number[];
  prefix: number;
}

/** An address or CIDR block as numbers, so a lookup is a comparison. IPv4 is mapped to ::ffff:a.b.c.d. */
export interface IpRange {
  from: bigint;
  to: bigint;
  /** Normalized: the network address, and the prefix length unless it is a single address. */
  text: string;
  family: 4 | 6;
  prefix: number;
}

const V4_OFFSET = 0xffff_0000_0000n;
const MAPPED_BITS = 96;

/** Parses an address or a CIDR block; null if invalid. */
export function parseRange(text: string): AddressRange | null {
  const [written = '', length, ...rest] = text.split('/');
  // A block has no zone.
  const address = written.includes('%') || rest.length > 0 ? null : parseAddress(written);
  if (address === null) return null;
  const { words } = address;
  const width = words.length * 32;
  if (length !== undefined && !/^\d{1,3}$/.test(length)) return null;
  // The prefix of an IPv4-mapped IPv6 address counts from its first bit.
  const unmapped = words.length === 1 && written.includes(':') ? MAPPED_BITS : 0;
  const prefix = length === undefined ? width : Number(length) - unmapped;
  if (prefix < 0 || prefix > width) return null;
  return {
    first: words.map((word, index) => (word & bitMask(prefix - index * 32)) >>> 0),
    last: words.map((word, index) => (word | ~bitMask(prefix - index * 32)) >>> 0),
    prefix,
  };
}

/** Parses an entry as users type it; null when it is neither an address nor a CIDR block. */
export function parseIpRange(text: string): IpRange | null {
  const range = parseRange(text.trim());
  if (range === null) return null;
  const { first, last, prefix } = range;
  const isV4 = first.length === 1;
  const offset = isV4 ? V4_OFFSET : 0n;
  const network = formatAddress(first);
  return {
    from: offset + numberOf(first),
    to: offset + numberOf(last),
    text: prefix === first.length * 32 ? network : `${network}/${prefix}`,
    family: isV4 ? 4 : 6,
    prefix,
  };
}

const numberOf = (words: readonly number[]): bigint => words.reduce((sum, word) => (sum << 32n) + BigInt(word), 0n);

export const covers = (outer: Pick<IpRange, 'from' | 'to'>, inner: Pick<IpRange, 'from' | 'to'>): boolean =>
  outer.from <= inner.from && inner.to <= outer.to;
