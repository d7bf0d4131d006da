import { X509Certificate } from 'node:crypto';
import {
  hasOrderBudget,
  nextTryTime,
  renewalTime,
  timeInWindow,
} from '@poklik/domain/certificates/certificate-schedule';
import { getDomain } from 'tldts';
import type { AcmeConfig } from '../../https-settings.ts';
import type { Services } from '../../services.ts';
import { createCertificateBox } from '../../stores/secret-box.ts';
import type { AcmeAuthority, ChallengeType } from '../../tls/acme.ts';
import { publishByHook, publishChallenge } from './acme-authority.service.ts';
import {
  CERTIFICATES_CHANNEL,
  type CertificateRow,
  claimCertificate,
  countOrdersSince,
  insertOrder,
  listUnasked,
  notifyTrackers,
  scheduleDomainCheck,
  setOrderResult,
  updateCertificate,
} from './certificates.repo.ts';
import type { DueHost } from './due-hosts.repo.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Longer than an order takes at most. */
const CLAIM_MS = 15 * MINUTE_MS;
const ERROR_MAX = 300;
const POSTPONED = 'too many certificates were ordered recently';
/** Trackers load a new certificate at once; the check must come after that. */
const CHECK_DELAY_MS = 2_000;
const ASK_RENEWAL_MS = 6 * HOUR_MS;
const ASKED_AT_ONCE = 20;

export interface OrderTools extends Pick<Services, 'db' | 'log' | 'secrets' | 'metrics'> {
  acme: AcmeConfig;
  authority(): Promise<AcmeAuthority>;
  now(): number;
}

/** A problem of the authority, not of the host. */
export interface OrderFailure {
  /** When the authority may be asked again; null if it didn't say. */
  retryAt: number | null;
}

/** Orders a certificate for a host if the budget allows it. Returns what went wrong, or null. */
export async function orderCertificate(tools: OrderTools, due: DueHost): Promise<OrderFailure | null> {
  const { db, now, log, metrics } = tools;
  const { host } = due;
  const isRenewal = due.chain !== null;
  const row = await claimCertificate(db, host, new Date(now() + CLAIM_MS));
  const registeredDomain = getDomain(host.replace('*.', ''), { allowPrivateDomains: true }) ?? host;
  if (!(await isWithinBudget(tools, registeredDomain, isRenewal))) {
    await updateCertificate(db, row.id, { nextTryAt: new Date(now() + HOUR_MS), lastError: POSTPONED });
    await scheduleDomainCheck(db, host, new Date(now()));
    log.warn({ host }, 'certificate order postponed');
    return null;
  }
  const order = await insertOrder(db, { host, registeredDomain, isRenewal, createdAt: new Date(now()) });
  try {
    await storeCertificate(tools, row, await requestCertificate(tools, due));
    await setOrderResult(db, order, 'issued');
    metrics.acmeOrders.inc({ result: 'issued' });
    log.info({ host }, isRenewal ? 'certificate renewed' : 'certificate ordered');
    return null;
  } catch (error) {
    metrics.acmeOrders.inc({ result: 'failed' });
    const retryAt = (error as Partial<OrderFailure>).retryAt ?? null;
    await storeFailure(tools, row, { reason: (error as Error).message, retryAt });
    await setOrderResult(db, order, 'failed');
    return { retryAt };
  }
}

async function isWithinBudget({ db, now }: OrderTools, registeredDomain: string, isRenewal: boolean): Promise<boolean> {
  const since = (ms: number) => new Date(now() - ms);
  const recent = await countOrdersSince(db, since(3 * HOUR_MS));
  const ofDomain = await countOrdersSince(db, since(7 * DAY_MS), registeredDomain);
  return hasOrderBudget({ recent, ofDomain }, isRenewal);
}

async function requestCertificate(tools: OrderTools, { host, chain, failures }: DueHost) {
  const { dnsHook, challenge } = tools.acme;
  const authority = await tools.authority();
  if (host.startsWith('*.') && dnsHook !== undefined) {
    const publish: Parameters<AcmeAuthority['orderCertificate']>[0]['publish'] = (asked) =>
      publishByHook(dnsHook, asked);
    return authority.orderCertificate({ host, challenge: 'dns-01', replaces: chain, publish });
  }
  return authority.orderCertificate({
    host,
    challenge: challenge === 'auto' ? alternating(failures) : challenge,
    replaces: chain,
    publish: (asked) => publishChallenge(tools, asked),
  });
}

/** The port of one of them may be blocked. */
const alternating = (failures: number): ChallengeType => (failures % 2 === 0 ? 'http-01' : 'tls-alpn-01');

async function storeCertificate(
  { db, secrets, acme, now }: OrderTools,
  { id, host }: CertificateRow,
  { chain, key }: { chain: string; key: string },
): Promise<void> {
  const { validFrom, validTo } = new X509Certificate(chain);
  const validity = { notBefore: Date.parse(validFrom), notAfter: Date.parse(validTo) };
  await db.transaction(async (tx) => {
    await updateCertificate(tx, id, {
      chain,
      keySealed: createCertificateBox(secrets).seal(key),
      notBefore: new Date(validity.notBefore),
      notAfter: new Date(validity.notAfter),
      source: acme.directory,
      failures: 0,
      nextTryAt: new Date(renewalTime(validity, Math.random())),
      lastError: null,
      renewalAskedAt: null,
      alarm: null,
    });
    await scheduleDomainCheck(tx, host, new Date(now() + CHECK_DELAY_MS));
    await notifyTrackers(tx, CERTIFICATES_CHANNEL, String(id));
  });
}

async function storeFailure(
  { db, now, log }: OrderTools,
  { id, host, failures }: CertificateRow,
  { reason, retryAt }: { reason: string; retryAt: number | null },
): Promise<void> {
  const nextTryAt = new Date(nextTryTime(failures + 1, now(), retryAt));
  log.warn({ host, reason, failures: failures + 1, nextTryAt }, 'certificate order failed');
  await db.transaction(async (tx) => {
    await updateCertificate(tx, id, { failures: failures + 1, lastError: reason.slice(0, ERROR_MAX), nextTryAt });
    await scheduleDomainCheck(tx, host, new Date(now()));
  });
}

/** Asks the authority when its certificates should be renewed; without an answer the time stays. */
export async function askRenewalTimes({ db, acme, authority, now, log }: OrderTools): Promise<void> {
  const due = await listUnasked(db, acme.directory, new Date(now() - ASK_RENEWAL_MS), ASKED_AT_ONCE);
  if (due.length === 0) return;
  for (const { id, host, chain, nextTryAt } of due) {
    await updateCertificate(db, id, { renewalAskedAt: new Date(now()) });
    try {
      const window = await (await authority()).findRenewalWindow(chain ?? '');
      // A time that was chosen in this window stays.
      if (!window || (nextTryAt.getTime() >= window.start && nextTryAt.getTime() <= window.end)) continue;
      await updateCertificate(db, id, { nextTryAt: new Date(timeInWindow(window, Math.random())) });
    } catch (error) {
      log.debug({ err: error, host }, 'renewal window unknown');
    }
  }
}
