import { AppError } from '@poklik/contract/errors';
import {
  type NewWithdrawal,
  WITHDRAWAL_REASON_MIN,
  type Withdrawal,
  type WithdrawalChange,
  type WithdrawalStatus,
} from '@poklik/contract/withdrawals';
import { type Posting, transfer } from '@poklik/domain/ledger/journal';
import { fromMinor, toMinor } from '@poklik/domain/money/amount';
import {
  approvableFrom,
  approvalsNeeded,
  needsReason,
  nextStatuses,
  PAYOUT_COOLDOWN_HOURS,
  returnsMoney,
} from '@poklik/domain/withdrawals/transitions';
import type { Caller } from '../../../http/caller.ts';
import { runIdempotent } from '../../../http/idempotency.ts';
import type { Services } from '../../../services.ts';
import type { Database } from '../../../stores/postgres.ts';
import { recordAudit } from '../../audit/audit.service.ts';
import { notifyUser, notifyWithEmail } from '../../notifications/notifications.service.ts';
import { postJournal } from '../ledger/ledger.service.ts';
import {
  findPayout,
  findWithdrawal,
  getPayout,
  getUser,
  insertWithdrawal,
  listStaff,
  lockWithdrawal,
  updateWithdrawal,
  type WithdrawalRecord,
  type WithdrawalRow,
} from './withdrawals.repo.ts';

const SCREEN = 'referrals?tab=withdrawals';

export const isStaff = ({ permissions }: Caller): boolean => permissions.includes('withdrawals:review');

/** Reserves the amount at once, so that it cannot be spent twice. */
export const requestWithdrawal = (
  { db, config }: Services,
  caller: Caller,
  { amount }: NewWithdrawal,
): Promise<{ data: Withdrawal }> =>
  runIdempotent(db, caller, async (tx) => {
    const { accountId, userId } = caller;
    const { minMinor, feeMinor } = config.withdrawals;
    const amountMinor = toMinor(amount);
    if (amountMinor < minMinor || amountMinor <= feeMinor) {
      const min = fromMinor(amountMinor < minMinor ? minMinor : feeMinor + 1n);
      throw new AppError('invalid_request', { fields: { amount: [{ key: 'below_minimum', values: { min } }] } });
    }
    const user = await getUser(tx, userId);
    if (!user.emailVerifiedAt) throw new AppError('email_not_verified');
    const payout = await findPayout(tx, accountId);
    if (!payout) throw new AppError('payout_missing');
    const created = await insertWithdrawal(tx, { accountId, userId, amountMinor, feeMinor, payoutId: payout.id });
    if (!created) throw new AppError('withdrawal_open');
    await postJournal(tx, {
      kind: 'withdrawal_request',
      key: `withdrawal:${created.id}:request`,
      accountId,
      postings: transfer('available', 'reserved', amountMinor),
      reference: `withdrawal:${created.id}`,
      actorId: userId,
    });
    await recordAudit(tx, {
      actor: userId,
      account: accountId,
      action: 'withdrawal.requested',
      entity: `withdrawal:${created.id}`,
      after: { amount: fromMinor(amountMinor), method: payout.method, details: payout.masked },
      ip: caller.ip,
    });
    const values = { ...notificationValues(created), details: payout.masked };
    await notifyWithEmail(tx, user, 'withdrawal_requested', values, SCREEN);
    for (const one of await listStaff(tx, accountId)) await notifyUser(tx, one, 'withdrawal_waiting', values);
    return { data: await getWithdrawalResponse(tx, caller, created.id, config.withdrawals.twoApproversFromMinor) };
  });

export const changeWithdrawalStatus = (
  { db, config }: Services,
  caller: Caller,
  id: number,
  change: WithdrawalChange,
): Promise<{ data: Withdrawal }> =>
  runIdempotent(db, caller, async (tx) => {
    const { twoApproversFromMinor } = config.withdrawals;
    const current = await lockWithdrawal(tx, id);
    const reader = { isOwner: current?.accountId === caller.accountId, isStaff: isStaff(caller) };
    if (!current || (!reader.isOwner && !reader.isStaff)) throw new AppError('not_found');
    const { status } = change;
    if (reader.isOwner && nextStatuses(current.status, { isOwner: false, isStaff: true }).includes(status))
      throw new AppError('own_request');
    if (!nextStatuses(current.status, reader).includes(status)) throw new AppError('status_conflict');
    const reason = requireReason(change);
    const { payout, now } = await getPayout(tx, current.payoutId);
    if (status === 'approved' && approvableFrom(payout, now) !== null)
      throw new AppError('payout_resting', { values: { hours: PAYOUT_COOLDOWN_HOURS } });

    const isFirstOfTwo =
      status === 'approved' &&
      approvalsNeeded(current.amountMinor, twoApproversFromMinor) === 2 &&
      current.firstApproverId === null;
    if (status === 'approved' && current.firstApproverId === caller.userId)
      throw new AppError('second_approver_needed');
    await updateWithdrawal(tx, id, {
      ...(isFirstOfTwo ? { firstApproverId: caller.userId } : { status }),
      ...(reason === null ? {} : { reason }),
      ...(change.external_id ? { externalId: change.external_id } : {}),
      ...(reader.isOwner ? {} : { reviewedById: caller.userId }),
    });
    await postSettlement(tx, caller, current, status);
    await recordAudit(tx, {
      actor: caller.userId,
      account: current.accountId,
      action: isFirstOfTwo ? 'withdrawal.first_approved' : `withdrawal.${status}`,
      entity: `withdrawal:${id}`,
      before: { status: current.status },
      after: { status: isFirstOfTwo ? current.status : status, reason, external_id: change.external_id ?? null },
      ip: caller.ip,
    });
    if (!isFirstOfTwo) await notifyOwner(tx, current, status, reason);
    return { data: await getWithdrawalResponse(tx, caller, id, twoApproversFromMinor) };
  });

