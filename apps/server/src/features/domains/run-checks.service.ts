import type { DomainCheckCode, DomainCheckState } from '@poklik/contract/domains';
import { type DomainCheckRecord, NOT_CHECKED, type StoredDomainCheck } from '@poklik/domain/domains/domain-checks';
import { type DnsTarget, evaluateOwnership, evaluateRouting } from '@poklik/domain/domains/evaluate-dns';
import type { Config } from '../../config.ts';
import { guardedRequest } from '../../outgoing/guarded-request.ts';
import { lookUpAddresses, lookUpDomain } from './dns-lookup.ts';
import { cnameTarget, txtValue } from './domain.response.ts';
import type { DomainRow } from './domains.repo.ts';

export const PROBE_PATH = '/.well-known/poklik/';
const PROBE_TIMEOUT_MS = 5_000;
const SEEN_MAX = 300;

type CheckConfig = Pick<Config, 'outgoing' | 'trackingUrl' | 'trackingZone' | 'https'>;
type Checked = Pick<DomainRow, 'host' | 'ownershipValue'>;

/** Asks DNS and the host itself. It changes nothing. */
export async function runChecks(config: CheckConfig, { host, ownershipValue }: Checked): Promise<DomainCheckRecord> {
  const { dnsServers } = config.outgoing;
  const cname = cnameTarget(ownershipValue, config.trackingZone?.zone ?? '');
  const [answers, addresses] = await Promise.all([lookUpDomain(host, dnsServers), lookUpAddresses(cname, dnsServers)]);
  const target: DnsTarget = { host, cname, txt: txtValue(ownershipValue), addresses };
  const ownership = evaluateOwnership(answers, target);
  // A host of somebody else is not requested.
  const reachable = ownership.state === 'ok' ? await checkReachable(config, host, ownershipValue) : NOT_CHECKED;
  const isReachable = reachable.state === 'ok';
  const certificate = isReachable ? await checkHttps(config, host, ownershipValue) : NOT_CHECKED;
  const at = new Date().toISOString();
  const dated = (check: Omit<StoredDomainCheck, 'at'>): StoredDomainCheck => ({
    ...check,
    seen: check.seen?.slice(0, SEEN_MAX) ?? null,
    at,
  });
  return {
    ownership: dated(ownership),
    dns: dated(evaluateRouting(answers, target, isReachable)),
    reachable: reachable === NOT_CHECKED ? NOT_CHECKED : dated(reachable),
    certificate: certificate === NOT_CHECKED ? NOT_CHECKED : dated(certificate),
  };
}

type Found = Omit<StoredDomainCheck, 'at'>;
const found = (state: DomainCheckState, code: DomainCheckCode, seen: string | null): Found => ({
  state,
  code,
  seen,
  wanted: null,
});

const noHttps = (reason: string | null): Found => found('waiting', 'no_https', reason);

async function checkReachable(config: CheckConfig, host: string, value: string): Promise<Found> {
  const { protocol, port } = new URL(config.trackingUrl);
  const url = port === '' ? `http://${host}` : `${protocol}//${host}:${port}`;
  try {
    const { status, body = '' } = await probe(config, `${url}${PROBE_PATH}${value}`);
    if (status === 200 && body.trim() === value) return found('ok', 'reachable', null);
    return found('failed', 'another_server', String(status));
  } catch (error) {
    return found('failed', 'unreachable', reasonOf(error));
  }
}

/** A link also works without HTTPS, so this check never fails. */
async function checkHttps(config: CheckConfig, host: string, value: string): Promise<Found> {
  const port = findHttpsPort(config);
  if (port === undefined) return noHttps(null);
  try {
    const { status, body = '' } = await probe(config, `https://${host}${port}${PROBE_PATH}${value}`);
    return status === 200 && body.trim() === value ? found('ok', 'https_works', null) : noHttps(String(status));
  } catch (error) {
    return noHttps(reasonOf(error));
  }
}

/** The usual one, unless trackers use another port. */
function findHttpsPort({ trackingUrl, https }: CheckConfig): string | undefined {
  if (new URL(trackingUrl).port === '') return '';
  return https && `:${https.port}`;
}

const probe = ({ outgoing }: CheckConfig, url: string) =>
  guardedRequest(url, {
    method: 'GET',
    allowLoopback: outgoing.allowLoopback,
    dnsServers: outgoing.dnsServers,
    isBodyWanted: true,
    signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
  });

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as NodeJS.ErrnoException;
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return 'timeout';
  return code ?? error.message;
}
