import { randomBytes } from 'node:crypto';
import type { OrderResult } from '@poklik/contract/billing';
import { AppError } from '@poklik/contract/errors';
import type { BillingPeriod } from '@poklik/contract/subscription-terms';
import { toMinor } from '@poklik/domain/money/amount';
import { nextStatus } from '@poklik/domain/tariffs/subscription';
import type { Caller } from '../../http/caller.ts';
import { runIdempotent } from '../../http/idempotency.ts';
import { translator } from '../../i18n/translate.ts';
import type { PaymentProvider } from '../../payments/provider.ts';
import type { Services } from '../../services.ts';
import type { Database } from '../../stores/postgres.ts';
import type { payments } from '../../stores/tables/billing.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { getDatabaseTime, getUserEmail, isEmailVerified, lockAccount } from './accounts.repo.ts';
import type { InvoiceRow } from './invoices/invoices.repo.ts';
import { getInvoiceForUpdate, setInvoiceStatus } from './invoices/invoices.service.ts';
import { findPayment, insertPayment } from './payments/payments.repo.ts';
import { fulfillOrder, payOpenInvoice } from './subscriptions/order-fulfillment.service.ts';
import { findSubscription } from './subscriptions/subscriptions.repo.ts';
import { endSubscription, scheduleChange, startSubscription } from './subscriptions/subscriptions.service.ts';
import { orderTotal, planTariffChange, type TariffChange, toOrder } from './subscriptions/tariff-change.service.ts';
import { getAccountTariff } from './tariffs/tariffs.repo.ts';

type PaymentMethod = 'balance' | 'provider';
/** A checkout is opened after the transaction, so that no lock is held during the provider call. */
type OrderOutcome = OrderResult | { checkout: string };

const NO_CHECKOUT = { payment_url: null, invoice_id: null } as const;

const paidResult = (invoice: InvoiceRow | null): OrderResult => ({
  ...NO_CHECKOUT,
  status: 'paid',
  invoice_id: invoice?.id ?? null,
});

export async function orderTariff(
  services: Services,
  provider: PaymentProvider | null,
  caller: Caller,
  request: { tariffId: number; period: BillingPeriod | undefined; method: PaymentMethod },
): Promise<OrderResult> {
  const { db, config } = services;
  await requireVerifiedPayer(db, caller);
  const outcome = await runIdempotent(db, caller, async (tx): Promise<OrderOutcome> => {
    await lockAccount(tx, caller.accountId);
    return applyTariffChange(
      tx,
      services,
      provider,
      caller,
      await planTariffChange(tx, config, caller.accountId, request),
      request.method,
    );
  });
  return openCheckout(services, provider, outcome);
}

async function applyTariffChange(
  tx: Database,
  services: Services,
  provider: PaymentProvider | null,
  caller: Caller,
  planned: TariffChange,
  method: PaymentMethod,
): Promise<OrderOutcome> {
  const { change, subscription, openInvoice, tariff, now } = planned;
  switch (change.kind) {
    case 'current':
      throw new AppError('tariff_is_current');
    case 'downgrade':
      return downgrade(tx, caller, planned);
    case 'settle':
      if (!openInvoice) throw new AppError('tariff_is_current');
      return payOrCheckout(tx, services, provider, caller, openInvoice, method);
    case 'trial':
      await startSubscription(tx, caller.accountId, 'bought', {
        ...change,
        startsAt: now,
        valueMinor: 0n,
        creditMinor: change.creditLeftMinor,
        invoiceId: null,
      });
      await recordSubscriptionAudit(tx, caller, 'trial_begun', change);
      return paidResult(null);
    case 'start':
    case 'upgrade': {
      const order = toOrder(change, subscription?.version ?? 0);
      if (method === 'provider' && change.totalMinor > 0n)
        return createCheckout(tx, provider, caller, {
          purpose: 'tariff',
          amountMinor: orderTotal(order),
          currency: tariff.currency,
          order,
        });
      if (openInvoice) await setInvoiceStatus(tx, openInvoice, 'void', { now, reason: 'replaced', actor: caller });
      const source = { source: 'available', now, accountId: caller.accountId, actorId: caller.userId } as const;
      const invoice = await fulfillOrder(tx, services, order, source);
      await recordSubscriptionAudit(tx, caller, 'bought', change);
      return paidResult(invoice);
    }
  }
}

/** A paid period runs to its end; an unpaid one ends now. */
async function downgrade(tx: Database, caller: Caller, planned: TariffChange): Promise<OrderOutcome> {
  const { change, subscription, openInvoice, now } = planned;
  if (!subscription) throw new AppError('tariff_is_current');
  if (change.effectiveAt > now) {
    await scheduleChange(tx, subscription, change);
  } else {
    if (openInvoice) await setInvoiceStatus(tx, openInvoice, 'void', { now, reason: 'cancelled', actor: caller });
    await endSubscription(tx, subscription, 'cancelled', { now, creditMinor: change.creditLeftMinor });
  }
  await recordSubscriptionAudit(tx, caller, 'downgraded', change);
  return { ...NO_CHECKOUT, status: 'scheduled' };
}

