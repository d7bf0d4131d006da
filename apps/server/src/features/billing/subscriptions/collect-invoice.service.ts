import { lockAccount } from '../accounts.repo.ts';
import type { BillingContext } from '../billing-context.ts';
import { type InvoiceRow, listOpenInvoices } from '../invoices/invoices.repo.ts';
import { type InvoicePayment, notifyPaid, postInvoicePayment, setInvoiceStatus } from '../invoices/invoices.service.ts';
import { getBalance } from '../ledger/ledger.repo.ts';
import { findSubscription, type SubscriptionRow } from './subscriptions.repo.ts';
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
  else if (subscription && open.status === 'uncollectible') await restoreUnpaidPlan(context, subscription, open);
  await notifyPaid(tx, invoice);
  return invoice;
}

/**
 * A late payment restores the plan that the grace period ended, unless the customer has chosen another since. The days
 * on the free plan are added at the end.
 */
async function restoreUnpaidPlan(
  { tx, now }: BillingContext,
  ended: SubscriptionRow,
  invoice: InvoiceRow,
): Promise<void> {
  const { tariffId, period, periodFrom, periodUntil } = invoice;
  const isSame = ended.status === 'ended' && ended.tariffId === tariffId && +ended.startsAt === Number(periodFrom);
  if (!isSame || !period || !periodFrom || !periodUntil || !ended.endsAt) return;
  const endsAt = new Date(periodUntil.getTime() + now.getTime() - ended.endsAt.getTime());
  // The credit that the invoice used was returned when the plan ended.
  const creditMinor = ended.creditMinor > invoice.creditMinor ? ended.creditMinor - invoice.creditMinor : 0n;
  await startSubscription(tx, invoice.accountId, 'invoice_paid', {
    ...{ tariffId, period, startsAt: periodFrom, endsAt, creditMinor },
    anchorDay: endsAt.getUTCDate(),
    valueMinor: invoice.subtotalMinor,
    invoiceId: invoice.id,
  });
}

/** Pays open invoices as soon as the balance covers them, that of the plan first. */
export async function collectOpenInvoices(context: BillingContext, accountId: number): Promise<void> {
  const { tx } = context;
  for (const open of await listOpenInvoices(tx, accountId)) {
    const { available } = await getBalance(tx, accountId);
    if (available >= open.totalMinor) await payOpenInvoice(context, open, { source: 'available', actorId: null });
  }
}
