import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../config.ts';
import { type BillingWorld, billingWorld } from './billing.fixture.ts';

let on: BillingWorld;
let off: BillingWorld;
beforeAll(async () => {
  on = await billingWorld();
  off = await billingWorld({ sandboxPayments: false });
});
afterAll(async () => {
  await on.product.close();
  await off.product.close();
});

describe('the test checkout', () => {
  const stripe = { STRIPE_SECRET_KEY: 'sk', STRIPE_WEBHOOK_SECRET: 'whsec' };
  it.each([
    ['a plain start', {}, false],
    ['a start on a public address', { PUBLIC_URL: 'https://track.example' }, false],
    ['the demo', { DEMO: '1' }, true],
    ['a start that asks for it', { SANDBOX_PAYMENTS: '1' }, true],
    ['a demo that forbids it', { DEMO: '1', SANDBOX_PAYMENTS: '0' }, false],
  ])('of %s', (_, settings, isOn) => {
    expect(loadConfig(settings).sandboxPayments).toBe(isOn);
    expect(loadConfig({ ...settings, ...stripe }).stripe).toBeDefined();
  });
});

describe('without a provider', () => {
  it('nobody gets a plan by card, and the answer says why', async () => {
    const person = await off.customer();
    const answer = await off.pay(person, 'pro');
    expect(answer.statusCode).toBe(409);
    expect(answer.json().code).toBe('card_payments_off');
    expect(await off.get(person, '/subscription')).toMatchObject({ tariff_id: off.tariff('free') });
    const deposit = { token: person.token, body: { amount: '50' } };
    expect((await off.product.call('POST', '/transactions/deposit', deposit)).json().code).toBe('card_payments_off');
    expect(await off.get(person, '/billing')).toMatchObject({ provider: null });
    expect(await off.rows('select id from payments')).toEqual([]);
    const paths = off.product.app.routeList.map(({ url }) => url);
    expect(paths.filter((url) => url.startsWith('/sandbox'))).toEqual([]);
    const webhook = { method: 'POST', url: '/v1/payments/sandbox/webhook', payload: {} } as const;
    expect((await off.product.app.inject(webhook)).statusCode).toBe(404);
  });

  it('the balance still pays', async () => {
    const person = await off.customer();
    const path = `/transactions/users/${person.id}/deposit`;
    await off.product.call('POST', path, { token: off.operator.token, body: { amount: '100' } });
    expect((await off.pay(person, 'pro', { method: 'balance' })).json().data).toMatchObject({ status: 'paid' });
    expect(await off.get(person, '/subscription')).toMatchObject({ tariff_id: off.tariff('pro') });
  });

  it('the operator sees it', async () => {
    expect(await off.get(off.operator, '/overview')).toMatchObject({ payment_provider: null });
    expect(await on.get(on.operator, '/overview')).toMatchObject({ payment_provider: 'sandbox' });
  });
});

describe('whoever comes back from the checkout', () => {
  it('sees that the payment waits, then what it bought, with its invoice', async () => {
    const person = await on.customer();
    expect(await on.get(person, '/billing')).toMatchObject({ last_payment: null });
    const page = (await on.pay(person, 'starter')).json().data.payment_url;
    expect(await on.get(person, '/billing')).toMatchObject({
      last_payment: { status: 'pending', purpose: 'tariff', tariff_id: on.tariff('starter'), invoice: null },
    });
    await on.checkout(page, 'paid');
    expect(await on.get(person, '/billing')).toMatchObject({
      last_payment: {
        status: 'paid',
        is_on_balance: false,
        amount: '29.00',
        invoice: { number: expect.stringMatching(/^INV-/) },
      },
    });
    await on.topUp(person, '15');
    expect(await on.get(person, '/billing')).toMatchObject({
      last_payment: { status: 'paid', purpose: 'deposit', is_on_balance: true, amount: '15.00', tariff_id: null },
    });
  });
});