function requireReason({ status, reason }: WithdrawalChange): string | null {
  const given = reason?.trim() || null;
  if (!needsReason(status) || (given !== null && given.length >= WITHDRAWAL_REASON_MIN)) return given;
  throw new AppError('invalid_request', { fields: { reason: [{ key: 'reason_missing' }] } });
}

/** Pays out or returns the reserved amount. Both use the same key, so that only one can happen. */
async function postSettlement(
  tx: Database,
  caller: Caller,
  current: WithdrawalRecord,
  status: WithdrawalStatus,
): Promise<void> {
  const { id, accountId, amountMinor, feeMinor } = current;
  const journal = {
    key: `withdrawal:${id}:settled`,
    accountId,
    reference: `withdrawal:${id}`,
    actorId: caller.userId,
  };
  if (returnsMoney(status)) {
    const postings = transfer('reserved', 'available', amountMinor);
    await postJournal(tx, { ...journal, kind: 'withdrawal_return', postings });
  }
  if (status === 'paid') {
    const postings: Posting[] = [
      { account: 'reserved', amountMinor: -amountMinor },
      { account: 'external', amountMinor: amountMinor - feeMinor },
    ];
    if (feeMinor > 0n) postings.push({ account: 'fees', amountMinor: feeMinor });
    await postJournal(tx, { ...journal, kind: 'withdrawal_payout', postings });
  }
}

const STATUS_NOTIFICATIONS = {
  approved: 'withdrawal_approved',
  processing: 'withdrawal_processing',
  paid: 'withdrawal_paid',
  rejected: 'withdrawal_rejected',
  cancelled: 'withdrawal_cancelled',
  failed: 'withdrawal_failed',
} as const;

async function notifyOwner(
  tx: Database,
  current: WithdrawalRecord,
  status: WithdrawalStatus,
  reason: string | null,
): Promise<void> {
  if (status === 'pending') return;
  const recipient = { id: current.userId, accountId: current.accountId };
  await notifyWithEmail(
    tx,
    recipient,
    STATUS_NOTIFICATIONS[status],
    { ...notificationValues(current), reason: reason ?? '' },
    SCREEN,
  );
}

const notificationValues = ({ id, amountMinor, feeMinor, currency }: WithdrawalRecord) => ({
  id,
  amount: fromMinor(amountMinor),
  net: fromMinor(amountMinor - feeMinor),
  currency,
});

async function getWithdrawalResponse(
  tx: Database,
  caller: Caller,
  id: number,
  twoFromMinor: bigint,
): Promise<Withdrawal> {
  const row = await findWithdrawal(tx, id);
  if (!row) throw new Error(`withdrawal ${id} not found`);
  return toWithdrawal(row, caller, twoFromMinor);
}

export function toWithdrawal(row: WithdrawalRow, caller: Caller, twoFromMinor: bigint): Withdrawal {
  const { withdrawal, payout, user, reviewer } = row;
  const { amountMinor, feeMinor, status, firstApproverId } = withdrawal;
  const isOwn = withdrawal.accountId === caller.accountId;
  const needed = approvalsNeeded(amountMinor, twoFromMinor);
  const isApproved = !['pending', 'rejected', 'cancelled'].includes(status);
  const hasApproved = status === 'pending' && firstApproverId === caller.userId;
  const next = nextStatuses(status, { isOwner: isOwn, isStaff: isStaff(caller) });
  const approvableAt = status === 'pending' ? approvableFrom(payout, new Date()) : null;
  return {
    id: withdrawal.id,
    user,
    amount: fromMinor(amountMinor),
    fee: fromMinor(feeMinor),
    net: fromMinor(amountMinor - feeMinor),
    currency: withdrawal.currency,
    method: payout.method,
    details: payout.masked,
    status,
    reason: withdrawal.reason,
    external_id: withdrawal.externalId,
    approvals: { given: isApproved ? needed : firstApproverId === null ? 0 : 1, needed },
    created_at: withdrawal.createdAt.toISOString(),
    reviewed_by: reviewer && { id: reviewer.id, name: reviewer.name || reviewer.email },
    paid_at: withdrawal.paidAt?.toISOString() ?? null,
    approvable_from: approvableAt?.toISOString() ?? null,
    is_own: isOwn,
    next: next.filter((each) => each !== 'approved' || (!hasApproved && approvableAt === null)),
  };
}
