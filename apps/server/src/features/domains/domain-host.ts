import { AppError } from '@poklik/contract/errors';
import { parse } from 'tldts';
import type { Config } from '../../config.ts';
import { isWithin, parseHost } from '../../host-name.ts';

/** The host of a new domain in lower-case punycode; throws with the reason if it can't be one. */
export function readHost(text: string, { zone, appHosts }: NonNullable<Config['trackingZone']>): string {
  const result = parseHost(text);
  if ('problem' in result) throw rejected('domain_invalid', result.problem);
  const { host } = result;
  const { publicSuffix, isIcann, isPrivate, domain } = parse(host, { allowPrivateDomains: true });
  // Nobody can set records of a suffix such as co.uk or github.io.
  if (publicSuffix === host || domain === null) throw rejected('domain_invalid', 'public_suffix');
  if (!isIcann && !isPrivate) throw rejected('domain_invalid', 'unknown_suffix');
  if (isWithin(host, zone) || isWithin(zone, host)) throw rejected('domain_reserved', 'zone');
  if (appHosts.includes(host)) throw rejected('domain_reserved', 'app');
  return host;
}

const rejected = (code: 'domain_invalid' | 'domain_reserved', reason: string): AppError =>
  new AppError(code, { fields: { host: [{ key: `domain_${reason}` }] } });
