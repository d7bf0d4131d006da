import { randomBytes } from 'node:crypto';
import type { OrderResult } from '@poklik/contract/billing';
import { AppError } from '@poklik/contract/errors';
import type { BillingPeriod } from '@poklik/contract/subscription-terms';
import { toMinor } from '@poklik/domain/money/amount';
import { nextStatus } from '@poklik/domain/tariffs/subscription';
import type { Caller } from '../../http/caller.ts';
import { once } from '../../http/idempotency.ts';
import { translator } from '../../i18n/translate.ts';
import type { PaymentProvider } from '../../payments/provider.ts';
import type { Services } from '../../services.ts';
import type { Database } from '../../stores/postgres.ts';
import type { payments } from '../../stores/tables/billing.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { getInvoiceForUpdate, type InvoiceRow, setInvoiceStatus } from '../invoices/invoices.service.ts';
import {
  endSubscription,
  findSubscription,
  scheduleChange,
  startSubscription,
} from '../subscriptions/subscriptions.service.ts';
import { getAccountTariff, lockAccount } from '../tariffs/tariffs.service.ts';
import { clockOf, findPayment, getEmail, insertPayment, isVerified } from './billing.repo.ts';
import { orderOf, type PlannedChange, plannedChange, totalOf } from './planned-change.ts';
import { fulfilOrder, payOpenInvoice } from './settle.ts';

type Method = 'balance' | 'provider';
/** What an order came to inside its transaction. A checkout is opened afterwards, when nothing is locked any more. */
type Outcome = OrderResult | { checkout: string };

const DONE = { payment_url: null, invoice_id: null } as const;

const paid = (invoice: InvoiceRow | null): OrderResult => ({
  ...DONE,
  status: 'paid',
  invoice_id: invoice?.id ?? null,
});

/** Changes the tariff of the caller's account, as it is wished and as it can be. */
export async function orderTariff(
  services: Services,
  provider: PaymentProvider | null,
  caller: Caller,
  wish: { tariffId: number; period: BillingPeriod | undefined; method: Method },
): Promise<OrderResult> {
  const { db, config } = services;
  await requireVerified(db, caller);
  const outcome = await once(db, caller, async (tx): Promise<Outcome> => {
    await lockAccount(tx, caller.accountId);
    return carryOut(
      tx,
      services,
      provider,
      caller,
      await plannedChange(tx, config, caller.accountId, wish),
      wish.method,
    );
  });
  return finish(services, provider, outcome);
}

async function carryOut(
  tx: Database,
  services: Services,
  provider: PaymentProvider | null,
  caller: Caller,
  planned: PlannedChange,
  method: Method,
): Promise<Outcome> {
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
      await audit(tx, caller, 'trial_begun', change);
      return paid(null);
    case 'start':
    case 'upgrade': {
      const order = orderOf(change, subscription?.version ?? 0);
      if (method === 'provider' && change.totalMinor > 0n)
        return checkout(tx, provider, caller, {
          purpose: 'tariff',
          amountMinor: totalOf(order),
          currency: tariff.currency,
          order,
        });
      if (openInvoice) await setInvoiceStatus(tx, openInvoice, 'void', { now, reason: 'replaced', actor: caller });
      const source = { source: 'available', now, accountId: caller.accountId, actorId: caller.userId } as const;
      const invoice = await fulfilOrder(tx, services, order, source);
      await audit(tx, caller, 'bought', change);
      return paid(invoice);
    }
  }
}

/** What is paid is used to its end; what is not ends now. */
async function downgrade(tx: Database, caller: Caller, planned: PlannedChange): Promise<Outcome> {
  const { change, subscription, openInvoice, now } = planned;
  if (!subscription) throw new AppError('tariff_is_current');
  if (change.effectiveAt > now) {
    await scheduleChange(tx, subscription, change);
  } else {
    if (openInvoice) await setInvoiceStatus(tx, openInvoice, 'void', { now, reason: 'cancelled', actor: caller });
    await endSubscription(tx, subscription, 'cancelled', { now, creditMinor: change.creditLeftMinor });
  }
  await audit(tx, caller, 'downgraded', change);
  return { ...DONE, status: 'scheduled' };
}

/** Takes back what waits for the end of the period. */
export const keepTariff = (db: Database, caller: Caller): Promise<void> =>
  db.transaction(async (tx) => {
    await lockAccount(tx, caller.accountId);
    const subscription = await findSubscription(tx, caller.accountId);
    if (!subscription?.nextTariffId || !nextStatus(subscription.status, 'renewed')) throw new AppError('not_found');
    await scheduleChange(tx, subscription, null);
    await audit(tx, caller, 'kept', { tariffId: subscription.tariffId, period: subscription.period });
  });

