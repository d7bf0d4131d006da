import { AppError } from '@poklik/contract/errors';
import { afterCheck, OWNERSHIP_KEPT_MS } from '@poklik/domain/domains/check-schedule';
import { type DomainCheckRecord, outcomeOf } from '@poklik/domain/domains/domain-checks';
import type { Services } from '../../services.ts';
import type { Database } from '../../stores/postgres.ts';
import { explainCertificate } from '../certificates/certificate-check.service.ts';
import { notifyDomainExpired, notifyDomainFailing } from './domain.emails.ts';
import {
  type DomainChange,
  type DomainRow,
  findDomain,
  findServingDomain,
  listWaitingDomains,
  lockHost,
  notifyTrackers,
  updateDomain,
} from './domains.repo.ts';
import { getDomain, recordDomainAudit } from './domains.service.ts';
import { runChecks } from './run-checks.service.ts';

type Tools = Pick<Services, 'db' | 'config'>;

const HOUR_MS = 3_600_000;

const isChecked = ({ kind, status }: DomainRow): boolean => kind === 'own' && status !== 'suspended';

/** Checks a domain at its owner's request. An expired one starts over. */
export async function checkNow(tools: Tools, accountId: number, id: number): Promise<DomainRow> {
  const row = await getDomain(tools.db, accountId, id);
  if (!tools.config.trackingZone) throw new AppError('domains_off');
  if (row.status === 'expired') await updateDomain(tools.db, id, { status: 'pending', pendingSince: new Date() });
  await checkDomain(tools, id);
  return getDomain(tools.db, accountId, id);
}

/** Checks a domain and applies the result. */
export async function checkDomain({ db, config }: Tools, id: number): Promise<void> {
  const seen = await findDomain(db, null, id);
  if (!seen || !isChecked(seen)) return;
  const checks = await explainCertificate({ db, config }, seen.host, await runChecks(config, seen));
  await db.transaction(async (tx) => {
    await lockHost(tx, seen.host);
    // It may have been removed or suspended meanwhile.
    const row = await findDomain(tx, null, id);
    if (row && isChecked(row)) await applyChecks(tx, row, checks);
  });
}

async function applyChecks(tx: Database, row: DomainRow, checks: DomainCheckRecord): Promise<void> {
  const now = Date.now();
  const outcome = outcomeOf(checks);
  const holder = await findServingDomain(tx, row.host);
  const isHeld = holder !== null && holder.id !== row.id;
  if (isHeld && outcome === 'ok' && !canTakeOver(holder, now)) return wait(tx, row, checks, now);
  if (isHeld && outcome === 'ok') await giveUp(tx, holder);
  // A domain that lost to another account is checked like a new one when its owner asks for it.
  const status = row.status === 'taken' && (outcome === 'ok' || !isHeld) ? 'pending' : row.status;
  const next = afterCheck(
    { status, pendingSince: row.pendingSince.getTime(), failingSince: row.failingSince?.getTime() ?? null },
    outcome,
    now,
  );
  await updateDomain(tx, row.id, {
    checks,
    status: next.status,
    failingSince: next.failingSince === null ? null : new Date(next.failingSince),
    nextCheckAt: next.nextCheckAt === null ? null : new Date(next.nextCheckAt),
    ...(outcome === 'ok' && row.verifiedAt === null ? { verifiedAt: new Date(now) } : {}),
    ...ownershipChange(row, checks, now),
  });
  if (next.status !== row.status) await onStatusChange(tx, row, { ...next, checks });
  await notifyTrackers(tx, row.id);
}

/** Since when the records no longer verify the account. An unanswered question does not count. */
function ownershipChange(row: DomainRow, { ownership }: DomainCheckRecord, now: number): DomainChange {
  if (ownership?.state === 'ok') return { ownershipLostAt: null };
  return ownership?.state === 'failed' && row.ownershipLostAt === null ? { ownershipLostAt: new Date(now) } : {};
}

/** A suspended host stays suspended for every account. */
const canTakeOver = ({ status, ownershipLostAt }: DomainRow, now: number): boolean =>
  status !== 'suspended' && ownershipLostAt !== null && now - ownershipLostAt.getTime() >= OWNERSHIP_KEPT_MS;

/** The records are right, but another account serves the host. */
async function wait(tx: Database, row: DomainRow, checks: DomainCheckRecord, now: number): Promise<void> {
  const ownership = { state: 'failed', code: 'serves_another_account', seen: null, wanted: null } as const;
  await updateDomain(tx, row.id, {
    status: 'taken',
    checks: { ...checks, ownership: { ...ownership, at: new Date(now).toISOString() } },
    nextCheckAt: new Date(now + HOUR_MS),
  });
}

async function giveUp(tx: Database, holder: DomainRow): Promise<void> {
  await updateDomain(tx, holder.id, { status: 'taken', nextCheckAt: null, failingSince: null, isDefault: false });
  await recordDomainAudit(tx, null, { action: 'domain.lost', domain: holder, before: { host: holder.host } });
  await notifyTrackers(tx, holder.id);
}

interface Changed {
  status: DomainRow['status'];
  checks: DomainCheckRecord;
}

async function onStatusChange(tx: Database, row: DomainRow, { status, checks }: Changed): Promise<void> {
  if (status === 'active' && row.status !== 'failing') {
    await recordDomainAudit(tx, null, { action: 'domain.verified', domain: row, after: { host: row.host } });
    for (const other of await listWaitingDomains(tx, row.host, row.id)) {
      await updateDomain(tx, other.id, { status: 'taken', nextCheckAt: null });
      await notifyTrackers(tx, other.id);
    }
  }
  if (status === 'failing') await notifyDomainFailing(tx, { ...row, checks });
  if (status === 'expired') await notifyDomainExpired(tx, { ...row, checks });
}
