import type { Billing } from '@poklik/contract/billing';
import type { Dunning } from '@poklik/contract/dunning';
import type { OfferedProvider } from '@poklik/contract/payment-methods';
import { fromMinor } from '@poklik/domain/money/amount';
import { isEmailVerified } from './accounts.repo.ts';
import { createBillingContext } from './billing-context.ts';
import { getActiveCoupon } from './coupons/use-coupon.service.ts';
import { findOpenInvoice, type InvoiceRow } from './invoices/invoices.repo.ts';
import { getBalance } from './ledger/ledger.repo.ts';
import { toPaymentMethod } from './payment-methods/payment-method.response.ts';
import { listMethodsById, listPaymentMethods, type PaymentMethodRow } from './payment-methods/payment-methods.repo.ts';
import { findProviderRate } from './payments/charge-currency.service.ts';
import { getDunning, nextAttemptAt } from './payments/charge-notices.service.ts';
import type { PaymentRequest } from './payments/checkout.service.ts';
import { findLastPayment, type PaymentRow } from './payments/payments.repo.ts';
import { releaseDueCommissions } from './referrals/commissions.service.ts';
import { planRenewal } from './subscriptions/renewal-terms.service.ts';
import { findSubscription } from './subscriptions/subscriptions.repo.ts';
import { getAccountTariff } from './tariffs/tariffs.repo.ts';

/** What the billing screen shows: balance, open invoice, next charge and last payment. */
export async function getBillingSummary({ services, providers, caller }: PaymentRequest): Promise<Billing> {
  const { db } = services;
  const { accountId, userId } = caller;
  await releaseDueCommissions(services, accountId);
  const [{ available }, subscription, open, tariff, canPay, lastPayment] = await Promise.all([
    getBalance(db, accountId),
    findSubscription(db, accountId),
    findOpenInvoice(db, accountId),
    getAccountTariff(db, accountId),
    isEmailVerified(db, userId),
    findLastPayment(db, accountId),
  ]);
  const methods = await listPaymentMethods(db, accountId);
  const offered = await listOffered(services, providers, tariff.currency);
  return {
    balance: fromMinor(available),
    currency: tariff.currency,
    credit: fromMinor(subscription?.creditMinor ?? 0n),
    open_invoice: open?.dueAt
      ? { id: open.id, number: open.number ?? '', due: fromMinor(open.totalMinor), due_at: open.dueAt.toISOString() }
      : null,
    next_charge: await getNextCharge(),
    coupon: await getActiveCoupon(db, accountId, subscription?.nextTariffId ?? tariff.id),
    provider: offered[0]?.name ?? null,
    providers: offered,
    can_pay: canPay,
    can_save: offered.some((provider) => provider.can_set_up),
    methods: methods.map(toPaymentMethod),
    dunning: subscription?.status === 'past_due' && open ? await describeDunning(open) : null,
    last_payment: lastPayment && toLastPayment(lastPayment),
  };

  async function describeDunning(invoice: InvoiceRow): Promise<Dunning> {
    const context = await createBillingContext(db, services);
    const dunning = await getDunning(context, invoice);
    return toDunning(invoice, dunning.attempts, await listMethodsById(db, methodIds(dunning.attempts)), {
      next: nextAttemptAt(dunning, context.now),
    });
  }

  async function getNextCharge(): Promise<Billing['next_charge']> {
    if (subscription?.status !== 'active' || !subscription.endsAt) return null;
    const renewal = await planRenewal(db, services.config, subscription, new Date());
    return renewal && { at: subscription.endsAt.toISOString(), amount: fromMinor(renewal.sum.subtotalMinor) };
  }
}

const methodIds = (attempts: readonly PaymentRow[]): number[] =>
  attempts.flatMap(({ paymentMethodId }) => paymentMethodId ?? []);

const toDunning = (
  { id }: InvoiceRow,
  attempts: readonly PaymentRow[],
  methods: readonly PaymentMethodRow[],
  { next }: { next: Date | null },
): Dunning => ({
  invoice_id: id,
  attempts: attempts.map(({ attempt, createdAt, paymentMethodId, status, failure }) => {
    const { brand = '', last4 = '' } = methods.find((method) => method.id === paymentMethodId) ?? {};
    return {
      number: attempt ?? 0,
      at: createdAt.toISOString(),
      method: { brand, last4 },
      result: status === 'pending' ? 'waiting' : status,
      reason: failure,
    };
  }),
  next_attempt_at: next?.toISOString() ?? null,
});

const toLastPayment = ({
  status,
  purpose,
  bookedAs,
  amountMinor,
  currency,
  order,
  invoice,
}: NonNullable<Awaited<ReturnType<typeof findLastPayment>>>): NonNullable<Billing['last_payment']> => ({
  // A charge that waits for its payer has not succeeded.
  status: status === 'needs_action' ? 'failed' : status,
  purpose,
  is_on_balance: bookedAs === 'deposit',
  amount: fromMinor(amountMinor),
  currency,
  tariff_id: order?.tariffId ?? invoice?.tariffId ?? null,
  invoice: status === 'paid' && invoice ? { id: invoice.id, number: invoice.number ?? '' } : null,
});

/** Without those that have no recent rate. */
async function listOffered(
  { db }: PaymentRequest['services'],
  providers: PaymentRequest['providers'],
  currency: string,
): Promise<OfferedProvider[]> {
  const now = new Date();
  const offered = await Promise.all(
    providers.list().map(async (provider) => {
      const rate = await findProviderRate(db, provider, { currency, now });
      if (rate === undefined) return [];
      const { name, can } = provider;
      const charged = { currency: rate?.currency ?? currency, rate: rate?.rate ?? null };
      return [{ name, can_save: can.save, can_set_up: can.setUp, ...charged }];
    }),
  );
  return offered.flat();
}
