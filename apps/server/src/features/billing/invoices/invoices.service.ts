import { AppError } from '@poklik/contract/errors';
import type { InvoiceStatus, Seller } from '@poklik/contract/invoices';
import { invoiceNumber, invoiceSeries } from '@poklik/domain/invoices/invoice-number';
import { canTransition } from '@poklik/domain/invoices/invoice-status';
import type { Posting } from '@poklik/domain/ledger/journal';
import { fromMinor } from '@poklik/domain/money/amount';
import type { VatSettings } from '@poklik/domain/vat/treatment';
import type { Caller } from '../../../http/caller.ts';
import type { Database } from '../../../stores/postgres.ts';
import { enqueue } from '../../../stores/queue.ts';
import { recordAudit } from '../../audit/audit.service.ts';
import { notifyUser } from '../../notifications/notifications.service.ts';
import { getAccountOwner, lockAccount } from '../accounts.repo.ts';
import type { BillingContext } from '../billing-context.ts';
import { postJournal } from '../ledger/ledger.service.ts';
import { accrueCommission } from '../referrals/commissions.service.ts';
import { getBillTo } from './billing-details.service.ts';
import {
  findInvoice,
  type InvoiceRow,
  insertDraft,
  lockInvoice,
  type NewInvoice,
  nextSequenceNumber,
  updateInvoice,
} from './invoices.repo.ts';
import { issueCreditNote } from './issue-credit-note.service.ts';
import { declareTax } from './tax-terms.service.ts';

/** Takes the number last: the locked series makes every other issue wait. */
export async function issueInvoice(
  { tx, config, now }: BillingContext,
  invoice: NewInvoice,
  status: 'open' | 'paid',
): Promise<InvoiceRow> {
  const { prefix, seller } = config.invoices;
  const draft = await insertDraft(tx, {
    ...invoice,
    ...(await declareTax(tx, config.vat, invoice, now)),
    billTo: invoice.billTo ?? (await getBillTo(tx, invoice.accountId)),
    seller: { ...seller, ...printedSeller(config.vat) },
  });
  const series = invoiceSeries(prefix, now);
  const number = invoiceNumber(series, await nextSequenceNumber(tx, series));
  const paidAt = status === 'paid' ? now : null;
  const issued = await updateInvoice(tx, draft.id, { status, number, issuedAt: now, paidAt });
  await recordInvoiceAudit(tx, { invoice: issued, event: 'issued' });
  return issued;
}

/** Only what the operator has entered. */
function printedSeller({ street, city, postcode, country, vatId, registration }: VatSettings): Partial<Seller> {
  const parts = { street, city, postcode, country_code: country, vat_id: vatId, registration };
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== null));
}

interface StatusChange {
  reason?: string;
  refundedMinor?: bigint;
  actor?: Pick<Caller, 'userId' | 'ip'>;
}

/** Throws `invoice_not_open` when the invoice cannot change to this status. */
export async function setInvoiceStatus(
  { tx, now }: BillingContext,
  invoice: InvoiceRow,
  status: InvoiceStatus,
  change: StatusChange = {},
): Promise<InvoiceRow> {
  if (!canTransition(invoice.status, status)) throw new AppError('invoice_not_open');
  const updated = await updateInvoice(tx, invoice.id, {
    status,
    ...(status === 'paid' && invoice.paidAt === null ? { paidAt: now } : {}),
    ...(status === 'void' ? { voidReason: change.reason ?? null } : {}),
    ...(change.refundedMinor === undefined ? {} : { refundedMinor: change.refundedMinor }),
  });
  if (status === 'void')
    await issueCreditNote({ tx, now }, invoice, {
      creditedMinor: invoice.refundedMinor,
      amountMinor: (invoice.paidAt === null ? invoice.totalMinor : updated.refundedMinor) - invoice.refundedMinor,
      reason: change.reason ?? null,
    });
  await recordInvoiceAudit(tx, { invoice: updated, event: status, before: invoice, ...change });
  return updated;
}