export const cancelScheduledChange = (db: Database, caller: Caller): Promise<void> =>
  db.transaction(async (tx) => {
    await lockAccount(tx, caller.accountId);
    const subscription = await findSubscription(tx, caller.accountId);
    if (!subscription?.nextTariffId || !nextStatus(subscription.status, 'renewed')) throw new AppError('not_found');
    await scheduleChange(tx, subscription, null);
    await recordSubscriptionAudit(tx, caller, 'kept', { tariffId: subscription.tariffId, period: subscription.period });
  });

export async function orderDeposit(
  services: Services,
  provider: PaymentProvider | null,
  caller: Caller,
  amount: string,
): Promise<OrderResult> {
  const { db } = services;
  await requireVerifiedPayer(db, caller);
  const amountMinor = toMinor(amount);
  const outcome = await runIdempotent(db, caller, async (tx) => {
    const { currency } = await getAccountTariff(tx, caller.accountId);
    return createCheckout(tx, provider, caller, { purpose: 'deposit', amountMinor, currency });
  });
  return openCheckout(services, provider, outcome);
}

export async function orderInvoice(
  services: Services,
  provider: PaymentProvider | null,
  caller: Caller,
  { invoiceId, method }: { invoiceId: number; method: PaymentMethod },
): Promise<OrderResult> {
  const { db } = services;
  await requireVerifiedPayer(db, caller);
  const outcome = await runIdempotent(db, caller, async (tx): Promise<OrderOutcome> => {
    await lockAccount(tx, caller.accountId);
    const invoice = await getInvoiceForUpdate(tx, invoiceId);
    if (invoice.accountId !== caller.accountId) throw new AppError('not_found');
    return payOrCheckout(tx, services, provider, caller, invoice, method);
  });
  return openCheckout(services, provider, outcome);
}

async function payOrCheckout(
  tx: Database,
  services: Services,
  provider: PaymentProvider | null,
  caller: Caller,
  invoice: InvoiceRow,
  method: PaymentMethod,
): Promise<OrderOutcome> {
  if (invoice.status !== 'open' && invoice.status !== 'uncollectible') throw new AppError('invoice_not_open');
  if (method === 'provider' && invoice.totalMinor > 0n) {
    const { totalMinor: amountMinor, currency, id: invoiceId } = invoice;
    return createCheckout(tx, provider, caller, { purpose: 'invoice', amountMinor, currency, invoiceId });
  }
  const { accountId, userId: actorId, ip } = caller;
  const now = await getDatabaseTime(tx);
  return paidResult(await payOpenInvoice(tx, services, invoice, { source: 'available', now, accountId, actorId, ip }));
}

/** At least 128 random bits, because the reference grants access to the sandbox checkout page. */
const generateReference = (): string => randomBytes(24).toString('base64url');

async function createCheckout(
  tx: Database,
  provider: PaymentProvider | null,
  { accountId, userId, language: locale }: Caller,
  payment: Pick<typeof payments.$inferInsert, 'purpose' | 'amountMinor' | 'currency' | 'order' | 'invoiceId'>,
): Promise<OrderOutcome> {
  if (!provider) throw new AppError('card_payments_off');
  const reference = generateReference();
  await insertPayment(tx, { accountId, userId, locale, provider: provider.name, reference, ...payment });
  return { checkout: reference };
}

/** Outside any transaction, because the provider may be slow. A repeated call with the same reference returns the same page. */
async function openCheckout(
  services: Services,
  provider: PaymentProvider | null,
  outcome: OrderOutcome,
): Promise<OrderResult> {
  if (!('checkout' in outcome)) return outcome;
  if (!provider) throw new AppError('card_payments_off');
  const { db, config, log } = services;
  const payment = await findPayment(db, outcome.checkout);
  if (!payment) throw new Error('payment not found after checkout');
  const { reference, amountMinor, currency, purpose, locale: language } = payment;
  const screen = `${config.publicUrl}/${language}/tariffs`;
  const t = translator(language);
  try {
    const paymentUrl = await provider.open({
      reference,
      amountMinor,
      currency,
      description: t(`checkout.purpose.${purpose}`, { app: config.appName }),
      email: await getUserEmail(db, payment.userId),
      language,
      successUrl: `${screen}/success-payment`,
      failedUrl: `${screen}/failed-payment`,
    });
    return { ...NO_CHECKOUT, status: 'pending', payment_url: paymentUrl };
  } catch (error) {
    log.error({ err: error, provider: provider.name }, 'opening the checkout failed');
    throw new AppError('provider_unavailable');
  }
}

async function requireVerifiedPayer(db: Database, { userId }: Caller): Promise<void> {
  if (!(await isEmailVerified(db, userId))) throw new AppError('email_not_verified');
}

const recordSubscriptionAudit = (
  tx: Database,
  caller: Caller,
  event: string,
  { tariffId, period }: { tariffId: number; period: BillingPeriod },
) =>
  recordAudit(tx, {
    actor: caller.userId,
    account: caller.accountId,
    action: `subscription.${event}`,
    entity: `account:${caller.accountId}`,
    after: { tariff_id: tariffId, period },
    ip: caller.ip,
  });
