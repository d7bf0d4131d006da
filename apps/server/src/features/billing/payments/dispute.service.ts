import type { DisputeStatus } from '@poklik/contract/invoices';
import { proportionalTax } from '@poklik/domain/invoices/proportional-tax';
import type { JournalKind, Posting } from '@poklik/domain/ledger/journal';
import { fromMinor } from '@poklik/domain/money/amount';
import { type Dispute, overallDisputeStatus } from '@poklik/domain/payments/payment-state';
import type { Database } from '../../../stores/postgres.ts';
import { notifyWithEmail } from '../../notifications/notifications.service.ts';
import { getAccountOwner, lockAccount } from '../accounts.repo.ts';
import type { BillingContext } from '../billing-context.ts';
import { findInvoice, type InvoiceRow } from '../invoices/invoices.repo.ts';
import { getInvoiceForUpdate, recordDispute } from '../invoices/invoices.service.ts';
import { postJournal } from '../ledger/ledger.service.ts';
import { adjustCommissionForDispute } from '../referrals/commissions.service.ts';
import { resumePlan, suspendPlan } from '../subscriptions/restore-plan.service.ts';
import { listOperators, lockPayment, type PaymentRow, updatePayment } from './payments.repo.ts';

interface DisputedAmount {
  /** Total amount of the payment under dispute after the event. */
  disputedMinor: bigint;
  disputes: readonly Dispute[];
  eventId: string;
}

/**
 * Posts the difference between the booked and the new disputed amount: first from the paid invoice, then from the
 * balance, which may go below zero. A won dispute reverses it.
 */
export async function applyDisputedAmount(
  context: BillingContext,
  before: PaymentRow,
  target: DisputedAmount,
): Promise<void> {
  const { tx } = context;
  await lockAccount(tx, before.accountId);
  const payment = await lockPayment(tx, before.reference);
  if (!payment?.invoiceId || payment.bookedAs === null) return;
  const invoice = await getInvoiceForUpdate(tx, payment.invoiceId);
  const { disputedMinor: totalDisputedMinor, eventId } = target;
  const isInvoicePayment = payment.bookedAs === 'invoice';
  const left = isInvoicePayment ? invoice.totalMinor - invoice.refundedMinor : 0n;
  const fromInvoice = totalDisputedMinor < left ? totalDisputedMinor : left;
  const previousFromInvoice = isInvoicePayment ? invoice.disputedMinor : 0n;
  const previousFromBalance = before.disputeBookedMinor - previousFromInvoice;
  const disputeStatus = overallDisputeStatus(target.disputes);
  if (isInvoicePayment) await postInvoiceDispute(tx, invoice, fromInvoice, eventId);
  const balanceChange = totalDisputedMinor - fromInvoice - previousFromBalance;
  if (balanceChange !== 0n)
    await postJournal(tx, {
      kind: journalKind(balanceChange),
      key: `payment:${payment.id}:dispute:${eventId}`,
      accountId: payment.accountId,
      postings: [
        { account: 'external', amountMinor: balanceChange },
        { account: 'available', amountMinor: -balanceChange },
      ],
      reference: `payment:${payment.id}`,
    });
  const invoiceDisputedMinor = isInvoicePayment ? fromInvoice : totalDisputedMinor;
  const updated = await recordDispute(context, invoice, { disputedMinor: invoiceDisputedMinor, disputeStatus });
  if (!isInvoicePayment) return;
  if (previousFromInvoice === 0n && fromInvoice > 0n)
    await updatePayment(tx, payment.id, { suspended: await suspendPlan(context, updated) });
  if (previousFromInvoice > 0n && fromInvoice === 0n && payment.suspended) {
    await resumePlan(context, payment.accountId, payment.suspended);
    await updatePayment(tx, payment.id, { suspended: null });
  }
}

const journalKind = (amountMinor: bigint): JournalKind => (amountMinor > 0n ? 'dispute' : 'dispute_reversal');

async function postInvoiceDispute(
  tx: Database,
  invoice: InvoiceRow,
  disputedMinor: bigint,
  eventId: string,
): Promise<void> {
  const amountMinor = disputedMinor - invoice.disputedMinor;
  if (amountMinor === 0n) return;
  const lostMinor = invoice.refundedMinor + disputedMinor;
  const tax =
    proportionalTax(invoice, lostMinor) - proportionalTax(invoice, invoice.refundedMinor + invoice.disputedMinor);
  const postings: Posting[] = [
    { account: 'external', amountMinor },
    { account: 'revenue', amountMinor: tax - amountMinor },
    { account: 'tax', amountMinor: -tax },
  ];
  await postJournal(tx, {
    kind: journalKind(amountMinor),
    key: `invoice:${invoice.id}:dispute:${eventId}`,
    accountId: invoice.accountId,
    postings: postings.filter((posting) => posting.amountMinor !== 0n),
    reference: `invoice:${invoice.id}`,
  });
  const refundedMinor = lostMinor - proportionalTax(invoice, lostMinor);
  await adjustCommissionForDispute(tx, { reference: `invoice:${invoice.id}`, refundedMinor }, eventId);
}

const OPERATOR_NOTIFICATIONS = {
  inquiry: 'dispute_inquiry',
  open: 'dispute_opened',
  lost: 'dispute_lost',
  won: 'dispute_won',
} as const satisfies Record<DisputeStatus, string>;

/** Operators get every status change; the customer only what affects the account. */
export async function notifyDispute(
  tx: Database,
  payment: PaymentRow,
  {
    dispute,
    was: previousStatus,
    movedMinor,
  }: { dispute: Dispute | undefined; was: DisputeStatus | null; movedMinor: bigint },
): Promise<void> {
  const { accountId, currency } = payment;
  const owner = await getAccountOwner(tx, accountId);
  const current = await lockPayment(tx, payment.reference);
  const invoice = current?.invoiceId ? await findInvoice(tx, current.invoiceId) : null;
  const number = invoice?.number ?? '–';
  if (dispute && dispute.status !== previousStatus) {
    const values = { amount: fromMinor(dispute.amountMinor), currency, number, customer: owner.email };
    for (const operator of await listOperators(tx, accountId))
      await notifyWithEmail(tx, operator, OPERATOR_NOTIFICATIONS[dispute.status], values, 'invoices');
  }
  const customer = { id: owner.id, accountId };
  const notifyCustomer = (
    kind: 'payment_disputed' | 'payment_restored' | 'payment_dispute_lost',
    amountMinor: bigint,
  ) => notifyWithEmail(tx, customer, kind, { amount: fromMinor(amountMinor), currency, number }, 'invoices');
  if (dispute?.status === 'lost' && previousStatus !== 'lost')
    await notifyCustomer('payment_dispute_lost', dispute.amountMinor);
  else if (movedMinor > 0n) await notifyCustomer('payment_disputed', movedMinor);
  else if (movedMinor < 0n && dispute) await notifyCustomer('payment_restored', -movedMinor);
}
