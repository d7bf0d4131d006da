import type { Withdrawal } from '@poklik/contract/withdrawals';
import { fromMinor } from '@poklik/domain/money/amount';
import { approvableFrom, approvalsNeeded, nextStatuses } from '@poklik/domain/withdrawals/transitions';
import type { Caller } from '../../../http/caller.ts';
import type { Database } from '../../../stores/postgres.ts';
import { findWithdrawal, type WithdrawalRecord, type WithdrawalRow } from './withdrawals.repo.ts';

/** The screen that notifications link to. */
export const WITHDRAWALS_SCREEN = 'referrals?tab=withdrawals';

export const isStaff = ({ permissions }: Caller): boolean => permissions.includes('withdrawals:review');

export const notificationValues = ({ id, amountMinor, feeMinor, currency }: WithdrawalRecord) => ({
  id,
  amount: fromMinor(amountMinor),
  net: fromMinor(amountMinor - feeMinor),
  currency,
});

export async function getWithdrawalResponse(
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
