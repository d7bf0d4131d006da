import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { CampaignSettings } from '@poklik/contract/campaigns';
import type { FieldProblem } from '@poklik/contract/errors';
import { isLoopback } from '@poklik/domain/ip/public-address';
import { listTargets } from '@poklik/domain/routing/targets';
import type { Config } from '../../config.ts';

export type InstallationUrls = Pick<Config, 'publicUrl' | 'trackingUrl' | 'port'>;

/** Finds destinations that point to a tracking link of this installation, keyed by field path. */
export function findRedirectLoops(settings: Destinations, own: InstallationUrls): Record<string, FieldProblem[]> {
  return loopsAmong(settings, (url) => isOwnTrackingLink(url, own));
}

/** The same for destinations on the account's tracking domains, where every path may be a link. */
export function findLinksToHosts(settings: Destinations, hosts: readonly string[]): Record<string, FieldProblem[]> {
  return hosts.length === 0 ? {} : loopsAmong(settings, (url) => isOnHost(url, hosts));
}

/** The same for one URL. */
export const isRedirectLoop = (url: string, own: InstallationUrls, hosts: readonly string[]): boolean =>
  isOwnTrackingLink(url, own) || isOnHost(url, hosts);

const isOnHost = (url: string, hosts: readonly string[]): boolean =>
  URL.canParse(url) && hosts.includes(normalizeHost(new URL(url)));

type Destinations = Pick<CampaignSettings, 'default_url' | 'destinations' | 'rules'>;

function loopsAmong(settings: Destinations, isLoop: (url: string) => boolean): Record<string, FieldProblem[]> {
  const addresses = [
    { path: 'default_url', url: settings.default_url },
    ...listTargets(settings).map(({ path, target }) => ({ path: `${path}.url`, url: target.url })),
  ];
  return Object.fromEntries(
    addresses.filter(({ url }) => isLoop(url)).map(({ path }) => [path, [{ key: 'redirect_loop' }]]),
  );
}

/** `/c/KEY` and `/o/1`. A macro in the first path segment could expand to one of them, so it counts as one. */
function isOwnTrackingLink(url: string, own: InstallationUrls): boolean {
  if (!URL.canParse(url)) return false;
  const target = new URL(url);
  if (![own.publicUrl, own.trackingUrl].some((url) => isOwnHost(target, url, own.port))) return false;
  const first = safeDecode(target.pathname.split('/').find((part) => part !== '') ?? '');
  return first === 'c' || first === 'o' || first.includes('{');
}

/** The URL parser has already normalized case, punycode and IP address notations. */
function isOwnHost(target: URL, ownUrl: string, port: number): boolean {
  const known = new URL(ownUrl);
  const host = normalizeHost(target);
  const isPublicName = host === normalizeHost(known);
  if (isPublicName && normalizePort(target) === normalizePort(known)) return true;
  const isOwnPort = Number(target.port || (target.protocol === 'https:' ? 443 : 80)) === port;
  const isLocalPort =
    isOwnPort || (normalizePort(target) === normalizePort(known) && isLocalHost(normalizeHost(known)));
  return (isPublicName && isOwnPort) || (isLocalPort && isLocalHost(host));
}

/** A trailing dot means the same host. */
const normalizeHost = ({ hostname }: URL): string => hostname.replace(/\.$/, '').replace(/^\[(.*)\]$/, '$1');

/** Ports 80 and 443 are treated as equal, because one usually redirects to the other. */
const normalizePort = ({ port }: URL): string => (port === '80' || port === '443' ? '' : port);

/** Browsers resolve the unspecified address to the local machine too. */
function isLocalHost(host: string): boolean {
  if (host === 'localhost' || host.endsWith('.localhost') || host === '0.0.0.0' || host === '::') return true;
  if (isLoopback(host)) return true;
  // Listing the machine's addresses is slow, and a thousand imported campaigns have many names.
  if (isIP(host) === 0) return false;
  return Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ address }) => address === host));
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
