import type { Billing, billingApi, TariffQuote } from '@poklik/contract/billing';
import { fromMinor } from '@poklik/domain/money/amount';
import { priceFor } from '@poklik/domain/tariffs/billing-period';
import type { Handlers } from '../../http/bind-routes.ts';
import type { Caller } from '../../http/caller.ts';
import { translator } from '../../i18n/translate.ts';
import type { PaymentProvider } from '../../payments/provider.ts';
import type { Services } from '../../services.ts';
import { isEmailVerified } from './accounts.repo.ts';
import { markInvoicePaid, voidInvoice } from './invoice-actions.service.ts';
import { getBillingDetails, updateBillingDetails } from './invoices/billing-details.service.ts';
import { findOpenInvoice } from './invoices/invoices.repo.ts';
import { getBalance } from './ledger/ledger.repo.ts';
import { cancelScheduledChange, orderDeposit, orderInvoice, orderTariff } from './order.service.ts';
import { findLastPayment } from './payments/payments.repo.ts';
import { releaseDueCommissions } from './referrals/commissions.service.ts';
import { countUsage, findSubscription } from './subscriptions/subscriptions.repo.ts';
import { planTariffChange } from './subscriptions/tariff-change.service.ts';
import { getAccountTariff } from './tariffs/tariffs.repo.ts';
import { getTariffById } from './tariffs/tariffs.service.ts';

export function billingRoutes(services: Services, provider: PaymentProvider | null): Handlers<typeof billingApi> {
  const { db } = services;
  return {
    get: async (caller) => ({ data: await getBilling(services, provider, caller) }),
    details: async ({ accountId }) => ({ data: await getBillingDetails(db, accountId) }),
    saveDetails: async (caller, { body }) => {
      await updateBillingDetails(db, caller, body);
      return { data: await getBillingDetails(db, caller.accountId) };
    },
    quote: async (caller, { params, query }) => ({
      data: await getQuote(services, caller, { tariffId: params.id, period: query.period }),
    }),
    pay: async (caller, { params, body }) => ({
      data: await orderTariff(services, provider, caller, {
        tariffId: params.id,
        period: body.period,
        method: body.method,
      }),
    }),
    keep: async (caller) => {
      await cancelScheduledChange(db, caller);
      return { message: translator(caller.language)('done.tariff_kept') };
    },
    deposit: async (caller, { body }) => {
      const { payment_url: paymentUrl } = await orderDeposit(services, provider, caller, body.amount);
      return { data: { payment_url: paymentUrl ?? '' } };
    },
    payInvoice: async (caller, { params, body }) => ({
      data: await orderInvoice(services, provider, caller, { invoiceId: params.id, method: body.method }),
    }),
    voidInvoice: async (caller, { params, body }) => ({
      data: await voidInvoice(db, caller, { invoiceId: params.id, reason: body.reason }),
    }),
    markPaid: async (caller, { params, body }) => ({
      data: await markInvoicePaid(services, caller, { invoiceId: params.id, reason: body.reason }),
    }),
  };
}

async function getBilling(services: Services, provider: PaymentProvider | null, caller: Caller): Promise<Billing> {
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
  return {
    balance: fromMinor(available),
    currency: tariff.currency,
    credit: fromMinor(subscription?.creditMinor ?? 0n),
    open_invoice: open?.dueAt
      ? { id: open.id, number: open.number ?? '', due: fromMinor(open.totalMinor), due_at: open.dueAt.toISOString() }
      : null,
    next_charge: await getNextCharge(),
    provider: provider?.name ?? null,
    can_pay: canPay,
    last_payment: lastPayment && toLastPayment(lastPayment),
  };

  async function getNextCharge(): Promise<Billing['next_charge']> {
    if (subscription?.status !== 'active' || !subscription.endsAt) return null;
    const next = subscription.nextTariffId ? await getTariffById(db, subscription.nextTariffId) : tariff;
    const price = priceFor(next, subscription.nextPeriod ?? subscription.period) ?? next.priceMinor;
    return price === 0n ? null : { at: subscription.endsAt.toISOString(), amount: fromMinor(price) };
  }
}

const toLastPayment = ({
  status,
  purpose,
  bookedAs,
  amountMinor,
  currency,
  order,
  invoice,
}: NonNullable<Awaited<ReturnType<typeof findLastPayment>>>): NonNullable<Billing['last_payment']> => ({
  status,
  purpose,
  is_on_balance: bookedAs === 'deposit',
  amount: fromMinor(amountMinor),
  currency,
  tariff_id: order?.tariffId ?? invoice?.tariffId ?? null,
  invoice: status === 'paid' && invoice ? { id: invoice.id, number: invoice.number ?? '' } : null,
});

async function getQuote(
  { db, config }: Services,
  { accountId }: Caller,
  request: Parameters<typeof planTariffChange>[3],
): Promise<TariffQuote> {
  const { change, tariff, openInvoice } = await planTariffChange(db, config, accountId, request);
  const [{ available }, used] = await Promise.all([getBalance(db, accountId), countUsage(db, accountId)]);
  // An open invoice keeps its amount even if the price has changed since.
  const total = change.kind === 'settle' && openInvoice ? openInvoice.totalMinor : change.totalMinor;
  const missing = total > available ? total - available : 0n;
  const limits = { campaigns: tariff.campaignsLimit, seats: tariff.seatsLimit, blacklist: tariff.blacklistLimit };
  return {
    kind: change.kind,
    tariff_id: change.tariffId,
    period: change.period,
    effective_at: change.effectiveAt.toISOString(),
    ends_at: change.endsAt?.toISOString() ?? null,
    lines: change.lines.map((line) => ({
      kind: line.kind,
      tariff_id: line.tariffId,
      from: line.from?.toISOString() ?? null,
      until: line.until?.toISOString() ?? null,
      amount: fromMinor(line.amountMinor),
    })),
    tax_rate: fromMinor(BigInt(config.invoices.taxBasisPoints)),
    tax: fromMinor(change.taxMinor),
    total: fromMinor(total),
    credit_left: fromMinor(change.creditLeftMinor),
    balance: fromMinor(available),
    missing: fromMinor(missing),
    currency: tariff.currency,
    over_limit: (['campaigns', 'seats', 'blacklist'] as const).flatMap((what) => {
      const limit = limits[what];
      return limit !== null && used[what] > limit ? [{ what, used: used[what], limit }] : [];
    }),
  };
}
