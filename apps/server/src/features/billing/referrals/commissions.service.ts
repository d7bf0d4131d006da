import { AppError } from '@poklik/contract/errors';
import type { CommissionOnHold, CommissionReview } from '@poklik/contract/referrals';
import { transfer } from '@poklik/domain/ledger/journal';
import { fromMinor, shareOf } from '@poklik/domain/money/amount';
import { commissionRestoration, commissionReversal } from '@poklik/domain/referrals/commission';
import { selfReferralReasons } from '@poklik/domain/referrals/self-referral';
import type { Config } from '../../../config.ts';
import type { Caller } from '../../../http/caller.ts';
import { runIdempotent } from '../../../http/idempotency.ts';
import type { Services } from '../../../services.ts';
import type { Database } from '../../../stores/postgres.ts';
import { retryTransaction } from '../../../stores/retry-transaction.ts';
import { recordAudit } from '../../audit/audit.service.ts';
import { notifyWithEmail } from '../../notifications/notifications.service.ts';
import { findAccountId } from '../accounts.repo.ts';
import { postJournal } from '../ledger/ledger.service.ts';
import { toHeldCommission } from './commission.response.ts';
import {
  type CommissionRow,
  findReferrer,
  getUserTraits,
  insertCommission,
  listCommissions,
  listDueCommissions,
  lockCommission,
  lockDueCommission,
  updateCommission,
} from './commissions.repo.ts';

export interface AppliedPayment {
  accountId: number;
  /** The payment, such as `payment:12`. */
  reference: string;
  /** Without tax and refunds. */
  netMinor: bigint;
}

export interface AppliedRefund {
  /** The payment's reference. */
  reference: string;
  /** Total refunded so far, of the net amount. */
  refundedMinor: bigint;
}

const SCREEN = 'referrals?tab=commissions';
const toRecipient = ({ beneficiaryId, accountId }: CommissionRow) => ({ id: beneficiaryId, accountId });
const remainingAmount = ({ amountMinor, reversedMinor }: CommissionRow): bigint => amountMinor - reversedMinor;

/** Credits the referrer's share, once per payment. Runs in the transaction that applies the payment. */
export async function accrueCommission(
  tx: Database,
  payment: AppliedPayment,
  terms: Config['referrals'],
): Promise<void> {
  const found = await findReferrer(tx, payment.accountId);
  if (!found) return;
  const { referrer, payer } = found;
  const basisPoints = referrer.basisPoints ?? terms.basisPoints;
  const amountMinor = shareOf(payment.netMinor, basisPoints);
  if (amountMinor <= 0n) return;
  const commission = await insertCommission(
    tx,
    {
      accountId: referrer.accountId,
      beneficiaryId: referrer.id,
      referralId: payer.id,
      source: payment.reference,
      baseMinor: payment.netMinor,
      basisPoints,
      amountMinor,
      heldFor: selfReferralReasons(await getUserTraits(tx, referrer.id), await getUserTraits(tx, payer.id)),
    },
    terms.holdDays,
  );
  if (!commission) return;
  await postJournal(tx, {
    kind: 'commission_accrual',
    key: `commission:${commission.id}:accrual`,
    accountId: referrer.accountId,
    postings: transfer('commissions', 'pending', amountMinor),
    reference: `commission:${commission.id}`,
  });
  if (commission.status === 'held') return;
  const values = { amount: fromMinor(amountMinor), currency: commission.currency, days: terms.holdDays };
  await notifyWithEmail(tx, toRecipient(commission), 'commission_earned', values, SCREEN);
}

/** Reverses the refunded share, from the amount on hold or from the balance. */
export async function reverseCommission(tx: Database, refund: AppliedRefund): Promise<void> {
  const commission = await lockCommission(tx, { source: refund.reference });
  if (!commission) return;
  await reverseAmount(tx, commission, commissionReversal(commission, refund.refundedMinor), {});
}

/** Reverses the disputed share and restores it when the dispute is won. `refundedMinor` includes disputed amounts. */
export async function adjustCommissionForDispute(tx: Database, refund: AppliedRefund, eventId: string): Promise<void> {
  const commission = await lockCommission(tx, { source: refund.reference });
  if (!commission) return;
  const due = commissionReversal(commission, refund.refundedMinor);
  if (due > 0n) return reverseAmount(tx, commission, due, { disputeEvent: eventId });
  return restoreAmount(tx, commission, commissionRestoration(commission, refund.refundedMinor), eventId);
}