/** Opens a checkout that adds to the balance. */
export async function orderDeposit(
  services: Services,
  provider: PaymentProvider | null,
  caller: Caller,
  amount: string,
): Promise<OrderResult> {
  const { db } = services;
  await requireVerified(db, caller);
  const amountMinor = toMinor(amount);
  const outcome = await once(db, caller, async (tx) => {
    const { currency } = await getAccountTariff(tx, caller.accountId);
    return checkout(tx, provider, caller, { purpose: 'deposit', amountMinor, currency });
  });
  return finish(services, provider, outcome);
}

export async function orderInvoice(
  services: Services,
  provider: PaymentProvider | null,
  caller: Caller,
  { invoiceId, method }: { invoiceId: number; method: Method },
): Promise<OrderResult> {
  const { db } = services;
  await requireVerified(db, caller);
  const outcome = await once(db, caller, async (tx): Promise<Outcome> => {
    await lockAccount(tx, caller.accountId);
    const invoice = await getInvoiceForUpdate(tx, invoiceId);
    if (invoice.accountId !== caller.accountId) throw new AppError('not_found');
    return payOrCheckout(tx, services, provider, caller, invoice, method);
  });
  return finish(services, provider, outcome);
}

async function payOrCheckout(
  tx: Database,
  services: Services,
  provider: PaymentProvider | null,
  caller: Caller,
  invoice: InvoiceRow,
  method: Method,
): Promise<Outcome> {
  if (invoice.status !== 'open' && invoice.status !== 'uncollectible') throw new AppError('invoice_not_open');
  if (method === 'provider' && invoice.totalMinor > 0n) {
    const { totalMinor: amountMinor, currency, id: invoiceId } = invoice;
    return checkout(tx, provider, caller, { purpose: 'invoice', amountMinor, currency, invoiceId });
  }
  const { accountId, userId: actorId, ip } = caller;
  const now = await clockOf(tx);
  return paid(await payOpenInvoice(tx, services, invoice, { source: 'available', now, accountId, actorId, ip }));
}

/** ≥ 128 bits: whoever knows it may open the page of the sandbox. */
const newReference = (): string => randomBytes(24).toString('base64url');

async function checkout(
  tx: Database,
  provider: PaymentProvider | null,
  { accountId, userId, language: locale }: Caller,
  what: Pick<typeof payments.$inferInsert, 'purpose' | 'amountMinor' | 'currency' | 'order' | 'invoiceId'>,
): Promise<Outcome> {
  if (!provider) throw new AppError('card_payments_off');
  const reference = newReference();
  await insertPayment(tx, { accountId, userId, locale, provider: provider.name, reference, ...what });
  return { checkout: reference };
}

/** Outside of any transaction, because the provider may take its time. Asked again with the same reference it opens the same page. */
async function finish(services: Services, provider: PaymentProvider | null, outcome: Outcome): Promise<OrderResult> {
  if (!('checkout' in outcome)) return outcome;
  if (!provider) throw new AppError('card_payments_off');
  const { db, config, log } = services;
  const payment = await findPayment(db, outcome.checkout);
  if (!payment) throw new Error('a payment vanished');
  const { reference, amountMinor, currency, purpose, locale: language } = payment;
  const screen = `${config.publicUrl}/${language}/tariffs`;
  const say = translator(language);
  try {
    const paymentUrl = await provider.open({
      reference,
      amountMinor,
      currency,
      description: say(`checkout.purpose.${purpose}`, { app: config.appName }),
      email: await getEmail(db, payment.userId),
      language,
      successUrl: `${screen}/success-payment`,
      failedUrl: `${screen}/failed-payment`,
    });
    return { ...DONE, status: 'pending', payment_url: paymentUrl };
  } catch (error) {
    log.error({ err: error, provider: provider.name }, 'a checkout could not be opened');
    throw new AppError('provider_unavailable');
  }
}

async function requireVerified(db: Database, { userId }: Caller): Promise<void> {
  if (!(await isVerified(db, userId))) throw new AppError('email_not_verified');
}

const audit = (
  tx: Database,
  caller: Caller,
  what: string,
  { tariffId, period }: { tariffId: number; period: BillingPeriod },
) =>
  recordAudit(tx, {
    actor: caller.userId,
    account: caller.accountId,
    action: `subscription.${what}`,
    entity: `account:${caller.accountId}`,
    after: { tariff_id: tariffId, period },
    ip: caller.ip,
  });
