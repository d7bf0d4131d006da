import { isWithin, parseHost } from './host-name.ts';

export interface TrackingZone {
  /** Customers are given subdomains of it, and their own domains point into it. */
  zone: string;
  /** Hosts that serve the application and all links, as without a zone. */
  appHosts: readonly string[];
}

interface ZoneSettings {
  TRACKING_ZONE?: string | undefined;
  PUBLIC_URL?: string | undefined;
  TRACKING_URL?: string | undefined;
  APP_HOSTS: readonly string[];
}

/** Without a zone every host serves the application. */
export function parseTrackingZone(settings: ZoneSettings): TrackingZone | undefined {
  const { TRACKING_ZONE, PUBLIC_URL, TRACKING_URL, APP_HOSTS } = settings;
  if (TRACKING_ZONE === undefined) return undefined;
  if (PUBLIC_URL === undefined) throw invalid('TRACKING_ZONE: needs PUBLIC_URL, whose host serves the application');
  const parsed = parseHost(TRACKING_ZONE);
  if ('problem' in parsed) throw invalid('TRACKING_ZONE: must be a domain name such as track.example');
  const appHosts = [PUBLIC_URL, TRACKING_URL ?? PUBLIC_URL].map((url) => new URL(url).hostname);
  appHosts.push(...APP_HOSTS.map((host) => host.toLowerCase()));
  const inside = appHosts.find((host) => isWithin(host, parsed.host));
  if (inside !== undefined)
    throw invalid(`TRACKING_ZONE: ${inside} serves the application and can't be within the zone`);
  return { zone: parsed.host, appHosts: [...new Set(appHosts)] };
}

const invalid = (line: string): Error => new Error(`Invalid settings:\n  ${line}`);
