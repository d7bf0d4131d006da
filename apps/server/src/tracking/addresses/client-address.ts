import type { Socket } from 'node:net';
import { type IpAddress, NO_ADDRESS, parseAddress } from '@poklik/domain/ip/ip-address';
import { type AddressRange, parseRange } from '@poklik/domain/ip/ip-range';
import { LRUCache } from 'lru-cache';
import { buildRangeTable, findInRanges } from './range-table.ts';

/** Named networks in TRUSTED_PROXIES, the same as in Fastify. */
const NAMED_NETWORKS: Record<string, readonly string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

const CACHE_SIZE = 20_000;
/** Limits the work for forged headers; real proxy chains are shorter. */
const HOPS_MAX = 32;

export type ReadClientAddress = (socket: Pick<Socket, 'remoteAddress'>, forwardedFor: string) => IpAddress;

/**
 * X-Forwarded-For is trusted only as far as trusted proxies wrote it: from the right, up to the first address that is
 * not a proxy. Anything further left may be forged.
 */
export function createClientAddressReader(trustedProxies: readonly string[]): ReadClientAddress {
  const isTrusted = createRangeCheck(trustedProxies);
  const known = new LRUCache<string, IpAddress>({ max: CACHE_SIZE });
  const read = (text: string): IpAddress | null => {
    const found = known.get(text);
    if (found) return found;
    const address = parseAddress(text);
    if (address) known.set(text, address);
    return address;
  };
  return (socket, forwardedFor) => {
    let client = read(socket.remoteAddress ?? '') ?? NO_ADDRESS;
    if (forwardedFor === '') return client;
    let end = forwardedFor.length;
    for (let hops = 0; hops < HOPS_MAX && end >= 0 && isTrusted(client); hops += 1) {
      const comma = forwardedFor.lastIndexOf(',', end - 1);
      const hop = read(withoutPort(forwardedFor.slice(comma + 1, end).trim()));
      if (hop === null) return client;
      client = hop;
      end = comma;
    }
    return client;
  };
}

/** Whether an address is a trusted proxy. */
export function createTrustedProxyCheck(list: readonly string[]): (address: string) => boolean {
  const isTrusted = createRangeCheck(list);
  return (text) => {
    const address = parseAddress(text);
    return address !== null && isTrusted(address);
  };
}

function createRangeCheck(list: readonly string[]): (address: IpAddress) => boolean {
  const ranges = list.flatMap((text) => {
    const found = (NAMED_NETWORKS[text] ?? [text]).map(parseRange);
    if (found.some((range) => range === null))
      throw new Error(`Invalid settings:\n  TRUSTED_PROXIES: ${text} is not an address or network`);
    return found as AddressRange[];
  });
  const [v4, v6] = ([1, 4] as const).map((width) =>
    buildRangeTable(
      width,
      ranges.filter(({ first }) => first.length === width),
      (outer) => outer,
    ),
  );
  return ({ words }) => {
    const table = words.length === 1 ? v4 : v6;
    return table !== undefined && words.length > 0 && findInRanges(table, words) >= 0;
  };
}

/** Some proxies add the port: `203.0.113.7:4711`, `[2001:db8::1]:4711`. */
function withoutPort(text: string): string {
  if (text.startsWith('[')) return text.slice(1, text.indexOf(']'));
  const colon = text.indexOf(':');
  return colon > 0 && colon === text.lastIndexOf(':') ? text.slice(0, colon) : text;
}
