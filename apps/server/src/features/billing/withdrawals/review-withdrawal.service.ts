import { AppError, invalidField } from '@poklik/contract/errors';
import {
  WITHDRAWAL_REASON_MIN,
  type Withdrawal,
  type WithdrawalChange,
  type WithdrawalStatus,
} from '@poklik/contract/withdrawals';
import { type Posting, transfer } from '@poklik/domain/ledger/journal';
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
import { notifyWithEmail } from '../../notifications/notifications.service.ts';
import { postJournal } from '../ledger/ledger.service.ts';
import { getWithdrawalResponse, isStaff, notificationValues, WITHDRAWALS_SCREEN } from './withdrawal.response.ts';
import { getPayout, lockWithdrawal, updateWithdrawal, type WithdrawalRecord } from './withdrawals.repo.ts';

/** Staff review and pay; the owner may cancel. */
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
  throw invalidField('reason', 'reason_missing');
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
    WITHDRAWALS_SCREEN,
  );
}
