import type { DomainCheckCode, DomainCheckState } from '@poklik/contract/domains';
import { findCdn } from './cdn-ranges.ts';

/** What DNS answered about a host. */
export interface DnsAnswers {
  /** `unknown` when no server answered. */
  state: 'found' | 'not_found' | 'unknown';
  cname: string | null;
  /** Texts of `_poklik.{host}`. */
  txt: readonly string[];
  addresses: readonly string[];
}

export interface DnsTarget {
  host: string;
  /** `{ownership value}.in.{zone}` */
  cname: string;
  txt: string;
  /** Where the zone leads; empty when it can't be resolved. */
  addresses: readonly string[];
}

interface Finding {
  state: DomainCheckState;
  code: DomainCheckCode;
  seen: string | null;
  wanted: string | null;
}

const ok = (code: DomainCheckCode, seen: string): Finding => ({ state: 'ok', code, seen, wanted: null });
const failed = (code: DomainCheckCode, seen: string | null, wanted: string): Finding => ({
  state: 'failed',
  code,
  seen,
  wanted,
});
const waiting = (code: DomainCheckCode): Finding => ({ state: 'waiting', code, seen: null, wanted: null });

const isIpv6 = (address: string): boolean => address.includes(':');
const normalizeName = (name: string): string => name.toLowerCase().replace(/\.$/, '');
const list = (values: readonly string[]): string => values.join(', ');

/** Whether the records verify the account. Another account's value verifies nothing. */
export function evaluateOwnership({ state, cname, txt, addresses }: DnsAnswers, target: DnsTarget): Finding {
  if (cname !== null && normalizeName(cname) === target.cname) return ok('cname_found', target.cname);
  if (txt.includes(target.txt)) return ok('txt_found', target.txt);
  if (state === 'unknown') return waiting('dns_unavailable');
  if (cname !== null) return failed('wrong_cname', normalizeName(cname), target.cname);
  if (txt.length > 0) return failed('wrong_txt', list(txt), target.txt);
  if (state === 'not_found') return failed('name_not_found', null, target.cname);
  const cdn = findCdn(addresses);
  if (cdn !== null) return failed('cdn_hides_cname', cdn, target.txt);
  return failed('record_missing', addresses.length > 0 ? list(addresses) : null, target.cname);
}

/** Whether visitors of the host get here. A CDN hides that; then it counts whether the host is reachable. */
export function evaluateRouting(
  { state, cname, addresses }: DnsAnswers,
  target: DnsTarget,
  isReachable: boolean,
): Finding {
  if (cname !== null && normalizeName(cname) === target.cname) return ok('points_here', target.cname);
  if (state === 'unknown') return waiting('dns_unavailable');
  if (state === 'not_found') return failed('name_not_found', null, target.cname);
  if (target.addresses.length === 0) return waiting('zone_not_set_up');
  if (addresses.length === 0) return failed('address_missing', null, list(target.addresses));
  const elsewhere = addresses.filter((address) => !target.addresses.includes(address));
  if (elsewhere.length === 0) return ok('points_here', list(addresses));
  const cdn = findCdn(elsewhere);
  if (cdn !== null) return isReachable ? ok('through_cdn', cdn) : failed('cdn_address', cdn, list(target.addresses));
  const isOnlyIpv6 = elsewhere.length < addresses.length && elsewhere.every(isIpv6);
  return failed(isOnlyIpv6 ? 'aaaa_elsewhere' : 'address_elsewhere', list(elsewhere), list(target.addresses));
}
