import { AppError } from '@poklik/contract/errors';
import type { BillTo, InvoiceStatus } from '@poklik/contract/invoices';
import { invoiceNumber, invoiceSeries } from '@poklik/domain/invoices/invoice-number';
import { canTransition } from '@poklik/domain/invoices/invoice-status';
import type { Config } from '../../../config.ts';
import type { Caller } from '../../../http/caller.ts';
import type { Database } from '../../../stores/postgres.ts';
import { recordAudit } from '../../audit/audit.service.ts';
import { getAccountOwner } from '../accounts.repo.ts';
import { getBillingDetails } from './billing-details.service.ts';
import {
  findInvoice,
  type InvoiceRow,
  insertDraft,
  lockInvoice,
  type NewInvoice,
  nextSequenceNumber,
  updateInvoice,
} from './invoices.repo.ts';

/** Takes the number last: the locked series makes every other issue wait. */
export async function issueInvoice(
  tx: Database,
  { invoices: settings }: Pick<Config, 'invoices'>,
  invoice: NewInvoice,
  { status, now, reason }: { status: 'open' | 'paid'; now: Date; reason?: string },
): Promise<InvoiceRow> {
  const draft = await insertDraft(tx, {
    ...invoice,
    billTo: await getBillTo(tx, invoice.accountId),
    seller: settings.seller,
  });
  const series = invoiceSeries(settings.prefix, now);
  const number = invoiceNumber(series, await nextSequenceNumber(tx, series));
  const paidAt = status === 'paid' ? now : null;
  const issued = await updateInvoice(tx, draft.id, { status, number, issuedAt: now, paidAt });
  await recordInvoiceAudit(tx, issued, 'issued', { reason });
  return issued;
}

/** Throws `invoice_not_open` when the invoice cannot change to this status. */
export async function setInvoiceStatus(
  tx: Database,
  invoice: InvoiceRow,
  status: InvoiceStatus,
  change: { now: Date; reason?: string; refundedMinor?: bigint; actor?: Pick<Caller, 'userId' | 'ip'> },
): Promise<InvoiceRow> {
  if (!canTransition(invoice.status, status)) throw new AppError('invoice_not_open');
  const updated = await updateInvoice(tx, invoice.id, {
    status,
    ...(status === 'paid' && invoice.paidAt === null ? { paidAt: change.now } : {}),
    ...(status === 'void' ? { voidReason: change.reason ?? null } : {}),
    ...(change.refundedMinor === undefined ? {} : { refundedMinor: change.refundedMinor }),
  });
  await recordInvoiceAudit(tx, updated, status, change, invoice);
  return updated;
}

export const recordRefund = (tx: Database, invoice: InvoiceRow, refundedMinor: bigint): Promise<InvoiceRow> =>
  updateInvoice(tx, invoice.id, { refundedMinor });

/** Updates the disputed amount and the dispute's status. A void invoice keeps its status. */
export async function recordDispute(
  tx: Database,
  invoice: InvoiceRow,
  change: { now: Date } & Pick<InvoiceRow, 'disputedMinor' | 'disputeStatus'>,
): Promise<InvoiceRow> {
  const { disputedMinor, disputeStatus } = change;
  const updated = await updateInvoice(tx, invoice.id, { disputedMinor, disputeStatus });
  const status = disputedMinor > 0n ? 'disputed' : 'paid';
  return updated.status === 'void' || updated.status === status
    ? updated
    : setInvoiceStatus(tx, updated, status, change);
}

export async function getInvoiceForUpdate(tx: Database, id: number): Promise<InvoiceRow> {
  const invoice = await lockInvoice(tx, id);
  if (!invoice) throw new AppError('not_found');
  return invoice;
}

export async function getInvoiceAccountId(db: Database, id: number): Promise<number> {
  const invoice = await findInvoice(db, id);
  if (!invoice) throw new AppError('not_found');
  return invoice.accountId;
}

async function getBillTo(db: Database, accountId: number): Promise<BillTo> {
  const { email } = await getAccountOwner(db, accountId);
  return { ...(await getBillingDetails(db, accountId)), email };
}

const recordInvoiceAudit = (
  tx: Database,
  invoice: InvoiceRow,
  event: string,
  { reason, actor }: { reason?: string | undefined; actor?: Pick<Caller, 'userId' | 'ip'> },
  before?: InvoiceRow,
) =>
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
