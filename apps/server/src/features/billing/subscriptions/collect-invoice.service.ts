import { lockAccount } from '../accounts.repo.ts';
import type { BillingContext } from '../billing-context.ts';
import { findOpenInvoice, type InvoiceRow } from '../invoices/invoices.repo.ts';
import { type InvoicePayment, notifyPaid, postInvoicePayment, setInvoiceStatus } from '../invoices/invoices.service.ts';
import { getBalance } from '../ledger/ledger.repo.ts';
import { findSubscription } from './subscriptions.repo.ts';
import { startSubscription } from './subscriptions.service.ts';

/** Also activates the past-due subscription of the invoice. */
export async function payOpenInvoice(
  context: BillingContext,
  open: InvoiceRow,
  { ip = '', ...payment }: InvoicePayment & { ip?: string },
): Promise<InvoiceRow> {
  const { tx } = context;
  await lockAccount(tx, open.accountId);
  const { actorId, reason } = payment;
  const invoice = await setInvoiceStatus(context, open, 'paid', {
    ...(reason ? { reason } : {}),
    ...(actorId === null ? {} : { actor: { userId: actorId, ip } }),
  });
  await postInvoicePayment(context, invoice, payment);
  const subscription = await findSubscription(tx, open.accountId);
  if (subscription?.status === 'past_due' && subscription.invoiceId === open.id)
    await startSubscription(tx, open.accountId, 'invoice_paid', { ...subscription, valueMinor: invoice.subtotalMinor });
  await notifyPaid(tx, invoice);
  return invoice;
}

/** Pays the open invoice as soon as the balance covers it. */
export async function collectOpenInvoice(context: BillingContext, accountId: number): Promise<void> {
  const { tx } = context;
  const open = await findOpenInvoice(tx, accountId);
  if (!open) return;
  const { available } = await getBalance(tx, accountId);
  if (available >= open.totalMinor) await payOpenInvoice(context, open, { source: 'available', actorId: null });
}
