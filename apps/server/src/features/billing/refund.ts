import type { Posting } from '@poklik/domain/ledger/journal';
import type { Caller } from '../../http/caller.ts';
import type { Database } from '../../stores/postgres.ts';
import { type InvoiceRow, recordRefund, setInvoiceStatus } from '../invoices/invoices.service.ts';
import { postJournal } from '../ledger/ledger.service.ts';
import { reverseCommission } from '../referrals/commissions.service.ts';
import { findSubscription } from '../subscriptions/subscriptions.service.ts';
import { leavePlan } from './earlier-plan.ts';

interface Refund {
  amountMinor: bigint;
  /** Out of the house, or to the balance of the account. */
  to: 'external' | 'available';
  now: Date;
  reason: string;
  actor: Pick<Caller, 'userId' | 'ip'> | null;
}

/** Of the tax of an invoice, what belongs to a part of it; of parts that add up to the whole, all of it. */
export const taxOf = ({ taxMinor, totalMinor }: InvoiceRow, partMinor: bigint): bigint =>
  (taxMinor * partMinor) / totalMinor;

/** Gives back a part of a paid invoice. Once all of it is back, the invoice is void and what it bought is over. */
export async function giveBack(tx: Database, invoice: InvoiceRow, refund: Refund): Promise<InvoiceRow> {
  const refundedMinor = invoice.refundedMinor + refund.amountMinor;
  const goneMinor = invoice.refundedMinor + invoice.disputedMinor;
  const tax = taxOf(invoice, goneMinor + refund.amountMinor) - taxOf(invoice, goneMinor);
  const postings: Posting[] = [{ account: refund.to, amountMinor: refund.amountMinor }];
  if (refund.amountMinor > tax) postings.push({ account: 'revenue', amountMinor: tax - refund.amountMinor });
  if (tax > 0n) postings.push({ account: 'tax', amountMinor: -tax });
  await postJournal(tx, {
    kind: 'payment_refund',
    key: `invoice:${invoice.id}:refund:${refundedMinor}`,
    accountId: invoice.accountId,
    postings,
    reference: `invoice:${invoice.id}`,
    reason: refund.reason,
    actorId: refund.actor?.userId ?? null,
  });
  const allGone = goneMinor + refund.amountMinor;
  const netMinor = allGone - taxOf(invoice, allGone);
  await reverseCommission(tx, { reference: `invoice:${invoice.id}`, refundedMinor: netMinor });
  if (refundedMinor < invoice.totalMinor) return recordRefund(tx, invoice, refundedMinor);
  return voidPaid(tx, invoice, { ...refund, refundedMinor });
}

/** Also for an invoice that credit alone paid, where no money goes back. */
export async function voidPaid(
  tx: Database,
  invoice: InvoiceRow,
  { now, reason, actor, refundedMinor }: Omit<Refund, 'amountMinor' | 'to'> & { refundedMinor: bigint },
): Promise<InvoiceRow> {
  const subscription = await findSubscription(tx, invoice.accountId);
  if (subscription?.status === 'active' && subscription.invoiceId === invoice.id)
    await leavePlan(tx, subscription, invoice, now);
  return setInvoiceStatus(tx, invoice, 'void', { now, reason, refundedMinor, ...(actor ? { actor } : {}) });
}

/** A deposit bought nothing; its invoice only tells what became of the money. */
export const noteDepositRefund = (
  tx: Database,
  invoice: InvoiceRow,
  { refundedMinor, now }: { refundedMinor: bigint; now: Date },
): Promise<InvoiceRow> =>
  refundedMinor < invoice.totalMinor
    ? recordRefund(tx, invoice, refundedMinor)
    : setInvoiceStatus(tx, invoice, 'void', { now, reason: 'refunded', refundedMinor });
