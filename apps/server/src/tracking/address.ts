import { formatIpv6 } from '@poklik/domain/black-list/ip-range';

/** An address in its normal spelling and as numbers of 32 bits: one for IPv4, four for IPv6. */
export interface Address {
  text: string;
  words: readonly number[];
}

/** For connections that end before their address is read. */
export const NO_ADDRESS: Address = { text: '', words: [] };

const DOT = 46;
const ZERO = 48;
const NINE = 57;

/** Reads one address as fast as a click needs it; null when it is none. IPv4 in IPv6 dress is IPv4. */
export function parseAddress(text: string): Address | null {
  const v4 = parseIpv4(text, 0);
  if (v4 >= 0) return { text, words: [v4] };
  const groups = parseIpv6(text);
  if (groups === null) return null;
  const words = [0, 2, 4, 6].map((at) => ((groups[at] ?? 0) * 65_536 + (groups[at + 1] ?? 0)) >>> 0);
  const [first, second, third, last = 0] = words;
  if (first === 0 && second === 0 && third === 0xffff) return { text: formatIpv4(last), words: [last] };
  return { text: formatIpv6(groups), words };
}

export const formatIpv4 = (word: number): string =>
  `${word >>> 24}.${(word >>> 16) & 255}.${(word >>> 8) & 255}.${word & 255}`;

/** Four numbers without leading zeros, from `start` to the end of the text; -1 for anything else. */
function parseIpv4(text: string, start: number): number {
  let value = 0;
  let part = -1;
  let parts = 0;
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === DOT) {
      if (part < 0) return -1;
      value = value * 256 + part;
      part = -1;
      parts += 1;
    } else if (code >= ZERO && code <= NINE && part !== 0) {
      part = (part < 0 ? 0 : part * 10) + code - ZERO;
      if (part > 255) return -1;
    } else return -1;
  }
  return parts === 3 && part >= 0 ? value * 256 + part : -1;
}

/** The eight groups of an IPv6 address; null when it is none. The name of an interface behind `%` is no part of it. */
function parseIpv6(text: string): number[] | null {
  const zone = text.indexOf('%');
  const address = zone < 0 ? text : text.slice(0, zone);
  if (address.length < 2 || address.length > 45) return null;
  const gap = address.indexOf('::');
  if (gap < 0) {
    const groups = groupsOf(address);
    return groups?.length === 8 ? groups : null;
  }
  const left = groupsOf(address.slice(0, gap));
  const right = groupsOf(address.slice(gap + 2));
  if (!left || !right || left.length + right.length > 7) return null;
  return [...left, ...Array<number>(8 - left.length - right.length).fill(0), ...right];
}

function groupsOf(text: string): number[] | null {
  if (text === '') return [];
  const groups: number[] = [];
  const parts = text.split(':');
  for (const [index, part] of parts.entries()) {
    if (/^[0-9a-f]{1,4}$/i.test(part)) {
      groups.push(Number.parseInt(part, 16));
      continue;
    }
    const tail = index === parts.length - 1 ? parseIpv4(part, 0) : -1;
    if (tail < 0) return null;
    groups.push(tail >>> 16, tail & 0xffff);
  }
  return groups;
}

/** A block of addresses: the first and the last of it. */
export interface AddressRange {
  first: readonly number[];
  last: readonly number[];
}

/** Reads an address or a CIDR block; null when it is neither. */
export function parseRange(text: string): AddressRange | null {
  const slash = text.indexOf('/');
  const address = parseAddress(slash < 0 ? text : text.slice(0, slash));
  if (address === null) return null;
  const width = address.words.length * 32;
  const length = slash < 0 ? width : Number(text.slice(slash + 1));
  if (!(length >= 0 && length <= width)) return null;
  return {
    first: address.words.map((word, index) => (word & maskOf(length - index * 32)) >>> 0),
    last: address.words.map((word, index) => (word | ~maskOf(length - index * 32)) >>> 0),
  };
}

/** The word whose first `bits` bits are ones. */
function maskOf(bits: number): number {
  if (bits <= 0) return 0;
  return bits >= 32 ? -1 : -1 << (32 - bits);
}

/** What is kept of an address where whole ones are not: its network of 24 resp. 48 bits. */
export function truncateAddress({ text, words }: Address): string {
  const [first = 0, second = 0] = words;
  if (words.length === 1) return formatIpv4((first & maskOf(24)) >>> 0);
  if (words.length === 0) return text;
  return formatIpv6([first >>> 16, first & 0xffff, second >>> 16, 0, 0, 0, 0, 0]);
}