async function reverseAmount(
  tx: Database,
  commission: CommissionRow,
  amountMinor: bigint,
  { actorId, reason, disputeEvent }: { actorId?: number; reason?: string; disputeEvent?: string },
): Promise<void> {
  if (amountMinor === 0n) return;
  const reversedMinor = commission.reversedMinor + amountMinor;
  const isFullyReversed = reversedMinor === commission.amountMinor;
  const { before, after } = await postJournal(tx, {
    kind: 'commission_reversal',
    key: disputeEvent
      ? `commission:${commission.id}:dispute:${disputeEvent}`
      : `commission:${commission.id}:reversal:${reversedMinor - commission.disputedMinor}`,
    accountId: commission.accountId,
    postings: transfer(commission.status === 'available' ? 'available' : 'pending', 'commissions', amountMinor),
    reference: `commission:${commission.id}`,
    actorId: actorId ?? null,
    reason: reason ?? null,
  });
  await updateCommission(tx, commission.id, {
    reversedMinor,
    ...(isFullyReversed ? { status: 'reversed' } : {}),
    ...(disputeEvent
      ? {
          disputedMinor: commission.disputedMinor + amountMinor,
          disputedEarnedMinor: commission.disputedEarnedMinor + before.withdrawable - after.withdrawable,
        }
      : {}),
  });
  const values = { amount: fromMinor(amountMinor), currency: commission.currency };
  await notifyWithEmail(tx, toRecipient(commission), 'commission_reversed', values, SCREEN);
}

/** Restores a disputed amount to where it was taken from, withdrawable to the same extent. */
async function restoreAmount(
  tx: Database,
  commission: CommissionRow,
  amountMinor: bigint,
  eventId: string,
): Promise<void> {
  if (amountMinor === 0n) return;
  const { id, accountId, releasedAt, disputedEarnedMinor, currency } = commission;
  const reference = `commission:${id}`;
  const earned = amountMinor < disputedEarnedMinor ? amountMinor : disputedEarnedMinor;
  const onHold = releasedAt === null ? amountMinor : earned;
  const postings = [
    { account: 'commissions', amountMinor: -amountMinor },
    { account: 'pending', amountMinor: onHold },
    { account: 'available', amountMinor: amountMinor - onHold },
  ] as const;
  const key = `commission:${id}:dispute:${eventId}`;
  await postJournal(tx, {
    kind: 'commission_restore',
    key,
    accountId,
    postings: postings.filter((posting) => posting.amountMinor !== 0n),
    reference,
  });
  // Only a release makes money withdrawable.
  if (releasedAt !== null && earned > 0n)
    await postJournal(tx, {
      kind: 'commission_release',
      key: `${key}:release`,
      accountId,
      postings: transfer('pending', 'available', earned),
      reference,
    });
  await updateCommission(tx, id, {
    reversedMinor: commission.reversedMinor - amountMinor,
    disputedMinor: commission.disputedMinor - amountMinor,
    disputedEarnedMinor: disputedEarnedMinor - (releasedAt === null ? 0n : earned),
    status: releasedAt ? 'available' : commission.heldFor.length > 0 ? 'held' : 'pending',
  });
  const values = { amount: fromMinor(amountMinor), currency };
  await notifyWithEmail(tx, toRecipient(commission), 'commission_restored', values, SCREEN);
}

/**
 * Releases commissions whose hold is over and returns their number. Screens that show a balance call it for their
 * account, so that the balance does not wait for the job. A failure does not stop the others.
 */
export async function releaseDueCommissions(
  { db, log }: Pick<Services, 'db' | 'log'>,
  accountId?: number,
): Promise<number> {
  let released = 0;
  for (const id of await listDueCommissions(db, accountId)) {
    try {
      if (await retryTransaction(db, (tx) => releaseCommission(tx, id))) released += 1;
    } catch (error) {
      log.error({ err: error, commission: id }, 'commission release failed');
    }
  }
  return released;
}

async function releaseCommission(tx: Database, id: number): Promise<boolean> {
  const commission = await lockDueCommission(tx, id);
  if (!commission) return false;
  await postJournal(tx, {
    kind: 'commission_release',
    key: `commission:${id}:release`,
    accountId: commission.accountId,
    postings: transfer('pending', 'available', remainingAmount(commission)),
    reference: `commission:${id}`,
  });
  await updateCommission(tx, id, { status: 'available', isReleased: true });
  const values = { amount: fromMinor(remainingAmount(commission)), currency: commission.currency };
  await notifyWithEmail(tx, toRecipient(commission), 'commission_released', values, SCREEN);
  return true;
}

/** Staff approve or reverse a flagged commission, never one of their own account. */
export const reviewCommission = (
  db: Database,
  caller: Caller,
  { id, decision, reason }: CommissionReview & { id: number },
): Promise<{ data: CommissionOnHold }> =>
  runIdempotent(db, caller, async (tx) => {
    const commission = await lockCommission(tx, { id });
    if (!commission) throw new AppError('not_found');
    if ([commission.accountId, await findAccountId(tx, commission.referralId)].includes(caller.accountId))
      throw new AppError('own_request');
    if (commission.status !== 'held') throw new AppError('status_conflict');
    if (decision === 'release') await updateCommission(tx, id, { status: 'pending' });
    else await reverseAmount(tx, commission, remainingAmount(commission), { actorId: caller.userId, reason });
    await recordAudit(tx, {
      actor: caller.userId,
      account: commission.accountId,
      action: decision === 'release' ? 'commission.passed' : 'commission.reversed',
      entity: `commission:${id}`,
      before: { status: 'held', held_for: commission.heldFor },
      after: { reason },
      ip: caller.ip,
    });
    const [row] = await listCommissions(tx, { id }, { limit: 1, offset: 0, sort: 'created_at', order: 'asc' });
    if (!row) throw new AppError('not_found');
    return { data: toHeldCommission(row) };
  });
