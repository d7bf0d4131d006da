import { periodEnd } from '@poklik/domain/tariffs/billing-period';
import { dueStep, graceEnd } from '@poklik/domain/tariffs/subscription';
import type { Services } from '../../../services.ts';
import type { Database } from '../../../stores/postgres.ts';
import { enqueue } from '../../../stores/queue.ts';
import { retryTransaction } from '../../../stores/retry-transaction.ts';
import type { Order } from '../../../stores/tables/billing.ts';
import { notifyUser } from '../../notifications/notifications.service.ts';
import { getAccountOwner, getDatabaseTime, lockAccount } from '../accounts.repo.ts';
import type { BillingContext } from '../billing-context.ts';
import { orderCoupon } from '../coupons/use-coupon.service.ts';
import { findOpenInvoice, type InvoiceRow } from '../invoices/invoices.repo.ts';
import {
  invoiceEmailValues,
  issueInvoice,
  notifyPaid,
  postInvoicePayment,
  setInvoiceStatus,
} from '../invoices/invoices.service.ts';
import { getBalance } from '../ledger/ledger.repo.ts';
import { getTariffById } from '../tariffs/tariffs.service.ts';
import { collectOpenInvoices } from './collect-invoice.service.ts';
import { toNewInvoice, toSubscriptionTerms } from './plan-change.service.ts';
import { canCharge, planRenewal } from './renewal-terms.service.ts';
import { findSubscription, type SubscriptionRow } from './subscriptions.repo.ts';
import { endSubscription, startSubscription, startUnpaidPeriod } from './subscriptions.service.ts';

/** Performs the next due step of one subscription; returns false if nothing is due. */
export const advanceSubscription = (services: Services, accountId: number, at?: Date): Promise<boolean> =>
  retryTransaction(services.db, async (tx) => {
    await lockAccount(tx, accountId);
    const now = at ?? (await getDatabaseTime(tx));
    const context = { tx, config: services.config, now };
    await collectOpenInvoices(context, accountId);
    const subscription = await findSubscription(tx, accountId);
    const step = subscription && dueStep(subscription, now);
    if (!subscription || !step) return false;
    if (step === 'renew') await renewSubscription(context, subscription);
    else await endUnpaidSubscription(context, subscription);
    return true;
  });

async function renewSubscription(context: BillingContext, running: SubscriptionRow): Promise<void> {
  const { tx, config, now } = context;
  const { accountId, endsAt } = running;
  const renewal = await planRenewal(tx, config, running, now);
  if (renewal === null || endsAt === null) {
    await endSubscription(tx, running, 'cancelled', { now, creditMinor: running.creditMinor, at: endsAt });
    return notifyTariffEnded(tx, running);
  }
  const { tariff, period, coupon, discountMinor, terms, sum } = renewal;
  const { taxBasisPoints } = terms;
  const ordered = coupon && (await orderCoupon(tx, accountId, { coupon, discountMinor, isPaidLater: false }));
  const order: Order = {
    tariffId: tariff.id,
    period,
    from: endsAt.toISOString(),
    until: periodEnd(endsAt, period, running.anchorDay).toISOString(),
    anchorDay: running.anchorDay,
    subtotal: String(sum.subtotalMinor),
    ...(ordered ? { coupon: ordered } : {}),
    creditApplied: String(sum.creditAppliedMinor),
    creditLeft: String(sum.creditLeftMinor),
    tax: String(sum.taxMinor),
    terms,
    version: running.version,
  };
  const { locale } = await getAccountOwner(tx, accountId);
  const { available } = await getBalance(tx, accountId);
  const isCovered = available >= sum.totalMinor;
  const dueAt = isCovered ? null : graceEnd(now);
  const draft = toNewInvoice(accountId, order, tariff, { taxBasisPoints, locale, dueAt });
  const invoice = await issueInvoice(context, draft, isCovered ? 'paid' : 'open');
  if (dueAt === null) {
    await postInvoicePayment(context, invoice, { source: 'available', actorId: null });
    await startSubscription(tx, accountId, 'renewed', toSubscriptionTerms(order, invoice));
    await notifyPaid(tx, invoice);
  } else {
    await startUnpaidPeriod(tx, accountId, { ...toSubscriptionTerms(order, invoice), valueMinor: 0n }, dueAt);
    // With a card to charge, the customer hears how the charge ended.
    if (!(await canCharge(tx, config, accountId))) await notifyInvoiceOpen(tx, invoice);
  }
}

/** Runs when the grace period is over. */
async function endUnpaidSubscription(context: BillingContext, subscription: SubscriptionRow): Promise<void> {
  const { tx, now } = context;
  const open = await findOpenInvoice(tx, subscription.accountId);
  if (open) await setInvoiceStatus(context, open, 'uncollectible');
  const creditMinor = subscription.creditMinor + (open?.creditMinor ?? 0n);
  await endSubscription(tx, subscription, 'grace_over', { now, creditMinor, at: subscription.graceUntil });
  await notifyTariffEnded(tx, subscription);
}

export async function notifyInvoiceOpen(tx: Database, invoice: InvoiceRow): Promise<void> {
  const { id } = await getAccountOwner(tx, invoice.accountId);
  const values = { ...invoiceEmailValues(invoice), date: (invoice.dueAt ?? new Date()).toISOString().slice(0, 10) };
  await notifyUser(tx, { id, accountId: invoice.accountId }, 'invoice_open', values);
  await enqueue(tx, 'send_billing_letter', { userId: id, kind: 'invoice_open', values });
}

async function notifyTariffEnded(tx: Database, { accountId, tariffId }: SubscriptionRow): Promise<void> {
  const [{ id }, { name }] = [await getAccountOwner(tx, accountId), await getTariffById(tx, tariffId)];
  const values = { tariff_ua: name.ua, tariff_ru: name.ru, tariff_en: name.en };
  await notifyUser(tx, { id, accountId }, 'tariff_ended', values);
  await enqueue(tx, 'send_billing_letter', { userId: id, kind: 'tariff_ended', values });
}
