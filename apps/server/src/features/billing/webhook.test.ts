import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SignedEvent, StripeStandIn } from '../../testing/stripe-stand-in.ts';
import type { BillingWorld } from './billing.fixture.ts';
import { paidSession, refundedCharge, type StripeWorld, stripeStorm, stripeWorld } from './stripe-world.fixture.ts';

let world: StripeWorld;
let on: BillingWorld;
let stripe: StripeStandIn;
let deliver: StripeWorld['deliver'];
let openDeposit: StripeWorld['openDeposit'];
beforeAll(async () => {
  world = await stripeWorld();
  ({ on, stripe, deliver, openDeposit } = world);
});
afterAll(() => world.close());

const count = async (table: string): Promise<number> =>
  Number((await on.rows(`select count(*) from ${table}`))[0]?.count);

describe('Stripe', () => {
  it('opens its own page with our amount, and opens it once for one request', async () => {
    const user = await on.customer();
    const first = await on.pay(user, 'starter', {}, 'same');
    const again = await on.pay(user, 'starter', {}, 'same');
    expect(first.json().data).toMatchObject({
      status: 'pending',
      payment_url: expect.stringContaining('checkout.stripe.example'),
    });
    expect(again.body).toBe(first.body);
    const [one, other] = stripe.sessions.slice(-2);
    expect(one?.idempotencyKey).toBe(other?.idempotencyKey);
    expect(Object.fromEntries(one?.params ?? [])).toMatchObject({
      mode: 'payment',
      'line_items[0][price_data][unit_amount]': '2900',
      'line_items[0][price_data][currency]': 'usd',
      'payment_intent_data[metadata][reference]': one?.reference,
      success_url: 'https://track.example/en/tariffs/success-payment',
      cancel_url: 'https://track.example/en/tariffs/failed-payment',
    });
    await deliver(stripe.event('checkout.session.completed', paidSession(one?.reference ?? '', 2900)));
    expect(await on.get(user, '/subscription')).toMatchObject({ tariff_id: on.tariff('starter') });
  });

  it('that is down is said to be, and nothing is charged', async () => {
    const user = await on.customer();
    stripe.isDown = true;
    const answer = await on.pay(user, 'starter');
    stripe.isDown = false;
    expect(answer.json().code).toBe('provider_unavailable');
    expect((await on.get(user, '/subscription')) as object).toMatchObject({ tariff_id: on.tariff('free') });
  });

  it('leaves no sandbox beside it', async () => {
    expect((await on.product.app.inject('/sandbox/checkout/anything')).headers['content-type']).not.toContain(
      'sandbox',
    );
    const routes = on.product.app.routeList.map(({ url }) => url);
    expect(routes.filter((url) => url.startsWith('/sandbox'))).toEqual([]);
    expect(
      (await on.product.app.inject({ method: 'POST', url: '/v1/payments/sandbox/webhook', payload: {} })).statusCode,
    ).toBe(404);
  });

  it('is not believed about another amount or currency', async () => {
    const user = await on.customer();
    const reference = await openDeposit(user);
    await deliver(stripe.event('checkout.session.completed', paidSession(reference, 4999)));
    await deliver(stripe.event('checkout.session.completed', { ...paidSession(reference, 5000), currency: 'uah' }));
    expect(await on.available(user)).toBe('0.00');
    await deliver(
      stripe.event('checkout.session.completed', { ...paidSession(reference, 5000), payment_status: 'unpaid' }),
    );
    expect(await on.available(user)).toBe('0.00');
    await deliver(stripe.event('checkout.session.async_payment_succeeded', paidSession(reference, 5000)));
    expect(await on.available(user)).toBe('50.00');
  });
});

describe('a webhook', () => {
  it('is heard only with a signature of this moment over exactly these bytes', async () => {
    const user = await on.customer();
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
    const events = await count('payment_events');
    for (const [what, event] of bad) expect((await deliver(event)).statusCode, what).toBeGreaterThanOrEqual(400);
    expect(await count('payment_events')).toBe(events);
    expect(await on.available(user)).toBe('0.00');
    for (const at of [now - 290, now + 290]) expect((await deliver(good({ at }))).statusCode).toBe(200);
    expect(await on.available(user)).toBe('50.00');
  });

  it('gives back what was paid, in parts, also when it hears of that first', async () => {
    const user = await on.customer();
    const reference = await openDeposit(user);
    await deliver(stripe.event('charge.refunded', refundedCharge(reference, 2000)));
    expect(await on.available(user)).toBe('0.00');
    await deliver(stripe.event('checkout.session.completed', paidSession(reference, 5000)));
    expect(await on.available(user)).toBe('30.00');
    await deliver(stripe.event('charge.refunded', refundedCharge(reference, 3500)));
    expect(await on.available(user)).toBe('15.00');
  });

  it('that gives back a whole tariff ends it and voids its invoice', async () => {
    const user = await on.customer();
    await on.pay(user, 'pro');
    const reference = stripe.sessions.at(-1)?.reference ?? '';
    await deliver(stripe.event('checkout.session.completed', paidSession(reference, 7900)));
    await deliver(stripe.event('charge.refunded', refundedCharge(reference, 900)));
    expect((await on.get(user, '/subscription')) as object).toMatchObject({ tariff_id: on.tariff('pro') });
    await deliver(stripe.event('charge.refunded', refundedCharge(reference, 7900)));
    expect((await on.get(user, '/subscription')) as object).toMatchObject({
      tariff_id: on.tariff('free'),
      status: 'ended',
    });
    expect((await on.get(user, '/invoices')) as object).toMatchObject([{ status: 'void', refunded: '79.00' }]);
    expect(await on.available(user)).toBe('0.00');
  });

  it('about money that was given to the balance already takes it from there, even below nothing', async () => {
    const user = await on.customer();
    const reference = await openDeposit(user);
    await deliver(stripe.event('checkout.session.completed', paidSession(reference, 5000)));
    await on.pay(user, 'starter', { method: 'balance' });
    await deliver(stripe.event('charge.refunded', refundedCharge(reference, 5000)));
    expect(await on.available(user)).toBe('-29.00');
  });
});

describe('a storm of webhooks', () => {
  it('repeated and shuffled, eight at a time, ends where the model ends', { timeout: 120_000 }, () =>
    stripeStorm(world, 60),
  );
});