export async function recordRefund(
  context: BillingContext,
  invoice: InvoiceRow,
  { refundedMinor, reason }: { refundedMinor: bigint; reason: string },
): Promise<InvoiceRow> {
  const creditedMinor = invoice.refundedMinor;
  await issueCreditNote(context, invoice, { creditedMinor, amountMinor: refundedMinor - creditedMinor, reason });
  return updateInvoice(context.tx, invoice.id, { refundedMinor });
}

/** Updates the disputed amount and the dispute's status. A void invoice keeps its status. */
export async function recordDispute(
  context: BillingContext,
  invoice: InvoiceRow,
  { disputedMinor, disputeStatus }: Pick<InvoiceRow, 'disputedMinor' | 'disputeStatus'>,
): Promise<InvoiceRow> {
  const updated = await updateInvoice(context.tx, invoice.id, { disputedMinor, disputeStatus });
  const status = disputedMinor > 0n ? 'disputed' : 'paid';
  return updated.status === 'void' || updated.status === status ? updated : setInvoiceStatus(context, updated, status);
}

export async function getInvoiceForUpdate(tx: Database, id: number): Promise<InvoiceRow> {
  const invoice = await lockInvoice(tx, id);
  if (!invoice) throw new AppError('not_found');
  return invoice;
}

/** Locks the account before the invoice, as everywhere, to avoid deadlocks. */
export async function lockInvoiceWithAccount(tx: Database, id: number): Promise<InvoiceRow> {
  const invoice = await findInvoice(tx, id);
  if (!invoice) throw new AppError('not_found');
  await lockAccount(tx, invoice.accountId);
  return getInvoiceForUpdate(tx, id);
}

export interface InvoicePayment {
  /** The ledger account that pays. */
  source: 'external' | 'available';
  /** Null when the system pays. */
  actorId: number | null;
  reason?: string;
}

/** Posts the invoice amount once. Invoices covered by credit need no posting. */
export async function postInvoicePayment(
  { tx, config }: BillingContext,
  invoice: InvoiceRow,
  { source, actorId, reason }: InvoicePayment,
): Promise<void> {
  if (invoice.totalMinor === 0n) return;
  const postings: Posting[] = [{ account: source, amountMinor: -invoice.totalMinor }];
  const net = invoice.totalMinor - invoice.taxMinor;
  if (net > 0n) postings.push({ account: 'revenue', amountMinor: net });
  if (invoice.taxMinor > 0n) postings.push({ account: 'tax', amountMinor: invoice.taxMinor });
  await postJournal(tx, {
    kind: 'payment',
    key: `invoice:${invoice.id}`,
    accountId: invoice.accountId,
    postings,
    reference: `invoice:${invoice.id}`,
    actorId,
    reason: reason ?? null,
  });
  const { accountId, id } = invoice;
  await accrueCommission(tx, { accountId, reference: `invoice:${id}`, netMinor: net }, config.referrals);
}

/** Notifies the owner in the app and by email with the invoice attached. */
export async function notifyPaid(tx: Database, invoice: InvoiceRow): Promise<void> {
  const owner = await getAccountOwner(tx, invoice.accountId);
  await notifyUser(tx, { id: owner.id, accountId: invoice.accountId }, 'payment_received', invoiceEmailValues(invoice));
  await enqueue(tx, 'send_receipt', { userId: owner.id, invoiceId: invoice.id });
}

export const invoiceEmailValues = (invoice: InvoiceRow) => ({
  number: invoice.number ?? '',
  amount: fromMinor(invoice.totalMinor),
  currency: invoice.currency,
});

interface InvoiceAudit extends Pick<StatusChange, 'reason' | 'actor'> {
  invoice: InvoiceRow;
  event: string;
  before?: InvoiceRow;
}

const recordInvoiceAudit = (tx: Database, { invoice, event, before, reason, actor }: InvoiceAudit) =>
  recordAudit(tx, {
    actor: actor?.userId ?? null,
    account: invoice.accountId,
    action: `invoice.${event}`,
    entity: `invoice:${invoice.id}`,
    before: before ? { status: before.status } : null,
    after: {
      number: invoice.number,
      status: invoice.status,
      total: String(invoice.totalMinor),
      ...(reason ? { reason } : {}),
    },
    ip: actor?.ip ?? null,
  });
