import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FakeStripe, SignedEvent } from '../../../testing/money/fake-stripe.ts';
import type { BillingFixture } from '../billing.fixture.ts';
import {
  createStripeFixture,
  deliverForgedEvents,
  deliverShuffledEvents,
  paidSession,
  refundedCharge,
  type StripeFixture,
} from './stripe.fixture.ts';

let fixture: StripeFixture;
let billing: BillingFixture;
let stripe: FakeStripe;
let deliver: StripeFixture['deliver'];
let openDeposit: StripeFixture['openDeposit'];
beforeAll(async () => {
  fixture = await createStripeFixture();
  ({ billing, stripe, deliver, openDeposit } = fixture);
});
afterAll(() => fixture.close());

const countRows = async (table: string): Promise<number> =>
  Number((await billing.query(`select count(*) from ${table}`))[0]?.count);

describe('Stripe', () => {
  it('opens one checkout session per request with the right amount', async () => {
    const user = await billing.createCustomer();
    const before = stripe.sessions.length;
    const first = await billing.pay(user, 'starter', {}, 'same');
    const again = await billing.pay(user, 'starter', {}, 'same');
    expect(first.json().data).toMatchObject({
      status: 'pending',
      payment_url: expect.stringContaining('checkout.stripe.example'),
    });
    expect(again.body).toBe(first.body);
    const [one, ...others] = stripe.sessions.slice(before);
    expect(others).toEqual([]);
    expect(one?.idempotencyKey).toBe(one?.reference);
    expect(Object.fromEntries(one?.params ?? [])).toMatchObject({
      mode: 'payment',
      'line_items[0][price_data][unit_amount]': '2900',
      'line_items[0][price_data][currency]': 'usd',
      'payment_intent_data[metadata][reference]': one?.reference,
      success_url: 'https://track.example/en/tariffs/success-payment',
      cancel_url: 'https://track.example/en/tariffs/failed-payment',
    });
    await deliver(stripe.event('checkout.session.completed', paidSession(one?.reference ?? '', 2900)));
    expect(await billing.get(user, '/subscription')).toMatchObject({ tariff_id: billing.tariffId('starter') });
  });

  it('reports an outage and charges nothing', async () => {
    const user = await billing.createCustomer();
    stripe.isDown = true;
    const answer = await billing.pay(user, 'starter');
    stripe.isDown = false;
    expect(answer.json().code).toBe('provider_unavailable');
    expect((await billing.get(user, '/subscription')) as object).toMatchObject({ tariff_id: billing.tariffId('free') });
  });

  it('disables the sandbox', async () => {
    expect((await billing.app.app.inject('/sandbox/checkout/anything')).headers['content-type']).not.toContain(
      'sandbox',
    );
    const routes = billing.app.app.routeList.map(({ url }) => url);
    expect(routes.filter((url) => url.startsWith('/sandbox'))).toEqual([]);
    expect(
      (await billing.app.app.inject({ method: 'POST', url: '/v1/payments/sandbox/webhook', payload: {} })).statusCode,
    ).toBe(404);
  });

  it('ignores events with a different amount or currency', async () => {
    const user = await billing.createCustomer();
    const reference = await openDeposit(user);
    await deliver(stripe.event('checkout.session.completed', paidSession(reference, 4999)));
    await deliver(stripe.event('checkout.session.completed', { ...paidSession(reference, 5000), currency: 'uah' }));
    expect(await billing.getBalance(user)).toBe('0.00');
    await deliver(
      stripe.event('checkout.session.completed', { ...paidSession(reference, 5000), payment_status: 'unpaid' }),
    );
    expect(await billing.getBalance(user)).toBe('0.00');
    await deliver(stripe.event('checkout.session.async_payment_succeeded', paidSession(reference, 5000)));
    expect(await billing.getBalance(user)).toBe('50.00');
  });
});

