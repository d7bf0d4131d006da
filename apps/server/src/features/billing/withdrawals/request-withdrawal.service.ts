import { AppError, invalidField } from '@poklik/contract/errors';
import type { NewWithdrawal, Withdrawal } from '@poklik/contract/withdrawals';
import { transfer } from '@poklik/domain/ledger/journal';
import { fromMinor, toMinor } from '@poklik/domain/money/amount';
import type { Caller } from '../../../http/caller.ts';
import { runIdempotent } from '../../../http/idempotency.ts';
import type { Services } from '../../../services.ts';
import { recordAudit } from '../../audit/audit.service.ts';
import { notifyUser, notifyWithEmail } from '../../notifications/notifications.service.ts';
import { postJournal } from '../ledger/ledger.service.ts';
import { getWithdrawalResponse, notificationValues, WITHDRAWALS_SCREEN } from './withdrawal.response.ts';
import { findPayout, getUser, insertWithdrawal, listStaff } from './withdrawals.repo.ts';

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
      throw invalidField('amount', { key: 'below_minimum', values: { min } });
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
    await notifyWithEmail(tx, user, 'withdrawal_requested', values, WITHDRAWALS_SCREEN);
    for (const one of await listStaff(tx, accountId)) await notifyUser(tx, one, 'withdrawal_waiting', values);
    return { data: await getWithdrawalResponse(tx, caller, created.id, config.withdrawals.twoApproversFromMinor) };
  });
