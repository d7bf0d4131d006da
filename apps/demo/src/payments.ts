import { randomUUID } from 'node:crypto';
import type { NewBillingDetails } from '@poklik/contract/billing';
import type { NewCoupon } from '@poklik/contract/coupons';
import { CHARGE_CONSENT_VERSION } from '@poklik/contract/payment-methods';
import type { BillingPeriod } from '@poklik/contract/subscription-terms';
import { changePlan } from '@poklik/server/features/billing/change-plan.service';
import { createCoupon } from '@poklik/server/features/billing/coupons/coupons.service';
import { updateBillingDetails } from '@poklik/server/features/billing/invoices/billing-details.service';
import { findOpenInvoice, listInvoices } from '@poklik/server/features/billing/invoices/invoices.repo';
import { markInvoicePaid } from '@poklik/server/features/billing/pay-invoice.service';
import { confirmMethod } from '@poklik/server/features/billing/payment-methods/payment-methods.service';
import { applyProviderEvent } from '@poklik/server/features/billing/payments/apply-payment-event.service';
import { orderDeposit, type PaymentRequest } from '@poklik/server/features/billing/payments/checkout.service';
import { findPayment } from '@poklik/server/features/billing/payments/payments.repo';
import { refund } from '@poklik/server/features/billing/refund-invoice.service';
import { assignTariff } from '@poklik/server/features/billing/subscriptions/assign-tariff.service';
import { tariffsRoutes } from '@poklik/server/features/billing/tariffs/tariffs.routes';
import { changeTariff, getTariffByCode } from '@poklik/server/features/billing/tariffs/tariffs.service';
import { adjustBalance } from '@poklik/server/features/billing/transactions/adjust-balance.service';
import { voidInvoice } from '@poklik/server/features/billing/void-invoice.service';
import { createSandboxProvider, type SandboxCard } from '@poklik/server/payments/sandbox-provider';
import type { Services } from '@poklik/server/services';
import { type DemoContext, type DemoEvent, daysAgo, hoursAgo } from './context.ts';

const OPERATOR = 'super@demo.test';

/** Completes a checkout, including the provider's webhook event. */
async function checkOut(
  { services }: DemoContext,
  page: string | null,
  { outcome, card }: { outcome: 'paid' | 'failed'; card?: SandboxCard | undefined },
): Promise<void> {
  const payment = page === null ? null : await findPayment(services.db, page.slice(page.lastIndexOf('/') + 1));
  if (!payment) throw new Error('demo checkout failed');
  const { reference, currency, amountMinor } = payment;
  const news = outcome === 'paid' ? { kind: outcome, amountMinor } : { kind: outcome };
  const provider = createSandboxProvider(services.config.publicUrl);
  await applyProviderEvent(services, provider, {
    id: randomUUID(),
    reference,
    paymentId: `sandbox_${reference}`,
    currency,
    news,
  });
  const saved = card === undefined ? null : await provider.savedCard(card);
  if (saved) await confirmMethod(services, reference, saved);
}

/** The test checkout alone, whatever else is set. */
function testCheckout(services: Services): Omit<PaymentRequest, 'caller'> {
  const provider = createSandboxProvider(services.config.publicUrl);
  return { services, provider, providers: { list: () => [provider], find: () => provider } };
}

async function topUp(demo: DemoContext, email: string, amount: string): Promise<void> {
  const request = { ...testCheckout(demo.services), caller: await demo.as(email) };
  const { payment_url } = await orderDeposit(request, amount);
  await checkOut(demo, payment_url, { outcome: 'paid' });
}

interface Purchase {
  code: string;
  period?: BillingPeriod;
  outcome?: 'paid' | 'failed';
  /** Saved and charged at renewal. */
  card?: SandboxCard;
  coupon?: string;
}

async function buy(
  demo: DemoContext,
  email: string,
  { code, period = 'month', outcome = 'paid', card, coupon }: Purchase,
): Promise<void> {
  const { services } = demo;
  const { id: tariffId } = await getTariffByCode(services.db, code);
  const save = card ? CHARGE_CONSENT_VERSION : undefined;
  const wish = { tariffId, period, method: 'provider', save, coupon } as const;
  const request = { ...testCheckout(services), caller: await demo.as(email) };
  const { payment_url } = await changePlan(request, wish);
  await checkOut(demo, payment_url, { outcome, card });
}

const billTo = (days: number, email: string, details: NewBillingDetails): DemoEvent => ({
  at: daysAgo(days, 10),
  run: async (demo) => updateBillingDetails(demo.services.db, await demo.as(email), details),
});

