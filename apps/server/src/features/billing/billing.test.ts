import type { Billing, TariffQuote } from '@poklik/contract/billing';
import type { Invoice } from '@poklik/contract/invoices';
import type { Subscription } from '@poklik/contract/subscriptions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Person } from '../../testing/test-app.ts';
import { type BillingWorld, billingWorld } from './billing.fixture.ts';
import { billingJobs } from './billing.jobs.ts';

let on: BillingWorld;
beforeAll(async () => {
  on = await billingWorld();
});
afterAll(() => on.product.close());

const subscriptionOf = (person: Person): Promise<Subscription> => on.get(person, '/subscription');
const billingOf = (person: Person): Promise<Billing> => on.get(person, '/billing');
const quoteOf = (person: Person, code: string, query = ''): Promise<TariffQuote> =>
  on.get(person, `/tariffs/${on.tariff(code)}/quote${query}`);
const invoicesOf = (person: Person): Promise<Invoice[]> => on.get(person, '/invoices?sort=number&order=asc');
const kindsOf = async (person: Person): Promise<string[]> =>
  (await on.product.call('GET', '/notifications?per_page=100', { token: person.token }))
    .json()
    .notifications.map(({ kind }: { kind: string }) => kind);
const renewAll = () => billingJobs(on.product.services).renew_subscriptions?.({});

describe('paying on the checkout page', () => {
  it('begins the tariff only when the provider says that it was paid', async () => {
    const user = await on.customer({ language: 'ru' });
    const opened = await on.pay(user, 'starter');
    expect(opened.json().data).toMatchObject({
      status: 'pending',
      payment_url: expect.stringContaining('/sandbox/checkout/'),
    });
    const { payment_url: page } = opened.json().data;
    // Coming back without having paid changes nothing.
    expect((await subscriptionOf(user)).tariff_id).toBe(on.tariff('free'));
    const shown = await on.product.app.inject({ method: 'GET', url: new URL(page).pathname });
    expect(shown.statusCode).toBe(200);
    expect(shown.body).toContain('Tariff in Poklik: <strong>$29.00</strong>');
    const back = await on.checkout(page, 'paid');
    expect(back.statusCode).toBe(303);
    expect(back.headers.location).toBe('https://track.example/en/tariffs/success-payment');
    expect(await subscriptionOf(user)).toMatchObject({
      tariff_id: on.tariff('starter'),
      status: 'active',
      period: 'month',
    });
    expect(await invoicesOf(user)).toMatchObject([
      { status: 'paid', type: 'subscription', total: '29.00', due: '0.00', bill_to: { email: user.email } },
    ]);
    expect((await billingOf(user)).balance).toBe('0.00');
    expect(await kindsOf(user)).toContain('payment_received');
    const letter = await on.product.letterTo(user.email, /Оплата получена/);
    expect(letter.attachments?.[0]).toMatchObject({
      contentType: 'application/pdf',
      filename: expect.stringMatching(/^INV-\d{6}-\d{4}\.pdf$/),
    });
    expect(letter.attachments?.[0]?.content.subarray(0, 5).toString()).toBe('%PDF-');
    // The page is over once it was used.
    expect((await on.checkout(page, 'paid')).statusCode).toBe(404);
    expect(await invoicesOf(user)).toHaveLength(1);
  });

  it('that was declined changes nothing', async () => {
    const user = await on.customer();
    const { payment_url: page } = (await on.pay(user, 'pro')).json().data;
    expect((await on.checkout(page, 'declined')).headers.location).toContain('/tariffs/failed-payment');
    expect((await subscriptionOf(user)).tariff_id).toBe(on.tariff('free'));
    expect(await invoicesOf(user)).toEqual([]);
  });

  it('for a tariff that changed meanwhile leaves the money on the balance', async () => {
    const user = await on.customer();
    const first = (await on.pay(user, 'starter')).json().data.payment_url;
    const second = (await on.pay(user, 'pro')).json().data.payment_url;
    await on.checkout(second, 'paid');
    await on.checkout(first, 'paid');
    expect((await subscriptionOf(user)).tariff_id).toBe(on.tariff('pro'));
    expect((await billingOf(user)).balance).toBe('29.00');
    expect(await kindsOf(user)).toContain('payment_to_balance');
  });

  it('needs a confirmed e-mail address', async () => {
    const user = await on.product.person();
    for (const answer of [
      await on.pay(user, 'starter'),
      await on.product.call('POST', '/transactions/deposit', { token: user.token, body: { amount: '10' } }),
    ])
      expect(answer.json().code).toBe('email_not_verified');
  });
});

