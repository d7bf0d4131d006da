import { randomBytes } from 'node:crypto';
import type { OrderResult } from '@poklik/contract/billing';
import { AppError } from '@poklik/contract/errors';
import { toMinor } from '@poklik/domain/money/amount';
import type { Caller } from '../../../http/caller.ts';
import { runIdempotent } from '../../../http/idempotency.ts';
import { translator } from '../../../i18n/translate.ts';
import type { LiveProviders } from '../../../payments/configured-provider.ts';
import type { PaymentProvider } from '../../../payments/provider.ts';
import type { Services } from '../../../services.ts';
import type { Database } from '../../../stores/postgres.ts';
import type { payments } from '../../../stores/tables/billing.ts';
import { getDatabaseTime, getUserEmail, isEmailVerified } from '../accounts.repo.ts';
import { findUnconfirmedMethod } from '../payment-methods/payment-methods.repo.ts';
import { prepareMethod } from '../payment-methods/payment-methods.service.ts';
import { getAccountTariff } from '../tariffs/tariffs.repo.ts';
import { chargeOf, findProviderRate, toChargeColumns } from './charge-currency.service.ts';
import { findPayment, insertPayment, keepPage } from './payments.repo.ts';

/** A customer who wants to pay. */
export interface PaymentRequest {
  services: Services;
  /** The one that was chosen, or the first. Null when payments are not set up. */
  provider: PaymentProvider | null;
  providers: LiveProviders;
  caller: Caller;
}

/** How a customer pays. */
export interface PaymentChoice {
  method: 'balance' | 'provider';
  /** The customer agrees that the card is charged at renewal too. */
  save?: number | undefined;
  /** The code of a coupon. */
  coupon?: string | undefined;
}

/** A checkout is opened after the transaction, so that no lock is held during the provider call. */
export type OrderOutcome = OrderResult | { checkout: string };

export const NO_CHECKOUT = { payment_url: null, invoice_id: null } as const;

export const paidResult = (invoice: { id: number } | null): OrderResult => ({
  ...NO_CHECKOUT,
  status: 'paid',
  invoice_id: invoice?.id ?? null,
});

/** Runs an order once per idempotency key, and opens its checkout if it has one. */
export async function placeOrder(
  request: PaymentRequest,
  order: (tx: Database) => Promise<OrderOutcome>,
): Promise<OrderResult> {
  const { services, caller } = request;
  if (!(await isEmailVerified(services.db, caller.userId))) throw new AppError('email_not_verified');
  const outcome = await runIdempotent(services.db, caller, order);
  return 'checkout' in outcome ? openCheckout(request, outcome.checkout) : outcome;
}

/** At least 128 random bits, because the reference grants access to the sandbox checkout page. */
const generateReference = (): string => randomBytes(24).toString('base64url');

/** Stores the payment that the provider's page is opened for. */
export async function createCheckout(
  tx: Database,
  { provider, caller, save }: PaymentRequest & Pick<PaymentChoice, 'save'>,
  payment: Pick<typeof payments.$inferInsert, 'purpose' | 'amountMinor' | 'currency' | 'order' | 'invoiceId'>,
): Promise<OrderOutcome> {
  if (!provider) throw new AppError('card_payments_off');
  const { accountId, userId, language: locale } = caller;
  const now = await getDatabaseTime(tx);
  const rate = await findProviderRate(tx, provider, { currency: payment.currency, now });
  if (rate === undefined) throw new AppError('provider_unavailable');
  const reference = generateReference();
  await insertPayment(tx, {
    ...{ accountId, userId, locale, provider: provider.name, reference },
    ...payment,
    ...toChargeColumns(payment.amountMinor, rate),
  });
  if (save !== undefined && provider.can.save) await prepareMethod(tx, caller, { provider: provider.name, reference });
  return { checkout: reference };
}

/** Outside any transaction, because the provider may be slow. A repeated call with the same reference returns the same page. */
async function openCheckout({ services, providers }: PaymentRequest, reference: string): Promise<OrderResult> {
  const { db, config, log } = services;
  const payment = await findPayment(db, reference);
  if (!payment) throw new Error('payment not found after checkout');
  const provider = providers.find(payment.provider);
  if (!provider) throw new AppError('card_payments_off');
  if (payment.pageUrl !== null) return { ...NO_CHECKOUT, status: 'pending', payment_url: payment.pageUrl };
  const { purpose, locale: language } = payment;
  const screen = `${config.publicUrl}/${language}/tariffs`;
  const t = translator(language);
  try {
    const page = await provider.open({
      reference,
      ...chargeOf(payment),
      description: t(`checkout.purpose.${purpose}`, { app: config.appName }),
      email: await getUserEmail(db, payment.userId),
      language,
      save: (await findUnconfirmedMethod(db, reference)) !== null,
      successUrl: `${screen}/success-payment`,
      failedUrl: `${screen}/failed-payment`,
    });
    return { ...NO_CHECKOUT, status: 'pending', payment_url: await keepPage(db, payment.id, page) };
  } catch (error) {
    log.error({ err: error, provider: provider.name }, 'opening the checkout failed');
    throw new AppError('provider_unavailable');
  }
}

/** Opens a checkout that adds money to the balance. */
export const orderDeposit = (request: PaymentRequest, amount: string): Promise<OrderResult> =>
  placeOrder(request, async (tx) => {
    const { currency } = await getAccountTariff(tx, request.caller.accountId);
    return createCheckout(tx, request, { purpose: 'deposit', amountMinor: toMinor(amount), currency });
  });
