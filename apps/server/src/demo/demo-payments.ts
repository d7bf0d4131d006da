import { randomUUID } from 'node:crypto';
import type { BillingPeriod } from '@poklik/contract/subscription-terms';
import { findPayment } from '../features/billing/billing.repo.ts';
import { markInvoicePaid, voidInvoice } from '../features/billing/invoice-actions.service.ts';
import { orderDeposit, orderTariff } from '../features/billing/order.service.ts';
import { handlePaymentEvent } from '../features/billing/payment-events.service.ts';
import { listInvoices } from '../features/invoices/invoices.repo.ts';
import { findOpenInvoice, updateBillingDetails } from '../features/invoices/invoices.service.ts';
import { assignTariff } from '../features/subscriptions/subscriptions.service.ts';
import { getTariffByCode } from '../features/tariffs/tariffs.service.ts';
import { adjustBalance } from '../features/transactions/transactions.service.ts';
import { sandboxProvider } from '../payments/sandbox-provider.ts';
import { daysAgo, hoursAgo, type Scene, type World } from './demo-world.ts';

const OPERATOR = 'super@demo.test';

/** Somebody finishes a checkout, and the provider tells about it. */
async function checkOut({ services }: World, page: string | null, outcome: 'paid' | 'failed'): Promise<void> {
  const payment = page === null ? null : await findPayment(services.db, page.slice(page.lastIndexOf('/') + 1));
  if (!payment) throw new Error('a checkout of the demonstration did not open');
  const { reference, currency, amountMinor } = payment;
  const news = outcome === 'paid' ? { kind: outcome, amountMinor } : { kind: outcome };
  await handlePaymentEvent(services, sandboxProvider(services.config.publicUrl), {
    id: randomUUID(),
    reference,
    paymentId: null,
    currency,
    news,
  });
}

async function topUp(world: World, email: string, amount: string): Promise<void> {
  const { services } = world;
  const sandbox = sandboxProvider(services.config.publicUrl);
  const { payment_url } = await orderDeposit(services, sandbox, await world.as(email), amount);
  await checkOut(world, payment_url, 'paid');
}

async function buy(
  world: World,
  email: string,
  { code, period = 'month', outcome = 'paid' }: { code: string; period?: BillingPeriod; outcome?: 'paid' | 'failed' },
): Promise<void> {
  const { services } = world;
  const { id: tariffId } = await getTariffByCode(services.db, code);
  const wish = { tariffId, period, method: 'provider' } as const;
  const sandbox = sandboxProvider(services.config.publicUrl);
  const { payment_url } = await orderTariff(services, sandbox, await world.as(email), wish);
  await checkOut(world, payment_url, outcome);
}

const billTo = (days: number, email: string, [name, address, country, tax_id]: [string, string, string, string]) => ({
  at: daysAgo(days, 10),
  play: async (world: World) =>
    updateBillingDetails(world.services.db, await world.as(email), { name, address, country, tax_id }),
});

const buys = (days: number, email: string, code: string, period: BillingPeriod = 'month'): Scene => ({
  at: daysAgo(days),
  play: (world) => buy(world, email, { code, period }),
});

const toppedUp = (days: number, email: string, amount: string): Scene => ({
  at: daysAgo(days, 14),
  play: (world) => topUp(world, email, amount),
});

const corrected = (
  days: number,
  email: string,
  ...[direction, amount, reason]: ['deposit' | 'deduct', string, string]
) => ({
  at: daysAgo(days, 16),
  play: async (world: World) =>
    adjustBalance(world.services.db, await world.as(OPERATOR), direction, (await world.person(email)).id, {
      amount,
      reason,
    }),
});

