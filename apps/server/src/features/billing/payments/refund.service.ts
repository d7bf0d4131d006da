import { proportionalTax } from '@poklik/domain/invoices/proportional-tax';
import { type Posting, transfer } from '@poklik/domain/ledger/journal';
import { fromMinor } from '@poklik/domain/money/amount';
import type { Caller } from '../../../http/caller.ts';
import { notifyUser } from '../../notifications/notifications.service.ts';
import { lockAccount } from '../accounts.repo.ts';
import type { BillingContext } from '../billing-context.ts';
import type { InvoiceRow } from '../invoices/invoices.repo.ts';
import { getInvoiceForUpdate, recordRefund, setInvoiceStatus } from '../invoices/invoices.service.ts';
import { postJournal } from '../ledger/ledger.service.ts';
import { reverseCommission } from '../referrals/commissions.service.ts';
import { revertPlan } from '../subscriptions/restore-plan.service.ts';
import { findSubscription } from '../subscriptions/subscriptions.repo.ts';
import { lockPayment, type PaymentRow } from './payments.repo.ts';
import { finishRefundRequest } from './refund-requests.repo.ts';

interface Refund {
  amountMinor: bigint;
  /** Back to the payment provider, or to the balance. */
  to: 'external' | 'available';
  reason: string;
  actor: Pick<Caller, 'userId' | 'ip'> | null;
}

/** Refunds part of a paid invoice. A full refund voids the invoice and ends its plan. */
export async function refundInvoice(context: BillingContext, invoice: InvoiceRow, refund: Refund): Promise<InvoiceRow> {
  const { tx } = context;
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
  if (refundedMinor < invoice.totalMinor)
    return recordRefund(context, invoice, { refundedMinor, reason: refund.reason });
  return voidPaidInvoice(context, invoice, { ...refund, refundedMinor });
}

/** Also used for invoices paid entirely by credit, where there is no money to refund. */
export async function voidPaidInvoice(
  context: BillingContext,
  invoice: InvoiceRow,
  { reason, actor, refundedMinor }: Omit<Refund, 'amountMinor' | 'to'> & { refundedMinor: bigint },
): Promise<InvoiceRow> {
  const subscription = await findSubscription(context.tx, invoice.accountId);
  if (subscription?.status === 'active' && subscription.invoiceId === invoice.id)
    await revertPlan(context, subscription, invoice);
  return setInvoiceStatus(context, invoice, 'void', { reason, refundedMinor, ...(actor ? { actor } : {}) });
}

/** A deposit has no plan to end, so only its invoice changes. */
const updateDepositRefund = (
  context: BillingContext,
  invoice: InvoiceRow,
  { refundedMinor, reason }: { refundedMinor: bigint; reason: string },
): Promise<InvoiceRow> =>
  refundedMinor < invoice.totalMinor
    ? recordRefund(context, invoice, { refundedMinor, reason })
    : setInvoiceStatus(context, invoice, 'void', { reason, refundedMinor });

/**
 * Applies a refund by the provider; `totalMinor` is everything refunded so far. The invoice is refunded first; any
 * amount beyond it is deducted from the balance, which may go below zero.
 */
export async function refundPayment(
  context: BillingContext,
  payment: PaymentRow,
  { amountMinor, totalMinor }: { amountMinor: bigint; totalMinor: bigint },
): Promise<void> {
  const { tx } = context;
  const { id, accountId } = payment;
  await lockAccount(tx, accountId);
  const current = await lockPayment(tx, payment.reference);
  const invoice =
    current?.bookedAs === 'invoice' && current.invoiceId !== null
      ? await getInvoiceForUpdate(tx, current.invoiceId)
      : null;
  // A refund that was made at the provider has no request of ours.
  const request = await finishRefundRequest(tx, id, amountMinor);
  const reason = request?.reason ?? 'refunded';
  const actor = request ? { userId: request.actorId, ip: '' } : null;
  const left = invoice ? invoice.totalMinor - invoice.refundedMinor - invoice.disputedMinor : 0n;
  const fromInvoice = amountMinor < left ? amountMinor : left;
  if (invoice && fromInvoice > 0n)
    await refundInvoice(context, invoice, {
      amountMinor: fromInvoice,
      to: 'external',
      ...{ reason, actor },
    });
  const fromBalance = amountMinor - fromInvoice;
  if (fromBalance > 0n)
    await postJournal(tx, {
      kind: 'deposit_reversal',
      key: `payment:${id}:refund:${totalMinor}`,
      accountId,
      postings: transfer('available', 'external', fromBalance),
      reference: `payment:${id}`,
    });
  if (current?.bookedAs === 'deposit' && current.invoiceId !== null)
    await updateDepositRefund(context, await getInvoiceForUpdate(tx, current.invoiceId), {
      ...{ refundedMinor: totalMinor, reason },
    });
  const { currency, userId } = payment;
  await notifyUser(tx, { id: userId, accountId }, 'payment_refunded', { amount: fromMinor(amountMinor), currency });
}
