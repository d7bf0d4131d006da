import type { Order } from '../../../stores/tables/billing.ts';
import { getAccountOwner } from '../accounts.repo.ts';
import type { BillingContext } from '../billing-context.ts';
import type { InvoiceRow } from '../invoices/invoices.repo.ts';
import { type InvoicePayment, issueInvoice, notifyPaid, postInvoicePayment } from '../invoices/invoices.service.ts';
import { getTariffById } from '../tariffs/tariffs.service.ts';
import { toNewInvoice, toSubscriptionTerms } from './plan-change.service.ts';
import { findSubscription } from './subscriptions.repo.ts';
import { startSubscription, toPlanSnapshot } from './subscriptions.service.ts';

/** Issues the invoice, posts the payment and starts the period, all in one transaction. */
export async function fulfillOrder(
  context: BillingContext,
  order: Order,
  { accountId, ...payment }: InvoicePayment & { accountId: number },
): Promise<InvoiceRow> {
  const { tx, config, now } = context;
  const tariff = await getTariffById(tx, order.tariffId);
  const { locale } = await getAccountOwner(tx, accountId);
  const { taxBasisPoints } = config.invoices;
  const subscription = await findSubscription(tx, accountId);
  const isRunning = subscription?.status === 'active' && (subscription.endsAt === null || subscription.endsAt > now);
  const replaced = subscription && isRunning ? toPlanSnapshot(subscription) : null;
  const terms = toNewInvoice(accountId, order, tariff, { taxBasisPoints, locale });
  const invoice = await issueInvoice(context, { ...terms, replaced }, 'paid');
  await postInvoicePayment(context, invoice, payment);
  await startSubscription(tx, accountId, 'bought', toSubscriptionTerms(order, invoice));
  await notifyPaid(tx, invoice);
  return invoice;
}
