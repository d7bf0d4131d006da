import type { DisputeStatus } from '@poklik/contract/invoices';
import type { JournalKind, Posting } from '@poklik/domain/ledger/journal';
import { fromMinor } from '@poklik/domain/money/amount';
import { type Dispute, overallDisputeStatus } from '@poklik/domain/payments/payment-state';
import type { Database } from '../../stores/postgres.ts';
import {
  findInvoiceById,
  getAccountOwner,
  getInvoiceForUpdate,
  type InvoiceRow,
  recordDispute,
} from '../invoices/invoices.service.ts';
import { postJournal } from '../ledger/ledger.service.ts';
import { notifyWithEmail } from '../notifications/notifications.service.ts';
import { adjustCommissionForDispute } from '../referrals/commissions.service.ts';
import { lockAccount } from '../tariffs/tariffs.service.ts';
import { listOperators, lockPayment, type PaymentRow, updatePayment } from './billing.repo.ts';
import { resumePlan, suspendPlan } from './earlier-plan.ts';
import { taxOf } from './refund.ts';

interface Holding {
  /** What disputes hold of the payment from now on. */
  heldMinor: bigint;
  disputes: readonly Dispute[];
  eventId: string;
  now: Date;
}

/**
 * Moves what disputes hold of a payment to where it should be: first from what the payment bought, then from the
 * balance, which may go below nothing. A won dispute goes the same way back.
 */
export async function moveDisputed(tx: Database, before: PaymentRow, holding: Holding): Promise<void> {
  await lockAccount(tx, before.accountId);
  const payment = await lockPayment(tx, before.reference);
  if (!payment?.invoiceId || payment.bookedAs === null) return;
  const invoice = await getInvoiceForUpdate(tx, payment.invoiceId);
  const { heldMinor, eventId, now } = holding;
  const isBought = payment.bookedAs === 'invoice';
  const left = isBought ? invoice.totalMinor - invoice.refundedMinor : 0n;
  const ofInvoice = heldMinor < left ? heldMinor : left;
  const wasOfInvoice = isBought ? invoice.disputedMinor : 0n;
  const wasOfBalance = before.disputeBookedMinor - wasOfInvoice;
  const disputeStatus = overallDisputeStatus(holding.disputes);
  if (isBought) await moveOfInvoice(tx, invoice, ofInvoice, eventId);
  const ofBalance = heldMinor - ofInvoice - wasOfBalance;
  if (ofBalance !== 0n)
    await postJournal(tx, {
      kind: kindOf(ofBalance),
      key: `payment:${payment.id}:dispute:${eventId}`,
      accountId: payment.accountId,
      postings: [
        { account: 'external', amountMinor: ofBalance },
        { account: 'available', amountMinor: -ofBalance },
      ],
      reference: `payment:${payment.id}`,
    });
  const disputedMinor = isBought ? ofInvoice : heldMinor;
  const noted = await recordDispute(tx, invoice, { disputedMinor, disputeStatus, now });
  if (!isBought) return;
  if (wasOfInvoice === 0n && ofInvoice > 0n)
    await updatePayment(tx, payment.id, { suspended: await suspendPlan(tx, noted, now) });
  if (wasOfInvoice > 0n && ofInvoice === 0n && payment.suspended) {
    await resumePlan(tx, payment.accountId, payment.suspended, now);
    await updatePayment(tx, payment.id, { suspended: null });
  }
}

const kindOf = (amountMinor: bigint): JournalKind => (amountMinor > 0n ? 'dispute' : 'dispute_reversal');

async function moveOfInvoice(tx: Database, invoice: InvoiceRow, heldMinor: bigint, eventId: string): Promise<void> {
  const amountMinor = heldMinor - invoice.disputedMinor;
  if (amountMinor === 0n) return;
  const gone = invoice.refundedMinor + heldMinor;
  const tax = taxOf(invoice, gone) - taxOf(invoice, invoice.refundedMinor + invoice.disputedMinor);
  const postings: Posting[] = [
    { account: 'external', amountMinor },
    { account: 'revenue', amountMinor: tax - amountMinor },
    { account: 'tax', amountMinor: -tax },
  ];
  await postJournal(tx, {
    kind: kindOf(amountMinor),
    key: `invoice:${invoice.id}:dispute:${eventId}`,
    accountId: invoice.accountId,
    postings: postings.filter((posting) => posting.amountMinor !== 0n),
    reference: `invoice:${invoice.id}`,
  });
  const refundedMinor = gone - taxOf(invoice, gone);
  await adjustCommissionForDispute(tx, { reference: `invoice:${invoice.id}`, refundedMinor }, eventId);
}

const TO_OPERATOR = {
  inquiry: 'dispute_inquiry',
  open: 'dispute_opened',
  lost: 'dispute_lost',
  won: 'dispute_won',
} as const satisfies Record<DisputeStatus, string>;

/** The operator hears of every turn of a dispute, the customer of what it does to them. */
export async function tellDispute(
  tx: Database,
  payment: PaymentRow,
  { dispute, was, movedMinor }: { dispute: Dispute | undefined; was: DisputeStatus | null; movedMinor: bigint },
): Promise<void> {
  const { accountId, currency } = payment;
  const owner = await getAccountOwner(tx, accountId);
  const current = await lockPayment(tx, payment.reference);
  const invoice = current?.invoiceId ? await findInvoiceById(tx, current.invoiceId) : null;
  const number = invoice?.number ?? '–';
  if (dispute && dispute.status !== was) {
    const values = { amount: fromMinor(dispute.amountMinor), currency, number, customer: owner.email };
    for (const operator of await listOperators(tx, accountId))
      await notifyWithEmail(tx, operator, TO_OPERATOR[dispute.status], values, 'invoices');
  }
  const customer = { id: owner.id, accountId };
  const tell = (kind: 'payment_disputed' | 'payment_restored' | 'payment_dispute_lost', amountMinor: bigint) =>
    notifyWithEmail(tx, customer, kind, { amount: fromMinor(amountMinor), currency, number }, 'invoices');
  if (dispute?.status === 'lost' && was !== 'lost') await tell('payment_dispute_lost', dispute.amountMinor);
  else if (movedMinor > 0n) await tell('payment_disputed', movedMinor);
  else if (movedMinor < 0n && dispute) await tell('payment_restored', -movedMinor);
}
