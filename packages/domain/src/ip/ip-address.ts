import ipaddr from 'ipaddr.js';

/** An IP address as normalized text and as 32-bit words: one for IPv4, four for IPv6. */
export interface IpAddress {
  text: string;
  words: readonly number[];
}

/** For connections that end before their address is read. */
export const NO_ADDRESS: IpAddress = { text: '', words: [] };

const DOT = 46;
const ZERO = 48;
const NINE = 57;
/** Eight groups of four digits, the last two written as an IPv4 address. */
const IPV6_MAX_LENGTH = 45;

/** Parses an address as a client or a proxy writes it; null if invalid. IPv4-mapped IPv6 becomes IPv4. */
export function parseAddress(text: string): IpAddress | null {
  const v4 = parseIpv4(text);
  if (v4 >= 0) return { text, words: [v4] };
  const v6 = parseIpv6(withoutZone(text));
  if (v6 === null) return null;
  const words = wordsOf(v6.parts);
  const [first, second, third, last = 0] = words;
  if (first === 0 && second === 0 && third === 0xffff) return { text: formatIpv4(last), words: [last] };
  return { text: v6.toString(), words };
}

export const formatAddress = (words: readonly number[]): string =>
  words.length === 1
    ? formatIpv4(words[0] ?? 0)
    : new ipaddr.IPv6(words.flatMap((word) => [word >>> 16, word & 0xffff])).toString();

const formatIpv4 = (word: number): string =>
  `${word >>> 24}.${(word >>> 16) & 255}.${(word >>> 8) & 255}.${word & 255}`;

/**
 * Four decimal numbers without leading zeros; -1 if invalid. The library also accepts octal, hexadecimal and short
 * forms, and takes five times as long on the path of every click.
 */
function parseIpv4(text: string): number {
  let value = 0;
  let part = -1;
  let parts = 0;
  for (let at = 0; at < text.length; at += 1) {
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

function parseIpv6(text: string): ipaddr.IPv6 | null {
  if (text.length > IPV6_MAX_LENGTH || !text.includes(':')) return null;
  const plain = withHexTail(text);
  try {
    return plain === null ? null : ipaddr.IPv6.parse(plain);
  } catch {
    return null;
  }
}

/** The library reads `::1.2.3.4` as IPv4-mapped, so an IPv4 tail is written as two groups first. */
function withHexTail(text: string): string | null {
  if (!text.includes('.')) return text;
  const start = text.lastIndexOf(':') + 1;
  const tail = parseIpv4(text.slice(start));
  return tail < 0 ? null : `${text.slice(0, start)}${(tail >>> 16).toString(16)}:${(tail & 0xffff).toString(16)}`;
}

/** The zone after `%` names an interface of the sender. */
function withoutZone(text: string): string {
  const zone = text.indexOf('%');
  return zone < 0 ? text : text.slice(0, zone);
}

const wordsOf = (groups: readonly number[]): number[] =>
  [0, 2, 4, 6].map((at) => (groups[at] ?? 0) * 65_536 + (groups[at + 1] ?? 0));

/** A word whose first `bits` bits are set. */
export function bitMask(bits: number): number {
  if (bits <= 0) return 0;
  return bits >= 32 ? -1 : -1 << (32 - bits);
}

/** The network of an address, 24 or 48 bits, for installations that do not keep full addresses. */
export function truncateAddress({ text, words }: IpAddress): string {
  if (words.length === 0) return text;
  const kept = words.length === 1 ? 24 : 48;
  return formatAddress(words.map((word, index) => (word & bitMask(kept - index * 32)) >>> 0));
}
