import type { Billing, TariffQuote } from '@poklik/contract/billing';
import type { Invoice } from '@poklik/contract/invoices';
import type { Subscription } from '@poklik/contract/subscriptions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Person } from '../../testing/test-app.ts';
import { type BillingFixture, createBillingFixture } from './billing.fixture.ts';
import { billingJobs } from './billing.jobs.ts';

let billing: BillingFixture;
beforeAll(async () => {
  billing = await createBillingFixture();
});
afterAll(() => billing.app.close());

const getSubscription = (person: Person): Promise<Subscription> => billing.get(person, '/subscription');
const getBilling = (person: Person): Promise<Billing> => billing.get(person, '/billing');
const getQuote = (person: Person, code: string, query = ''): Promise<TariffQuote> =>
  billing.get(person, `/tariffs/${billing.tariffId(code)}/quote${query}`);
const listInvoices = (person: Person): Promise<Invoice[]> => billing.get(person, '/invoices?sort=number&order=asc');
const listNotificationKinds = async (person: Person): Promise<string[]> =>
  (await billing.app.call('GET', '/notifications?per_page=100', { token: person.token }))
    .json()
    .notifications.map(({ kind }: { kind: string }) => kind);
const renewAll = () => billingJobs(billing.app.services).renew_subscriptions?.({});

describe('checkout payment', () => {
  it('starts the plan only when the provider confirms the payment', async () => {
    const user = await billing.createCustomer({ language: 'ru' });
    const opened = await billing.pay(user, 'starter');
    expect(opened.json().data).toMatchObject({
      status: 'pending',
      payment_url: expect.stringContaining('/sandbox/checkout/'),
    });
    const { payment_url: page } = opened.json().data;
    // Returning from the checkout without paying changes nothing.
    expect((await getSubscription(user)).tariff_id).toBe(billing.tariffId('free'));
    const shown = await billing.app.app.inject({ method: 'GET', url: new URL(page).pathname });
    expect(shown.statusCode).toBe(200);
    expect(shown.body).toContain('Poklik plan: <strong>$29.00</strong>');
    const back = await billing.completeCheckout(page, 'paid');
    expect(back.statusCode).toBe(303);
    expect(back.headers.location).toBe('https://track.example/en/tariffs/success-payment');
    expect(await getSubscription(user)).toMatchObject({
      tariff_id: billing.tariffId('starter'),
      status: 'active',
      period: 'month',
    });
    expect(await listInvoices(user)).toMatchObject([
      { status: 'paid', type: 'subscription', total: '29.00', due: '0.00', bill_to: { email: user.email } },
    ]);
    expect((await getBilling(user)).balance).toBe('0.00');
    expect(await listNotificationKinds(user)).toContain('payment_received');
    const message = await billing.app.findEmail(user.email, /Оплата получена/);
    expect(message.attachments?.[0]).toMatchObject({
      contentType: 'application/pdf',
      filename: expect.stringMatching(/^INV-\d{6}-\d{4}\.pdf$/),
    });
    expect(message.attachments?.[0]?.content.subarray(0, 5).toString()).toBe('%PDF-');
    // The checkout page works only once.
    expect((await billing.completeCheckout(page, 'paid')).statusCode).toBe(404);
    expect(await listInvoices(user)).toHaveLength(1);
  });

  it('changes nothing when declined', async () => {
    const user = await billing.createCustomer();
    const { payment_url: page } = (await billing.pay(user, 'pro')).json().data;
    expect((await billing.completeCheckout(page, 'declined')).headers.location).toContain('/tariffs/failed-payment');
    expect((await getSubscription(user)).tariff_id).toBe(billing.tariffId('free'));
    expect(await listInvoices(user)).toEqual([]);
  });

  it('goes to the balance if the subscription changed in the meantime', async () => {
    const user = await billing.createCustomer();
    const first = (await billing.pay(user, 'starter')).json().data.payment_url;
    const second = (await billing.pay(user, 'pro')).json().data.payment_url;
    await billing.completeCheckout(second, 'paid');
    await billing.completeCheckout(first, 'paid');
    expect((await getSubscription(user)).tariff_id).toBe(billing.tariffId('pro'));
    expect((await getBilling(user)).balance).toBe('29.00');
    expect(await listNotificationKinds(user)).toContain('payment_to_balance');
  });

  it('requires a verified email', async () => {
    const user = await billing.app.person();
    for (const answer of [
      await billing.pay(user, 'starter'),
      await billing.app.call('POST', '/transactions/deposit', { token: user.token, body: { amount: '10' } }),
    ])
      expect(answer.json().code).toBe('email_not_verified');
  });
});

