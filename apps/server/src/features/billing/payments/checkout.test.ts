import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../../config.ts';
import { type BillingFixture, createBillingFixture } from '../billing.fixture.ts';

let billing: BillingFixture;
let billingWithoutCards: BillingFixture;
beforeAll(async () => {
  billing = await createBillingFixture();
  billingWithoutCards = await createBillingFixture({ sandboxPayments: false });
});
afterAll(async () => {
  await billing.app.close();
  await billingWithoutCards.app.close();
});

describe('sandbox checkout', () => {
  const stripe = { STRIPE_SECRET_KEY: 'sk', STRIPE_WEBHOOK_SECRET: 'whsec' };
  it.each([
    ['default settings', {}, false],
    ['a public URL', { PUBLIC_URL: 'https://track.example' }, false],
    ['the demo', { DEMO: '1' }, true],
    ['SANDBOX_PAYMENTS on', { SANDBOX_PAYMENTS: '1' }, true],
    ['the demo with SANDBOX_PAYMENTS off', { DEMO: '1', SANDBOX_PAYMENTS: '0' }, false],
  ])('with %s', (_, settings, isOn) => {
    expect(loadConfig(settings).sandboxPayments).toBe(isOn);
    expect(loadConfig({ ...settings, ...stripe }).stripe).toBeDefined();
  });
});

describe('without a payment provider', () => {
  it('rejects card payments with a reason', async () => {
    const person = await billingWithoutCards.createCustomer();
    const answer = await billingWithoutCards.pay(person, 'pro');
    expect(answer.statusCode).toBe(409);
    expect(answer.json().code).toBe('card_payments_off');
    expect(await billingWithoutCards.get(person, '/subscription')).toMatchObject({
      tariff_id: billingWithoutCards.tariffId('free'),
    });
    const deposit = { token: person.token, body: { amount: '50' } };
    expect((await billingWithoutCards.app.call('POST', '/transactions/deposit', deposit)).json().code).toBe(
      'card_payments_off',
    );
    expect(await billingWithoutCards.get(person, '/billing')).toMatchObject({ provider: null });
    expect(await billingWithoutCards.query('select id from payments')).toEqual([]);
    const paths = billingWithoutCards.app.app.routeList.map(({ url }) => url);
    expect(paths.filter((url) => url.startsWith('/sandbox'))).toEqual([]);
    const webhook = { method: 'POST', url: '/v1/payments/sandbox/webhook', payload: {} } as const;
    expect((await billingWithoutCards.app.app.inject(webhook)).statusCode).toBe(404);
  });

  it('still accepts payments from the balance', async () => {
    const person = await billingWithoutCards.createCustomer();
    const path = `/transactions/users/${person.id}/deposit`;
    await billingWithoutCards.app.call('POST', path, {
      token: billingWithoutCards.operator.token,
      body: { amount: '100' },
    });
    expect((await billingWithoutCards.pay(person, 'pro', { method: 'balance' })).json().data).toMatchObject({
      status: 'paid',
    });
    expect(await billingWithoutCards.get(person, '/subscription')).toMatchObject({
      tariff_id: billingWithoutCards.tariffId('pro'),
    });
  });

  it('shows the missing provider in the operator overview', async () => {
    expect(await billingWithoutCards.get(billingWithoutCards.operator, '/overview')).toMatchObject({
      payment_provider: null,
    });
    expect(await billing.get(billing.operator, '/overview')).toMatchObject({ payment_provider: 'sandbox' });
  });
});

describe('returning from the checkout', () => {
  it('shows the pending payment, then the paid one with its invoice', async () => {
    const person = await billing.createCustomer();
    expect(await billing.get(person, '/billing')).toMatchObject({ last_payment: null });
    const page = (await billing.pay(person, 'starter')).json().data.payment_url;
    expect(await billing.get(person, '/billing')).toMatchObject({
      last_payment: { status: 'pending', purpose: 'tariff', tariff_id: billing.tariffId('starter'), invoice: null },
    });
    await billing.completeCheckout(page, 'paid');
    expect(await billing.get(person, '/billing')).toMatchObject({
      last_payment: {
        status: 'paid',
        is_on_balance: false,
        amount: '29.00',
        invoice: { number: expect.stringMatching(/^INV-/) },
      },
    });
    await billing.topUp(person, '15');
    expect(await billing.get(person, '/billing')).toMatchObject({
      last_payment: { status: 'paid', purpose: 'deposit', is_on_balance: true, amount: '15.00', tariff_id: null },
    });
  });
});