describe('paying from the balance', () => {
  it('takes exactly the price and begins at once', async () => {
    const user = await on.customer();
    await on.topUp(user, '100');
    const paid = await on.pay(user, 'starter', { method: 'balance' });
    expect(paid.json().data).toMatchObject({ status: 'paid', payment_url: null, invoice_id: expect.any(Number) });
    expect(await billingOf(user)).toMatchObject({ balance: '71.00', next_charge: { amount: '29.00' } });
    expect((await invoicesOf(user)).map(({ type, total }) => [type, total])).toEqual([
      ['deposit', '100.00'],
      ['subscription', '29.00'],
    ]);
    expect((await on.pay(user, 'starter', { method: 'balance' })).json().code).toBe('tariff_is_current');
  });

  it('refuses what is not there, and changes nothing', async () => {
    const user = await on.customer();
    await on.topUp(user, '28.99');
    expect((await on.pay(user, 'starter', { method: 'balance' })).json().code).toBe('balance_too_low');
    expect(await billingOf(user)).toMatchObject({ balance: '28.99' });
    expect((await subscriptionOf(user)).tariff_id).toBe(on.tariff('free'));
  });

  it('happens once under one key, however often it is asked for at the same moment', async () => {
    const user = await on.customer();
    await on.topUp(user, '500');
    const answers = await Promise.all(
      Array.from({ length: 12 }, () =>
        on.pay(user, 'pro', { method: 'balance' }, 'one and the same'.replaceAll(' ', '-')),
      ),
    );
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect(await billingOf(user)).toMatchObject({ balance: '421.00' });
  });

  it('of different tariffs at the same moment never spends more than there is', async () => {
    const user = await on.customer();
    await on.topUp(user, '200');
    const codes = ['starter', 'pro', 'business', 'starter', 'pro', 'business'];
    await Promise.all(codes.map((code) => on.pay(user, code, { method: 'balance' })));
    const spent = (await invoicesOf(user)).filter(({ type }) => type === 'subscription');
    const total = spent.reduce((sum, { total: amount }) => sum + Number(amount), 0);
    expect(Number((await billingOf(user)).balance)).toBeCloseTo(200 - total, 2);
    expect(Number((await billingOf(user)).balance)).toBeGreaterThanOrEqual(0);
  });
});

