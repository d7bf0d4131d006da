import type { BillingDetails } from '@poklik/contract/billing';
import { AppError } from '@poklik/contract/errors';
import type { BillTo, InvoiceStatus } from '@poklik/contract/invoices';
import { invoiceNumber, invoiceSeries } from '@poklik/domain/invoices/invoice-number';
import { canTransition } from '@poklik/domain/invoices/invoice-status';
import type { Config } from '../../config.ts';
import type { Caller } from '../../http/caller.ts';
import type { Database } from '../../stores/postgres.ts';
import { recordAudit } from '../audit/audit.service.ts';
import {
  findDetails,
  findInvoice,
  findOpenInvoice,
  getOwner,
  type InvoiceRow,
  insertDraft,
  lockInvoice,
  type NewInvoice,
  saveDetails,
  takePlace,
  updateInvoice,
} from './invoices.repo.ts';

export { toInvoice } from './invoice-answer.ts';
export { invoicePdf } from './invoice-pdf.ts';
export type { InvoiceRow, NewInvoice } from './invoices.repo.ts';

/** What it says is settled here; the number comes last, because whoever issues next waits for it. */
export async function issueInvoice(
  tx: Database,
  { invoices: settings }: Pick<Config, 'invoices'>,
  invoice: NewInvoice,
  { status, now, reason }: { status: 'open' | 'paid'; now: Date; reason?: string },
): Promise<InvoiceRow> {
  const draft = await insertDraft(tx, {
    ...invoice,
    billTo: await billToOf(tx, invoice.accountId),
    seller: settings.seller,
  });
  const series = invoiceSeries(settings.prefix, now);
  const number = invoiceNumber(series, await takePlace(tx, series));
  const paidAt = status === 'paid' ? now : null;
  const issued = await updateInvoice(tx, draft.id, { status, number, issuedAt: now, paidAt });
  await audit(tx, issued, 'issued', { reason });
  return issued;
}

/** Along its arrows only; whoever asks for another way is told that the invoice is not open. */
export async function moveInvoice(
  tx: Database,
  invoice: InvoiceRow,
  status: InvoiceStatus,
  change: { now: Date; reason?: string; refundedMinor?: bigint; actor?: Pick<Caller, 'userId' | 'ip'> },
): Promise<InvoiceRow> {
  if (!canTransition(invoice.status, status)) throw new AppError('invoice_not_open');
  const moved = await updateInvoice(tx, invoice.id, {
    status,
    ...(status === 'paid' && invoice.paidAt === null ? { paidAt: change.now } : {}),
    ...(status === 'void' ? { voidReason: change.reason ?? null } : {}),
    ...(change.refundedMinor === undefined ? {} : { refundedMinor: change.refundedMinor }),
  });
  await audit(tx, moved, status, change, invoice);
  return moved;
}

export const noteRefund = (tx: Database, invoice: InvoiceRow, refundedMinor: bigint): Promise<InvoiceRow> =>
  updateInvoice(tx, invoice.id, { refundedMinor });

/** What a dispute holds of it, and where the dispute stands. A void one has nothing left to hold, but still says it. */
export async function noteDispute(
  tx: Database,
  invoice: InvoiceRow,
  change: { now: Date } & Pick<InvoiceRow, 'disputedMinor' | 'disputeStatus'>,
): Promise<InvoiceRow> {
  const { disputedMinor, disputeStatus } = change;
  const noted = await updateInvoice(tx, invoice.id, { disputedMinor, disputeStatus });
  const status = disputedMinor > 0n ? 'disputed' : 'paid';
  return noted.status === 'void' || noted.status === status ? noted : moveInvoice(tx, noted, status, change);
}

export async function lockedInvoice(tx: Database, id: number): Promise<InvoiceRow> {
  const invoice = await lockInvoice(tx, id);
  if (!invoice) throw new AppError('not_found');
  return invoice;
}

export async function accountOfInvoice(db: Database, id: number): Promise<number> {
  const invoice = await findInvoice(db, null, id);
  if (!invoice) throw new AppError('not_found');
  return invoice.accountId;
}

export const invoiceById = (db: Database, id: number): Promise<InvoiceRow | null> => findInvoice(db, null, id);

export const openInvoiceOf = (db: Database, accountId: number) => findOpenInvoice(db, accountId);
export const ownerOf = (db: Database, accountId: number) => getOwner(db, accountId);

/** Before anybody filled them in they say what the owner's profile says. */
export async function detailsOf(db: Database, accountId: number): Promise<BillingDetails> {
  const details = await findDetails(db, accountId);
  if (details) return details;
  const { name, company } = await getOwner(db, accountId);
  return { name: company || name, address: '', country: '', tax_id: '' };
}

export const changeDetails = (db: Database, caller: Caller, details: BillingDetails): Promise<void> =>
  db.transaction(async (tx) => {
    const before = await detailsOf(tx, caller.accountId);
    await saveDetails(tx, caller.accountId, details);
    await recordAudit(tx, {
      actor: caller.userId,
      account: caller.accountId,
      action: 'billing_details.changed',
      entity: `account:${caller.accountId}`,
      before,
      after: details,
      ip: caller.ip,
    });
  });

async function billToOf(db: Database, accountId: number): Promise<BillTo> {
  const { email } = await getOwner(db, accountId);
  return { ...(await detailsOf(db, accountId)), email };
}

const audit = (
  tx: Database,
  invoice: InvoiceRow,
  what: string,
  { reason, actor }: { reason?: string | undefined; actor?: Pick<Caller, 'userId' | 'ip'> },
  before?: InvoiceRow,
) =>
  recordAudit(tx, {
    actor: actor?.userId ?? null,
    account: invoice.accountId,
    action: `invoice.${what}`,
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