describe('webhook', () => {
  it('accepts only a current signature over the exact body', async () => {
    const user = await billing.createCustomer();
    const reference = await openDeposit(user);
    const now = Date.now() / 1000;
    const good = (options = {}) =>
      stripe.event('checkout.session.completed', paidSession(reference, 5000), { id: 'evt_good', ...options });
    const { body, headers } = good();
    const signature = headers['stripe-signature'] ?? '';
    const [time = '', v1 = ''] = signature.split(',');
    const bad: [string, SignedEvent][] = [
      ['none', { body, headers: {} }],
      ['empty', { body, headers: { 'stripe-signature': '' } }],
      ['of another secret', good({ secret: 'whsec_other' })],
      ['of an altered byte', { body: body.replace('5000', '5001'), headers }],
      [
        'of reordered JSON',
        { body: JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(body)).reverse())), headers },
      ],
      ['301 seconds old', good({ at: now - 301 })],
      ['301 seconds early', good({ at: now + 302 })],
      ['an hour early', good({ at: now + 3600 })],
      ['without its time', { body, headers: { 'stripe-signature': v1 } }],
      ['with two times', { body, headers: { 'stripe-signature': `${time},t=1,${v1}` } }],
      ['of the old scheme', { body, headers: { 'stripe-signature': signature.replace('v1=', 'v0=') } }],
      [
        'with another time',
        { body, headers: { 'stripe-signature': signature.replace(/t=\d+/, `t=${Math.floor(now) - 5}`) } },
      ],
      ['cut short', { body, headers: { 'stripe-signature': signature.slice(0, -2) } }],
      ['huge', { body, headers: { 'stripe-signature': `${signature},${'v1=00,'.repeat(5_000)}` } }],
      ['of random bytes', { body, headers: { 'stripe-signature': `${time},v1=${randomBytes(32).toString('hex')}` } }],
    ];
    const events = await countRows('payment_events');
    for (const [what, event] of bad) expect((await deliver(event)).statusCode, what).toBeGreaterThanOrEqual(400);
    expect(await countRows('payment_events')).toBe(events);
    expect(await billing.getBalance(user)).toBe('0.00');
    for (const at of [now - 290, now + 290]) expect((await deliver(good({ at }))).statusCode).toBe(200);
    expect(await billing.getBalance(user)).toBe('50.00');
  });

  it('applies partial refunds, even if they arrive before the payment', async () => {
    const user = await billing.createCustomer();
    const reference = await openDeposit(user);
    await deliver(stripe.event('charge.refunded', refundedCharge(reference, 2000)));
    expect(await billing.getBalance(user)).toBe('0.00');
    await deliver(stripe.event('checkout.session.completed', paidSession(reference, 5000)));
    expect(await billing.getBalance(user)).toBe('30.00');
    await deliver(stripe.event('charge.refunded', refundedCharge(reference, 3500)));
    expect(await billing.getBalance(user)).toBe('15.00');
  });

  it('ends the plan and voids the invoice on a full refund', async () => {
    const user = await billing.createCustomer();
    await billing.pay(user, 'pro');
    const reference = stripe.sessions.at(-1)?.reference ?? '';
    await deliver(stripe.event('checkout.session.completed', paidSession(reference, 7900)));
    await deliver(stripe.event('charge.refunded', refundedCharge(reference, 900)));
    expect((await billing.get(user, '/subscription')) as object).toMatchObject({ tariff_id: billing.tariffId('pro') });
    await deliver(stripe.event('charge.refunded', refundedCharge(reference, 7900)));
    expect((await billing.get(user, '/subscription')) as object).toMatchObject({
      tariff_id: billing.tariffId('free'),
      status: 'ended',
    });
    expect((await billing.get(user, '/invoices')) as object).toMatchObject([{ status: 'void', refunded: '79.00' }]);
    expect(await billing.getBalance(user)).toBe('0.00');
  });

  it('deducts a refunded deposit from the balance, even below zero', async () => {
    const user = await billing.createCustomer();
    const reference = await openDeposit(user);
    await deliver(stripe.event('checkout.session.completed', paidSession(reference, 5000)));
    await billing.pay(user, 'starter', { method: 'balance' });
    await deliver(stripe.event('charge.refunded', refundedCharge(reference, 5000)));
    expect(await billing.getBalance(user)).toBe('-29.00');
  });
});

describe('forged webhooks', () => {
  it('book nothing, whichever byte is changed', () => deliverForgedEvents(fixture, 9));

  it.each([
    ['another amount', 4999, 'usd'],
    ['a larger amount', 50_000, 'usd'],
    ['another currency', 5000, 'eur'],
  ])('book nothing with %s, though signed', async (_, amount, currency) => {
    const user = await billing.createCustomer();
    const reference = await openDeposit(user);
    const session = { ...paidSession(reference, amount), currency };
    expect((await deliver(stripe.event('checkout.session.completed', session))).statusCode).toBe(200);
    expect(await billing.getBalance(user)).toBe('0.00');
  });
});

describe('concurrent webhooks', () => {
  it('match the model when repeated and shuffled', { timeout: 120_000 }, () => deliverShuffledEvents(fixture, 60));
});
