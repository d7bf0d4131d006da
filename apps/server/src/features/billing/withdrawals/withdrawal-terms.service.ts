import { BASE_CURRENCY } from '@poklik/contract/money';
import type { WithdrawalTerms } from '@poklik/contract/withdrawals';
import { fromMinor } from '@poklik/domain/money/amount';
import type { Caller } from '../../../http/caller.ts';
import type { Services } from '../../../services.ts';
import { getBalance } from '../ledger/ledger.repo.ts';
import { releaseDueCommissions } from '../referrals/commissions.service.ts';
import { toSavedPayout } from './payout-details.service.ts';
import { findNextRelease, findOpenWithdrawal, findPayout, getUser } from './withdrawals.repo.ts';

/** What the withdrawal form shows, and what blocks a request. */
export async function getWithdrawalTerms(services: Services, caller: Caller): Promise<WithdrawalTerms> {
  const { db, config } = services;
  const { accountId, userId } = caller;
  await releaseDueCommissions(services, accountId);
  const [user, balance, payout, openId, nextRelease] = await Promise.all([
    getUser(db, userId),
    getBalance(db, accountId),
    findPayout(db, accountId),
    findOpenWithdrawal(db, accountId),
    findNextRelease(db, accountId),
  ]);
  const { minMinor, feeMinor } = config.withdrawals;
  const blockedBy: WithdrawalTerms['blocked_by'] = [];
  if (!user.emailVerifiedAt) blockedBy.push('email_not_verified');
  if (openId !== null) blockedBy.push('request_open');
  if (balance.withdrawable < minMinor) blockedBy.push('below_minimum');
  if (!payout) blockedBy.push('payout_missing');
  return {
    currency: BASE_CURRENCY,
    minimum: fromMinor(minMinor),
    fee: fromMinor(feeMinor),
    withdrawable: fromMinor(balance.withdrawable),
    pending: fromMinor(balance.pending),
    next_release_at: nextRelease?.toISOString() ?? null,
    payout: payout && toSavedPayout(payout),
    blocked_by: blockedBy,
  };
}