/** Who pays for what, and what the operator does about it. Renewals come by themselves. */
export const PAYMENTS: Scene[] = [
  billTo(199, 'user@demo.test', [
    'ФОП Коваленко Анна Ігорівна',
    'вул. Шевська, 12\n79000 Львів',
    'Україна',
    '3141592653',
  ]),
  buys(198, 'user@demo.test', 'starter'),
  toppedUp(170, 'user@demo.test', '120'),
  buys(122, 'user@demo.test', 'pro'),
  toppedUp(121, 'user@demo.test', '250'),
  toppedUp(44, 'user@demo.test', '200'),
  corrected(33, 'user@demo.test', 'deposit', '25', 'Подяка за повідомлення про помилку в експорті'),

  billTo(165, 'agency@demo.test', [
    'Nord Media Sp. z o.o.',
    'ul. Prosta 20\n00-850 Warszawa',
    'Poland',
    'PL5252344078',
  ]),
  buys(164, 'agency@demo.test', 'starter', 'year'),
  toppedUp(96, 'agency@demo.test', '60'),
  corrected(41, 'agency@demo.test', 'deduct', '10', 'Помилково зараховано двічі'),
  toppedUp(60, 'shop@demo.test', '15'),

  billTo(206, 'bistro@demo.test', ['Bistro Group OÜ', 'Pikk 7\n10123 Tallinn', 'Estonia', 'EE102345678']),
  buys(205, 'bistro@demo.test', 'business', 'year'),
  buys(190, 'kvitka@demo.test', 'pro'),
  toppedUp(166, 'kvitka@demo.test', '300'),
  toppedUp(61, 'kvitka@demo.test', '300'),
  buys(125, 'lingua@demo.test', 'starter'),
  // Enough for three renewals; the invoice of the fourth is open.
  toppedUp(124, 'lingua@demo.test', '87'),
  buys(100, 'gamedev@demo.test', 'business'),
  toppedUp(98, 'gamedev@demo.test', '700'),
  buys(52, 'artem@demo.test', 'pro'),
  {
    at: daysAgo(46, 15),
    play: async (world) => {
      const { accountId } = await world.person('artem@demo.test');
      const page = { sort: 'issued_at', order: 'desc', limit: 1, offset: 0 } as const;
      const [paid] = await listInvoices(world.services.db, { accountId, status: 'paid' }, page);
      const reason = 'Клієнт відмовився від тарифу в перший тиждень';
      await voidInvoice(world.services.db, await world.as(OPERATOR), { invoiceId: paid?.id ?? 0, reason });
    },
  },
  {
    at: daysAgo(17, 12),
    play: (world) => buy(world, 'travel@demo.test', { code: 'pro', period: 'year', outcome: 'failed' }),
  },
  buys(16, 'travel@demo.test', 'pro', 'year'),
  buys(9, 'user+promo@demo.test', 'pro'),

  buys(160, 'clinic@demo.test', 'business', 'year'),
  buys(110, 'fitdaily@demo.test', 'pro'),
  {
    // The first renewal was not covered; the money came by bank.
    at: daysAgo(77, 15),
    play: async (world) => {
      const { accountId } = await world.person('fitdaily@demo.test');
      const open = await findOpenInvoice(world.services.db, accountId);
      const reason = 'Оплачено банківським переказом, виписка № 418';
      await markInvoicePaid(world.services, await world.as(OPERATOR), { invoiceId: open?.id ?? 0, reason });
    },
  },
  toppedUp(76, 'fitdaily@demo.test', '240'),
  buys(118, 'honchar@demo.test', 'pro', 'year'),
  buys(140, 'media@demo.test', 'business', 'year'),
  buys(95, 'outlet@demo.test', 'business', 'year'),
  // Nothing on the balance: the renewal stays unpaid until its grace is over.
  buys(73, 'pixelforge@demo.test', 'starter'),
  {
    at: hoursAgo(20),
    play: async (world) => {
      const { db } = world.services;
      const { id: userId } = await world.person('school@demo.test');
      const { id: tariffId } = await getTariffByCode(db, 'starter');
      const reason = 'Благодійна школа: стартовий тариф безкоштовно';
      await assignTariff(db, await world.as(OPERATOR), { userId, tariffId, reason });
    },
  },
];