describe('payment from the balance', () => {
  it('deducts the price and starts the plan immediately', async () => {
    const user = await billing.createCustomer();
    await billing.topUp(user, '100');
    const paid = await billing.pay(user, 'starter', { method: 'balance' });
    expect(paid.json().data).toMatchObject({ status: 'paid', payment_url: null, invoice_id: expect.any(Number) });
    expect(await getBilling(user)).toMatchObject({ balance: '71.00', next_charge: { amount: '29.00' } });
    expect((await listInvoices(user)).map(({ type, total }) => [type, total])).toEqual([
      ['deposit', '100.00'],
      ['subscription', '29.00'],
    ]);
    expect((await billing.pay(user, 'starter', { method: 'balance' })).json().code).toBe('tariff_is_current');
  });

  it('is rejected if the balance is too low', async () => {
    const user = await billing.createCustomer();
    await billing.topUp(user, '28.99');
    expect((await billing.pay(user, 'starter', { method: 'balance' })).json().code).toBe('balance_too_low');
    expect(await getBilling(user)).toMatchObject({ balance: '28.99' });
    expect((await getSubscription(user)).tariff_id).toBe(billing.tariffId('free'));
  });

  it('happens once per idempotency key under concurrent requests', async () => {
    const user = await billing.createCustomer();
    await billing.topUp(user, '500');
    const answers = await Promise.all(
      Array.from({ length: 12 }, () =>
        billing.pay(user, 'pro', { method: 'balance' }, 'one and the same'.replaceAll(' ', '-')),
      ),
    );
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect(await getBilling(user)).toMatchObject({ balance: '421.00' });
  });

  it('never overdraws the balance with concurrent orders of different plans', async () => {
    const user = await billing.createCustomer();
    await billing.topUp(user, '200');
    const codes = ['starter', 'pro', 'business', 'starter', 'pro', 'business'];
    await Promise.all(codes.map((code) => billing.pay(user, code, { method: 'balance' })));
    const spent = (await listInvoices(user)).filter(({ type }) => type === 'subscription');
    const total = spent.reduce((sum, { total: amount }) => sum + Number(amount), 0);
    expect(Number((await getBilling(user)).balance)).toBeCloseTo(200 - total, 2);
    expect(Number((await getBilling(user)).balance)).toBeGreaterThanOrEqual(0);
  });
});

