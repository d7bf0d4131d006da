import type { Posting } from '@poklik/domain/ledger/journal';
import type { Caller } from '../../../http/caller.ts';
import type { Database } from '../../../stores/postgres.ts';
import type { InvoiceRow } from '../invoices/invoices.repo.ts';
import { recordRefund, setInvoiceStatus } from '../invoices/invoices.service.ts';
import { postJournal } from '../ledger/ledger.service.ts';
import { reverseCommission } from '../referrals/commissions.service.ts';
import { revertPlan } from '../subscriptions/plan-restore.service.ts';
import { findSubscription } from '../subscriptions/subscriptions.repo.ts';

interface Refund {
  amountMinor: bigint;
  /** Back to the payment provider, or to the balance. */
  to: 'external' | 'available';
  now: Date;
  reason: string;
  actor: Pick<Caller, 'userId' | 'ip'> | null;
}

/** The tax of a cumulative amount, so that the differences of partial refunds add up to the full tax. */
export const proportionalTax = ({ taxMinor, totalMinor }: InvoiceRow, partMinor: bigint): bigint =>
  (taxMinor * partMinor) / totalMinor;

/** Refunds part of a paid invoice. A full refund voids the invoice and ends its plan. */
export async function refundInvoice(tx: Database, invoice: InvoiceRow, refund: Refund): Promise<InvoiceRow> {
  const refundedMinor = invoice.refundedMinor + refund.amountMinor;
  const lostMinor = invoice.refundedMinor + invoice.disputedMinor;
  const tax = proportionalTax(invoice, lostMinor + refund.amountMinor) - proportionalTax(invoice, lostMinor);
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
  const totalLostMinor = lostMinor + refund.amountMinor;
  const netMinor = totalLostMinor - proportionalTax(invoice, totalLostMinor);
  await reverseCommission(tx, { reference: `invoice:${invoice.id}`, refundedMinor: netMinor });
  if (refundedMinor < invoice.totalMinor) return recordRefund(tx, invoice, refundedMinor);
  return voidPaidInvoice(tx, invoice, { ...refund, refundedMinor });
}

/** Also used for invoices paid entirely by credit, where there is no money to refund. */
export async function voidPaidInvoice(
  tx: Database,
  invoice: InvoiceRow,
  { now, reason, actor, refundedMinor }: Omit<Refund, 'amountMinor' | 'to'> & { refundedMinor: bigint },
): Promise<InvoiceRow> {
  const subscription = await findSubscription(tx, invoice.accountId);
  if (subscription?.status === 'active' && subscription.invoiceId === invoice.id)
    await revertPlan(tx, subscription, invoice, now);
  return setInvoiceStatus(tx, invoice, 'void', { now, reason, refundedMinor, ...(actor ? { actor } : {}) });
}

/** A deposit has no plan to end, so only its invoice changes. */
export const updateDepositRefund = (
  tx: Database,
  invoice: InvoiceRow,
  { refundedMinor, now }: { refundedMinor: bigint; now: Date },
): Promise<InvoiceRow> =>
  refundedMinor < invoice.totalMinor
    ? recordRefund(tx, invoice, refundedMinor)
    : setInvoiceStatus(tx, invoice, 'void', { now, reason: 'refunded', refundedMinor });
