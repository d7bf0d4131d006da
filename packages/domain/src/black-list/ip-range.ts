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

/** Parses an address or CIDR block in any usual notation; null when it is neither. */
export function parseIpRange(text: string): IpRange | null {
  const [address = '', length, ...rest] = text.trim().toLowerCase().split('/');
  if (rest.length > 0) return null;
  const parsed = parseAddress(address);
  if (parsed === null) return null;
  const width = parsed.family === 4 ? 32 : 128;
  if (length !== undefined && !/^\d{1,3}$/.test(length)) return null;
  // The prefix of an IPv4-mapped IPv6 address counts from its first bit.
  const unmapped = parsed.family === 4 && address.includes(':') ? 96 : 0;
  const prefix = length === undefined ? width : Number(length) - unmapped;
  if (prefix < 0 || prefix > width) return null;
  const size = 1n << BigInt(width - prefix);
  const first = (parsed.value / size) * size;
  const offset = parsed.family === 4 ? V4_OFFSET : 0n;
  const network = formatAddress(first, parsed.family);
  return {
    from: offset + first,
    to: offset + first + size - 1n,
    text: prefix === width ? network : `${network}/${prefix}`,
    family: parsed.family,
    prefix,
  };
}

export const covers = (outer: Pick<IpRange, 'from' | 'to'>, inner: Pick<IpRange, 'from' | 'to'>): boolean =>
  outer.from <= inner.from && inner.to <= outer.to;

interface Address {
  family: 4 | 6;
  value: bigint;
}

function parseAddress(text: string): Address | null {
  const v4 = parseV4(text);
  if (v4 !== null) return { family: 4, value: v4 };
  const v6 = parseV6(text);
  if (v6 === null) return null;
  // An IPv4-mapped address is the same visitor as its IPv4 address.
  return v6 >> 32n === 0xffffn ? { family: 4, value: v6 & 0xffff_ffffn } : { family: 6, value: v6 };
}

function parseV4(text: string): bigint | null {
  const parts = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(text)?.slice(1);
  if (!parts || parts.some((part) => Number(part) > 255 || (part.length > 1 && part.startsWith('0')))) return null;
  return parts.reduce((value, part) => value * 256n + BigInt(part), 0n);
}

function parseV6(text: string): bigint | null {
  const withTail = text.replace(/(\d+\.\d+\.\d+\.\d+)$/, (tail) => {
    const value = parseV4(tail);
    return value === null ? 'x' : `${(value >> 16n).toString(16)}:${(value & 0xffffn).toString(16)}`;
  });
  const halves = withTail.split('::');
  if (halves.length > 2) return null;
  const [left = [], right] = halves.map((half) => (half === '' ? [] : half.split(':')));
  const given = left.length + (right?.length ?? 0);
  if (right === undefined ? given !== 8 : given > 7) return null;
  const groups = right === undefined ? left : [...left, ...Array<string>(8 - given).fill('0'), ...right];
  if (!groups.every((group) => /^[0-9a-f]{1,4}$/.test(group))) return null;
  return groups.reduce((value, group) => value * 65_536n + BigInt(`0x${group}`), 0n);
}

function formatAddress(value: bigint, family: 4 | 6): string {
  if (family === 4) return [24n, 16n, 8n, 0n].map((shift) => String((value >> shift) & 255n)).join('.');
  const groups = Array.from({ length: 8 }, (_, index) => Number((value >> BigInt(112 - index * 16)) & 0xffffn));
  return formatIpv6(groups);
}

/** RFC 5952: the longest run of at least two zero groups becomes `::`. */
export function formatIpv6(groups: readonly number[]): string {
  let best = { start: 0, length: 0 };
  for (let start = 0; start < 8; start += 1) {
    let length = 0;
    while (start + length < 8 && groups[start + length] === 0) length += 1;
    if (length > best.length) best = { start, length };
  }
  const hex = groups.map((group) => group.toString(16));
  if (best.length < 2) return hex.join(':');
  return `${hex.slice(0, best.start).join(':')}::${hex.slice(best.start + best.length).join(':')}`;
}