/** Customers who have entered their country and nothing else. */
const UKRAINIANS = [
  'kvitka',
  'lingua',
  'gamedev',
  'artem',
  'clinic',
  'fitdaily',
  'honchar',
  'media',
  'outlet',
  'pixelforge',
];

const buyPlan = (days: number, email: string, code: string, period: BillingPeriod = 'month'): DemoEvent => ({
  at: daysAgo(days),
  run: (demo) => buy(demo, email, { code, period }),
});

const buyAndSave = (days: number, email: string, code: string, card: SandboxCard): DemoEvent => ({
  at: daysAgo(days),
  run: (demo) => buy(demo, email, { code, card }),
});

/** A plan can be tried since then. */
const offerTrial = (days: number, code: string, trialDays: number): DemoEvent => ({
  at: daysAgo(days, 12),
  run: async (demo) => {
    const { db } = demo.services;
    const operator = await demo.as(OPERATOR);
    const { id } = await getTariffByCode(db, code);
    const plan = (await tariffsRoutes(demo.services).list(operator, {})).data.find((each) => each.id === id);
    if (plan) await changeTariff(db, operator, id, { ...plan, trial_days: trialDays });
  },
});

const startTrial = (days: number, email: string, code: string): DemoEvent => ({
  at: daysAgo(days, 13),
  run: async (demo) => {
    const { id: tariffId } = await getTariffByCode(demo.services.db, code);
    const request = { ...testCheckout(demo.services), caller: await demo.as(email) };
    await changePlan(request, { tariffId, period: 'month', method: 'balance' });
  },
});

const offerCoupon = (days: number, coupon: Pick<NewCoupon, 'code' | 'percent' | 'duration' | 'periods' | 'note'>) => ({
  at: daysAgo(days, 12),
  run: async (demo: DemoContext) =>
    createCoupon(demo.services.db, await demo.as(OPERATOR), {
      ...{ amount: null, valid_from: null, valid_until: null, uses_max: 100, once_per_account: true },
      ...{ new_customers_only: false, tariff_ids: [], ...coupon },
    }),
});

const refundPart = (days: number, email: string, amount: string, reason: string): DemoEvent => ({
  at: daysAgo(days, 15),
  run: async (demo) => {
    const { accountId } = await demo.person(email);
    const page = { sort: 'issued_at', order: 'desc', limit: 1, offset: 0 } as const;
    const [paid] = await listInvoices(demo.services.db, { accountId, status: 'paid', type: 'subscription' }, page);
    const request = { ...testCheckout(demo.services), caller: await demo.as(OPERATOR) };
    await refund(request, paid?.id ?? 0, { amount, to: 'balance', reason });
  },
});

const topUpEvents = (days: number, email: string, amount: string): DemoEvent => ({
  at: daysAgo(days, 14),
  run: (demo) => topUp(demo, email, amount),
});

const balanceChange = (
  days: number,
  email: string,
  ...[direction, amount, reason]: ['deposit' | 'deduct', string, string]
) => ({
  at: daysAgo(days, 16),
  run: async (demo: DemoContext) =>
    adjustBalance(demo.services.db, await demo.as(OPERATOR), {
      direction,
      userId: (await demo.person(email)).id,
      amount,
      reason,
    }),
});