describe('plan change', () => {
  it('upgrades immediately and credits the unused time as an invoice line', async () => {
    const user = await billing.createCustomer();
    await billing.topUp(user, '200');
    await billing.pay(user, 'starter', { method: 'balance' });
    await billing.shiftSubscriptionBack(user, 15);
    const quote = await getQuote(user, 'pro');
    expect(quote.kind).toBe('upgrade');
    expect(quote.lines.map(({ kind }) => kind)).toEqual(['tariff', 'unused']);
    const unused = -Number(quote.lines[1]?.amount);
    expect(unused).toBeGreaterThan(13);
    expect(unused).toBeLessThan(15.5);
    expect(Number(quote.total)).toBeCloseTo(79 - unused, 2);
    await billing.pay(user, 'pro', { method: 'balance' });
    expect(Number((await getBilling(user)).balance)).toBeCloseTo(200 - 29 - Number(quote.total), 1);
    expect((await listInvoices(user)).at(-1)).toMatchObject({ subtotal: '79.00', status: 'paid' });
  });

  it('schedules a downgrade for the end of the period, and it can be cancelled', async () => {
    const user = await billing.createCustomer();
    await billing.topUp(user, '79');
    await billing.pay(user, 'pro', { method: 'balance' });
    expect((await billing.pay(user, 'free')).json().data.status).toBe('scheduled');
    expect(await getSubscription(user)).toMatchObject({
      tariff_id: billing.tariffId('pro'),
      next: { tariff_id: billing.tariffId('free') },
    });
    const keep = () => billing.app.call('DELETE', '/subscription/change', { token: user.token });
    expect((await keep()).statusCode).toBe(200);
    expect((await keep()).statusCode).toBe(404);
    await billing.pay(user, 'free');
    await billing.shiftSubscriptionBack(user, 32);
    await renewAll();
    expect(await getSubscription(user)).toMatchObject({
      tariff_id: billing.tariffId('free'),
      status: 'ended',
      ends_at: null,
    });
    expect(await listNotificationKinds(user)).toContain('tariff_ended');
  });

  it('charges ten months for a year and keeps the remaining credit', async () => {
    const user = await billing.createCustomer();
    await billing.topUp(user, '800');
    await billing.pay(user, 'starter', { method: 'balance', period: 'year' });
    expect(await getBilling(user)).toMatchObject({ balance: '510.00' });
    await billing.pay(user, 'pro', { method: 'balance', period: 'month' });
    const { balance, credit } = await getBilling(user);
    expect(balance).toBe('510.00');
    expect(Number(credit)).toBeCloseTo(290 - 79, 0);
    expect(await getQuote(user, 'business')).toMatchObject({
      lines: [{ kind: 'tariff' }, { kind: 'unused' }, { kind: 'credit' }],
    });
  });
});

describe('renewal', () => {
  it('is paid from the balance and starts at the end of the last period', async () => {
    const user = await billing.createCustomer();
    await billing.topUp(user, '100');
    await billing.pay(user, 'starter', { method: 'balance' });
    await billing.shiftSubscriptionBack(user, 31);
    const { ends_at: end } = await getSubscription(user);
    await renewAll();
    expect(await getSubscription(user)).toMatchObject({ status: 'active', starts_at: end });
    await renewAll();
    expect((await getBilling(user)).balance).toBe('42.00');
    expect(await listInvoices(user)).toHaveLength(3);
  });

  it('leaves the invoice open for a week of grace if the balance is too low, and a deposit pays it', async () => {
    const user = await billing.createCustomer();
    await billing.topUp(user, '29');
    await billing.pay(user, 'starter', { method: 'balance' });
    await billing.shiftSubscriptionBack(user, 31);
    await renewAll();
    expect(await getSubscription(user)).toMatchObject({
      status: 'past_due',
      tariff_id: billing.tariffId('starter'),
      grace_until: expect.any(String),
    });
    expect(await getBilling(user)).toMatchObject({ open_invoice: { due: '29.00' } });
    expect(await getQuote(user, 'starter')).toMatchObject({ kind: 'settle', total: '29.00', missing: '29.00' });
    expect(await listNotificationKinds(user)).toContain('invoice_open');
    await billing.topUp(user, '30');
    expect(await getSubscription(user)).toMatchObject({ status: 'active', grace_until: null });
    expect(await getBilling(user)).toMatchObject({ open_invoice: null, balance: '1.00' });
  });

  it('ends the plan after the grace period if the invoice stays unpaid', async () => {
    const user = await billing.createCustomer();
    await billing.topUp(user, '29');
    await billing.pay(user, 'starter', { method: 'balance' });
    await billing.shiftSubscriptionBack(user, 31);
    await renewAll();
    await billing.shiftSubscriptionBack(user, 8);
    await renewAll();
    expect(await getSubscription(user)).toMatchObject({ status: 'ended', tariff_id: billing.tariffId('free') });
    expect((await listInvoices(user)).at(-1)).toMatchObject({ status: 'uncollectible', due: '29.00' });
  });
});
