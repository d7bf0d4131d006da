import { formatIpv6 } from '@poklik/domain/black-list/ip-range';

/** An IP address as normalized text and as 32-bit words: one for IPv4, four for IPv6. */
export interface Address {
  text: string;
  words: readonly number[];
}

/** For connections that end before their address is read. */
export const NO_ADDRESS: Address = { text: '', words: [] };

const DOT = 46;
const ZERO = 48;
const NINE = 57;

/** Fast parser for the click path; null if invalid. IPv4-mapped IPv6 becomes IPv4. */
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

/** Parses four decimal numbers without leading zeros from `start` to the end; -1 if invalid. */
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

/** The eight groups of an IPv6 address, without a zone after `%`; null if invalid. */
function parseIpv6(text: string): number[] | null {
  const zone = text.indexOf('%');
  const address = zone < 0 ? text : text.slice(0, zone);
  if (address.length < 2 || address.length > 45) return null;
  const gap = address.indexOf('::');
  if (gap < 0) {
    const groups = parseGroups(address);
    return groups?.length === 8 ? groups : null;
  }
  const left = parseGroups(address.slice(0, gap));
  const right = parseGroups(address.slice(gap + 2));
  if (!left || !right || left.length + right.length > 7) return null;
  return [...left, ...Array<number>(8 - left.length - right.length).fill(0), ...right];
}

function parseGroups(text: string): number[] | null {
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

/** The first and last address of a CIDR block. */
export interface AddressRange {
  first: readonly number[];
  last: readonly number[];
}

/** Parses an address or a CIDR block; null if invalid. */
export function parseRange(text: string): AddressRange | null {
  const slash = text.indexOf('/');
  const address = parseAddress(slash < 0 ? text : text.slice(0, slash));
  if (address === null) return null;
  const width = address.words.length * 32;
  const length = slash < 0 ? width : Number(text.slice(slash + 1));
  if (!(length >= 0 && length <= width)) return null;
  return {
    first: address.words.map((word, index) => (word & bitMask(length - index * 32)) >>> 0),
    last: address.words.map((word, index) => (word | ~bitMask(length - index * 32)) >>> 0),
  };
}

/** A word whose first `bits` bits are set. */
function bitMask(bits: number): number {
  if (bits <= 0) return 0;
  return bits >= 32 ? -1 : -1 << (32 - bits);
}

/** The network of an address, 24 or 48 bits, for installations that do not keep full addresses. */
export function truncateAddress({ text, words }: Address): string {
  const [first = 0, second = 0] = words;
  if (words.length === 1) return formatIpv4((first & bitMask(24)) >>> 0);
  if (words.length === 0) return text;
  return formatIpv6([first >>> 16, first & 0xffff, second >>> 16, 0, 0, 0, 0, 0]);
}