/** Payments of customers and actions of the operator. Renewals happen by themselves. */
export const PAYMENTS: DemoEvent[] = [
  ...UKRAINIANS.map((name) =>
    billTo(name === 'artem' ? 53 : 61, `${name}@demo.test`, {
      name: '',
      tax_id: '',
      country_code: 'UA',
      is_business: false,
    }),
  ),
  billTo(199, 'user@demo.test', {
    ...{ name: 'ФОП Коваленко Анна Ігорівна', tax_id: '3141592653', is_business: true },
    ...{ street: 'вул. Шевська, 12', postcode: '79000', city: 'Львів', country_code: 'UA' },
  }),
  buyPlan(198, 'user@demo.test', 'starter'),
  topUpEvents(170, 'user@demo.test', '120'),
  buyAndSave(122, 'user@demo.test', 'pro', '4242'),
  refundPart(25, 'user@demo.test', '12.50', 'Звіти були недоступні протягом дня'),
  topUpEvents(121, 'user@demo.test', '250'),
  topUpEvents(44, 'user@demo.test', '200'),
  balanceChange(33, 'user@demo.test', 'deposit', '25', 'Подяка за повідомлення про помилку в експорті'),

  billTo(165, 'agency@demo.test', {
    ...{ name: 'Nord Media Sp. z o.o.', tax_id: '', vat_id: 'PL5262816171', is_business: true },
    ...{ street: 'ul. Prosta 20', postcode: '00-850', city: 'Warszawa', country_code: 'PL' },
  }),
  buyPlan(164, 'agency@demo.test', 'starter', 'year'),
  topUpEvents(96, 'agency@demo.test', '60'),
  balanceChange(41, 'agency@demo.test', 'deduct', '10', 'Помилково зараховано двічі'),
  topUpEvents(60, 'shop@demo.test', '15'),

  billTo(206, 'bistro@demo.test', {
    ...{ name: 'Bistro Group OÜ', tax_id: '', vat_id: 'EE100007796', is_business: true },
    ...{ street: 'Pikk 7', postcode: '10123', city: 'Tallinn', country_code: 'EE' },
  }),
  buyPlan(205, 'bistro@demo.test', 'business', 'year'),
  buyPlan(190, 'kvitka@demo.test', 'pro'),
  topUpEvents(166, 'kvitka@demo.test', '300'),
  topUpEvents(61, 'kvitka@demo.test', '300'),
  buyAndSave(125, 'lingua@demo.test', 'starter', '0341'),
  // Enough for three renewals; the card is declined for the fourth, and its invoice is open.
  topUpEvents(124, 'lingua@demo.test', '87'),
  buyPlan(100, 'gamedev@demo.test', 'business'),
  topUpEvents(98, 'gamedev@demo.test', '700'),
  buyPlan(52, 'artem@demo.test', 'pro'),
  {
    at: daysAgo(46, 15),
    run: async (demo) => {
      const { accountId } = await demo.person('artem@demo.test');
      const page = { sort: 'issued_at', order: 'desc', limit: 1, offset: 0 } as const;
      const [paid] = await listInvoices(demo.services.db, { accountId, status: 'paid' }, page);
      const reason = 'Клієнт відмовився від тарифу в перший тиждень';
      await voidInvoice(demo.services, await demo.as(OPERATOR), { invoiceId: paid?.id ?? 0, reason });
    },
  },
  {
    at: daysAgo(17, 12),
    run: (demo) => buy(demo, 'travel@demo.test', { code: 'pro', period: 'year', outcome: 'failed' }),
  },
  billTo(18, 'travel@demo.test', {
    ...{ name: 'Fernweh Reisen GmbH', tax_id: '', vat_id: 'DE111111125', is_business: true },
    ...{ street: 'Torstraße 1', postcode: '10119', city: 'Berlin', country_code: 'DE' },
  }),
  buyPlan(16, 'travel@demo.test', 'pro', 'year'),
  refundPart(3, 'travel@demo.test', '20', 'Знижка за довгу перерву в роботі'),
  billTo(10, 'user+promo@demo.test', {
    ...{ name: 'Jana Nováková', tax_id: '', is_business: false },
    ...{ street: 'Dlouhá 5', postcode: '110 00', city: 'Praha', country_code: 'CZ' },
  }),
  offerCoupon(40, { code: 'AUTUMN25', percent: 25, duration: 'periods', periods: 3, note: 'Осіння розсилка' }),
  { at: daysAgo(9), run: (demo) => buy(demo, 'user+promo@demo.test', { code: 'pro', coupon: 'AUTUMN25' }) },
  offerTrial(8, 'starter', 14),
  startTrial(7, 'bakery@demo.test', 'starter'),

  buyPlan(160, 'clinic@demo.test', 'business', 'year'),
  buyPlan(110, 'fitdaily@demo.test', 'pro'),
  {
    // The first renewal was not covered; a bank transfer followed.
    at: daysAgo(77, 15),
    run: async (demo) => {
      const { accountId } = await demo.person('fitdaily@demo.test');
      const open = await findOpenInvoice(demo.services.db, accountId);
      const reason = 'Оплачено банківським переказом, виписка № 418';
      await markInvoicePaid(demo.services, await demo.as(OPERATOR), { invoiceId: open?.id ?? 0, reason });
    },
  },
  topUpEvents(76, 'fitdaily@demo.test', '240'),
  buyPlan(118, 'honchar@demo.test', 'pro', 'year'),
  buyPlan(140, 'media@demo.test', 'business', 'year'),
  buyPlan(95, 'outlet@demo.test', 'business', 'year'),
  // No balance: the renewal stays unpaid until the grace period ends.
  buyPlan(73, 'pixelforge@demo.test', 'starter'),
  {
    at: hoursAgo(20),
    run: async (demo) => {
      const { db } = demo.services;
      const { id: userId } = await demo.person('school@demo.test');
      const { id: tariffId } = await getTariffByCode(db, 'starter');
      const reason = 'Благодійна школа: стартовий тариф безкоштовно';
      await assignTariff(db, await demo.as(OPERATOR), { userId, tariffId, reason });
    },
  },
];