describe('a change of tariff', () => {
  it('upwards happens now and takes off what is unused, line by line', async () => {
    const user = await on.customer();
    await on.topUp(user, '200');
    await on.pay(user, 'starter', { method: 'balance' });
    await on.passTime(user, 15);
    const quote = await quoteOf(user, 'pro');
    expect(quote.kind).toBe('upgrade');
    expect(quote.lines.map(({ kind }) => kind)).toEqual(['tariff', 'unused']);
    const unused = -Number(quote.lines[1]?.amount);
    expect(unused).toBeGreaterThan(13);
    expect(unused).toBeLessThan(15.5);
    expect(Number(quote.total)).toBeCloseTo(79 - unused, 2);
    await on.pay(user, 'pro', { method: 'balance' });
    expect(Number((await billingOf(user)).balance)).toBeCloseTo(200 - 29 - Number(quote.total), 1);
    expect((await invoicesOf(user)).at(-1)).toMatchObject({ subtotal: '79.00', status: 'paid' });
  });

  it('downwards waits for the end of the paid period, and can be taken back', async () => {
    const user = await on.customer();
    await on.topUp(user, '79');
    await on.pay(user, 'pro', { method: 'balance' });
    expect((await on.pay(user, 'free')).json().data.status).toBe('scheduled');
    expect(await subscriptionOf(user)).toMatchObject({
      tariff_id: on.tariff('pro'),
      next: { tariff_id: on.tariff('free') },
    });
    const keep = () => on.product.call('DELETE', '/subscription/change', { token: user.token });
    expect((await keep()).statusCode).toBe(200);
    expect((await keep()).statusCode).toBe(404);
    await on.pay(user, 'free');
    await on.passTime(user, 32);
    await renewAll();
    expect(await subscriptionOf(user)).toMatchObject({ tariff_id: on.tariff('free'), status: 'ended', ends_at: null });
    expect(await kindsOf(user)).toContain('tariff_ended');
  });

  it('to a year costs ten months and keeps the rest of a larger credit', async () => {
    const user = await on.customer();
    await on.topUp(user, '800');
    await on.pay(user, 'starter', { method: 'balance', period: 'year' });
    expect(await billingOf(user)).toMatchObject({ balance: '510.00' });
    await on.pay(user, 'pro', { method: 'balance', period: 'month' });
    const { balance, credit } = await billingOf(user);
    expect(balance).toBe('510.00');
    expect(Number(credit)).toBeCloseTo(290 - 79, 0);
    expect(await quoteOf(user, 'business')).toMatchObject({
      lines: [{ kind: 'tariff' }, { kind: 'unused' }, { kind: 'credit' }],
    });
  });
});

describe('a renewal', () => {
  it('is paid from the balance and begins where the last period ended', async () => {
    const user = await on.customer();
    await on.topUp(user, '100');
    await on.pay(user, 'starter', { method: 'balance' });
    await on.passTime(user, 31);
    const { ends_at: end } = await subscriptionOf(user);
    await renewAll();
    expect(await subscriptionOf(user)).toMatchObject({ status: 'active', starts_at: end });
    await renewAll();
    expect((await billingOf(user)).balance).toBe('42.00');
    expect(await invoicesOf(user)).toHaveLength(3);
  });

  it('without money leaves the invoice open for a week, in which everything goes on, and a deposit pays it', async () => {
    const user = await on.customer();
    await on.topUp(user, '29');
    await on.pay(user, 'starter', { method: 'balance' });
    await on.passTime(user, 31);
    await renewAll();
    expect(await subscriptionOf(user)).toMatchObject({
      status: 'past_due',
      tariff_id: on.tariff('starter'),
      grace_until: expect.any(String),
    });
    expect(await billingOf(user)).toMatchObject({ open_invoice: { due: '29.00' } });
    expect(await quoteOf(user, 'starter')).toMatchObject({ kind: 'settle', total: '29.00', missing: '29.00' });
    expect(await kindsOf(user)).toContain('invoice_open');
    await on.topUp(user, '30');
    expect(await subscriptionOf(user)).toMatchObject({ status: 'active', grace_until: null });
    expect(await billingOf(user)).toMatchObject({ open_invoice: null, balance: '1.00' });
  });

  it('that stays unpaid ends in the free limits after the grace', async () => {
    const user = await on.customer();
    await on.topUp(user, '29');
    await on.pay(user, 'starter', { method: 'balance' });
    await on.passTime(user, 31);
    await renewAll();
    await on.passTime(user, 8);
    await renewAll();
    expect(await subscriptionOf(user)).toMatchObject({ status: 'ended', tariff_id: on.tariff('free') });
    expect((await invoicesOf(user)).at(-1)).toMatchObject({ status: 'uncollectible', due: '29.00' });
  });
});
