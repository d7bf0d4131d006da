import type { Posting } from '@poklik/domain/ledger/journal';
import { fromMinor } from '@poklik/domain/money/amount';
import type { Services } from '../../../services.ts';
import type { Database } from '../../../stores/postgres.ts';
import { enqueue } from '../../../stores/queue.ts';
import type { Order } from '../../../stores/tables/billing.ts';
import { notifyUser } from '../../notifications/notifications.service.ts';
import { getAccountOwner, lockAccount } from '../accounts.repo.ts';
import { findOpenInvoice, type InvoiceRow } from '../invoices/invoices.repo.ts';
import { issueInvoice, setInvoiceStatus } from '../invoices/invoices.service.ts';
import { getBalance } from '../ledger/ledger.repo.ts';
import { postJournal } from '../ledger/ledger.service.ts';
import { accrueCommission } from '../referrals/commissions.service.ts';
import { getTariffById } from '../tariffs/tariffs.service.ts';
import { findSubscription } from './subscriptions.repo.ts';
import { startSubscription, toPlanSnapshot } from './subscriptions.service.ts';
import { toNewInvoice, toSubscriptionTerms } from './tariff-change.service.ts';

/** The ledger account that pays the invoice. */
export type PaymentSource = 'external' | 'available';

export interface Payer {
  accountId: number;
  actorId: number | null;
  reason?: string;
}

/** Posts the invoice amount once. Invoices covered by credit need no posting. */
export async function postInvoicePayment(
  tx: Database,
  { config }: Pick<Services, 'config'>,
  invoice: InvoiceRow,
  source: PaymentSource,
  payer: Payer,
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
    actorId: payer.actorId,
    reason: payer.reason ?? null,
  });
  const { accountId, id } = invoice;
  await accrueCommission(tx, { accountId, reference: `invoice:${id}`, netMinor: net }, config.referrals);
}

/** Issues the invoice, posts the payment and starts the period, all in one transaction. */
export async function fulfillOrder(
  tx: Database,
  services: Pick<Services, 'config'>,
  order: Order,
  { source, now, ...payer }: Payer & { source: PaymentSource; now: Date },
): Promise<InvoiceRow> {
  const { accountId } = payer;
  const tariff = await getTariffById(tx, order.tariffId);
  const { locale } = await getAccountOwner(tx, accountId);
  const { config } = services;
  const { taxBasisPoints } = config.invoices;
  const subscription = await findSubscription(tx, accountId);
  const isRunning = subscription?.status === 'active' && (subscription.endsAt === null || subscription.endsAt > now);
  const replaced = subscription && isRunning ? toPlanSnapshot(subscription) : null;
  const terms = toNewInvoice(accountId, order, tariff, { taxBasisPoints, locale });
  const invoice = await issueInvoice(tx, config, { ...terms, replaced }, { status: 'paid', now });
  await postInvoicePayment(tx, services, invoice, source, payer);
  await startSubscription(tx, accountId, 'bought', toSubscriptionTerms(order, invoice));
  await notifyPaid(tx, invoice);
  return invoice;
}

/** Also activates the past-due subscription of the invoice. */
export async function payOpenInvoice(
  tx: Database,
  services: Pick<Services, 'config'>,
  open: InvoiceRow,
  { source, now, ...payer }: Payer & { source: PaymentSource; now: Date; ip?: string },
): Promise<InvoiceRow> {
  await lockAccount(tx, open.accountId);
  const actor = payer.actorId === null ? undefined : { userId: payer.actorId, ip: payer.ip ?? '' };
  const invoice = await setInvoiceStatus(tx, open, 'paid', {
    now,
    ...(payer.reason ? { reason: payer.reason } : {}),
    ...(actor ? { actor } : {}),
  });
  await postInvoicePayment(tx, services, invoice, source, payer);
  const subscription = await findSubscription(tx, open.accountId);
  if (subscription?.status === 'past_due' && subscription.invoiceId === open.id)
    await startSubscription(tx, open.accountId, 'invoice_paid', { ...subscription, valueMinor: invoice.subtotalMinor });
  await notifyPaid(tx, invoice);
  return invoice;
}

/** Pays the open invoice as soon as the balance covers it. */
export async function collectOpenInvoice(
  tx: Database,
  services: Pick<Services, 'config'>,
  accountId: number,
  now: Date,
): Promise<void> {
  const open = await findOpenInvoice(tx, accountId);
  if (!open) return;
  const { available } = await getBalance(tx, accountId);
  if (available >= open.totalMinor)
    await payOpenInvoice(tx, services, open, { source: 'available', now, accountId, actorId: null });
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
