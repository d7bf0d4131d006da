import { covers, type IpRange, parseIpRange } from './ip-range.ts';

/** Ranges that are not public, from the IANA special-purpose registries. */
const NOT_PUBLIC: readonly IpRange[] = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.31.196.0/24', '192.52.193.0/24', '192.88.99.0/24', '192.168.0.0/16', '192.175.48.0/24'],
  ...['198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
  ...['::/96', '64:ff9b::/96', '64:ff9b:1::/48', '100::/64', '2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'],
  ...['5f00::/16', 'fc00::/7', 'fe80::/10', 'fec0::/10', 'ff00::/8'],
].flatMap((text) => parseIpRange(text) ?? []);
const LOOPBACK = ['127.0.0.0/8', '::1'].flatMap((text) => parseIpRange(text) ?? []);
const LOCAL_NETWORKS = '10.0.0.0/8 100.64.0.0/10 169.254.0.0/16 172.16.0.0/12 192.168.0.0/16 fc00::/7 fe80::/10'
  .split(' ')
  .flatMap((text) => parseIpRange(text) ?? []);

const isIn = (ranges: readonly IpRange[], address: string): boolean => {
  const own = parseIpRange(address);
  return own !== null && ranges.some((range) => range.family === own.family && covers(range, own));
};

/** Whether the server may connect there on a user's behalf. Invalid addresses are not public. */
export const isPublicAddress = (address: string): boolean =>
  parseIpRange(address) !== null && !address.includes('/') && !isIn(NOT_PUBLIC, address);

export const isLoopback = (address: string): boolean => isIn(LOOPBACK, address);

/** Many users have the same address in networks like these. */
export const isLocalNetwork = (address: string): boolean => isLoopback(address) || isIn(LOCAL_NETWORKS, address);
