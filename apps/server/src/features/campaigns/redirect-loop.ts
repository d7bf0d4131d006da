import { networkInterfaces } from 'node:os';
import type { CampaignSettings } from '@poklik/contract/campaigns';
import type { FieldProblem } from '@poklik/contract/errors';
import { isLoopback } from '@poklik/domain/conversions/public-address';
import type { Config } from '../../config.ts';

/** Where this install answers: its public addresses, and the port it listens on. */
export type InstallationUrls = Pick<Config, 'publicUrl' | 'trackingUrl' | 'port'>;

/** Destinations that lead back into a tracking link of this install, by the path of their field. */
export function findRedirectLoops(
  settings: Pick<CampaignSettings, 'default_url' | 'destinations' | 'rules'>,
  own: InstallationUrls,
): Record<string, FieldProblem[]> {
  const addresses = [
    { path: 'default_url', url: settings.default_url },
    ...settings.destinations.map(({ url }, place) => ({ path: `destinations.${place}.url`, url })),
    ...settings.rules.flatMap((rule, at) =>
      rule.destinations.map(({ url }, place) => ({ path: `rules.${at}.destinations.${place}.url`, url })),
    ),
  ];
  return Object.fromEntries(
    addresses.filter(({ url }) => isOwnTrackingLink(url, own)).map(({ path }) => [path, [{ key: 'redirect_loop' }]]),
  );
}

/** A macro in the first part of the path could become the `c` of a tracking link, so it counts as one. */
function isOwnTrackingLink(url: string, own: InstallationUrls): boolean {
  if (!URL.canParse(url)) return false;
  const target = new URL(url);
  if (![own.publicUrl, own.trackingUrl].some((url) => isOwnHost(target, url, own.port))) return false;
  const first = safeDecode(target.pathname.split('/').find((part) => part !== '') ?? '');
  return first === 'c' || first.includes('{');
}

/** The parser has already written letters, punycode and all forms of an IP address in one way. */
function isOwnHost(target: URL, ownUrl: string, port: number): boolean {
  const known = new URL(ownUrl);
  const host = normalizeHost(target);
  const isPublicName = host === normalizeHost(known);
  if (isPublicName && normalizePort(target) === normalizePort(known)) return true;
  const isOwnPort = Number(target.port || (target.protocol === 'https:' ? 443 : 80)) === port;
  const isLocalPort =
    isOwnPort || (isLocalHost(normalizeHost(known)) && normalizePort(target) === normalizePort(known));
  return (isPublicName && isOwnPort) || (isLocalHost(host) && isLocalPort);
}

/** A dot at the end of a host names the same host. */
const normalizeHost = ({ hostname }: URL): string => hostname.replace(/\.$/, '').replace(/^\[(.*)\]$/, '$1');

/** An install on one of the usual ports is reached on both, or leads from one to the other. */
const normalizePort = ({ port }: URL): string => (port === '80' || port === '443' ? '' : port);

/** Names of this very machine. Browsers take the unspecified address for it, too. */
function isLocalHost(host: string): boolean {
  if (host === 'localhost' || host.endsWith('.localhost') || host === '0.0.0.0' || host === '::') return true;
  if (isLoopback(host)) return true;
  return Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ address }) => address === host));
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
