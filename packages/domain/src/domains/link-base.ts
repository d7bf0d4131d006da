const BASE = /^(https?):\/\/(?:\[[^\]]*\]|[^/:]*)(?::(\d+))?/;

export interface LinkHost {
  host: string;
  /** A subdomain of the installation's zone, which has the same HTTPS as the installation. */
  isGiven: boolean;
  /** The host answered over HTTPS at its last check. */
  hasHttps: boolean;
}

/**
 * The base of links on a tracking domain. The port of the trackers is kept if it is not the usual one; then the
 * protocol is theirs too.
 */
export function linkBase({ host, isGiven, hasHttps }: LinkHost, trackingUrl: string): string {
  const [, protocol = 'http', port] = BASE.exec(trackingUrl) ?? [];
  if (port !== undefined) return `${protocol}://${host}:${port}`;
  return `${isGiven ? protocol : hasHttps ? 'https' : 'http'}://${host}`;
}
