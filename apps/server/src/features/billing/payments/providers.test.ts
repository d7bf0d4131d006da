import { randomUUID } from 'node:crypto';
import { ROLES } from '@poklik/contract/roles';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLiveProviders } from '../../../payments/configured-provider.ts';
import { deliverForgeries, runProviderLoad } from '../../../testing/money/provider-load.ts';
import { createProviderWorld, NAMES, type ProviderWorld } from '../../../testing/money/provider-world.ts';
import { irregular } from '../../../testing/money/providers/fake-btcpay.ts';
import { isAccepted } from '../../../testing/money/providers/fake-wayforpay.ts';
import type { Person } from '../../../testing/test-app.ts';
import { askAboutOpenPayments } from './ask-status.service.ts';

const MINUTE_MS = 60_000;
/** 29.00 USD at 0.025. */
const STARTER_UAH = '116000';
const WRONG_KEYS = {
  monobank: { token: 'of another' },
  btcpay: { apiKey: 'of another' },
  wayforpay: { account: 'another' },
  liqpay: { privateKey: 'of another' },
};
const CARD_PROVIDERS = ['monobank', 'wayforpay', 'liqpay'] as const;

let world: ProviderWorld;
beforeAll(async () => {
  world = await createProviderWorld();
});
afterAll(() => world.close());
beforeEach(() => {
  for (const fake of Object.values(world.fakes)) Object.assign(fake, { lose: null, decide: 'paid' });
});

const setRateAge = (hours: number) =>
  world.billing.query(`update currency_rates set confirmed_at = now() - interval '${hours} hours'`);
const countNotices = async (kind: string) =>
  (
    await world.billing.query('select 1 from notifications where kind = $1 and user_id = $2', [
      kind,
      world.billing.operator.id,
    ])
  ).length;
const listMethods = (person: Person) => world.billing.get(person, '/payment_methods') as Promise<object[]>;

describe.each(NAMES)('%s', (name) => {
  const converts = name !== 'btcpay';

  it('pays for a plan, once, with the amount that was fixed when the page was opened', async () => {
    const { billing, fakes } = world;
    const person = await billing.createCustomer();
    const key = randomUUID();
    const open = () => billing.pay(person, 'starter', { provider: name }, key);
    const [first, again] = [(await open()).json().data, (await open()).json().data];
    expect([first.status, again.payment_url]).toEqual(['pending', first.payment_url]);
    const order = await world.buy(person, name);
    expect([order.amount, order.currency]).toEqual(converts ? [116_000n, 'UAH'] : [2900n, 'USD']);
    expect(fakes[name].orders.filter(({ reference }) => reference === order.reference)).toHaveLength(1);
    await world.pay(name, order);
    expect(await billing.get(person, '/subscription')).toMatchObject({ tariff_id: billing.tariffId('starter') });
    expect(await billing.get(person, '/billing')).toMatchObject({
      last_payment: { status: 'paid', amount: '29.00', currency: 'USD' },
    });
    expect((await world.listPayments(person)).at(-1)).toMatchObject({
      ...{ provider: name, status: 'paid', amount_minor: '2900' },
      ...{ charge_minor: converts ? STARTER_UAH : null, charge_currency: converts ? 'UAH' : null },
    });
  });

  it.each([
    ['amount', { amount: 1n }],
    ['currency', { currency: 'EUR' }],
  ])('books nothing of another %s', async (_, other) => {
    const person = await world.billing.createCustomer();
    const order = await world.openDeposit(person, name);
    Object.assign(order, other);
    await world.pay(name, order);
    expect(await world.billing.getBalance(person)).toBe('0.00');
  });

  it('books callbacks that are late, shuffled and repeated as they happened', () => runProviderLoad(world, name, 10));

  it('books nothing of forged callbacks', () => deliverForgeries(world, name, 61));

  it('is asked about a payment whose callback was lost, or that expired', async () => {
    const person = await world.billing.createCustomer();
    const [paid, expired, open] = [
      await world.openDeposit(person, name),
      await world.openDeposit(person, name),
      await world.openDeposit(person, name),
    ];
    world.fakes[name].happen(paid.reference, { kind: 'paid', amountMinor: paid.amount });
    expired.state = 'expired';
    const ask = (minutes: number) =>
      askAboutOpenPayments(world.billing.app.services, world.providers, new Date(Date.now() + minutes * MINUTE_MS));
    await ask(5);
    expect((await world.listPayments(person)).map(({ status }) => status)).toEqual(['pending', 'pending', 'pending']);
    await ask(11);
    await ask(12);
    const found = await world.listPayments(person);
    const statusOf = ({ reference }: { reference: string }) => found.find((row) => row.reference === reference)?.status;
    expect([paid, expired, open].map(statusOf)).toEqual(['paid', 'failed', 'pending']);
    expect(await world.billing.getBalance(person)).toBe('50.00');
  });

  it('is tested without moving money', async () => {
    const { billing, fakes } = world;
    const test = async () =>
      (
        await billing.app.call('POST', '/settings/test/provider', {
          token: (await billing.app.person({ role: ROLES.SUPER_ADMIN })).token,
          body: { provider: name },
        })
      ).json().data;
    const orders = fakes[name].orders.length;
    expect(await test()).toMatchObject({ accepted: true });
    expect(fakes[name].orders).toHaveLength(orders);
    fakes[name].lose = 'request';
    expect(await test()).toMatchObject({ accepted: false });
  });

  it('with wrong keys is told from one that works, and from one that knows no such payment', async () => {
    const settings = { ...world.fakes[name].settings[name], ...WRONG_KEYS[name] };
    const [provider] = createLiveProviders({
      ...{ stripe: undefined, sandboxPayments: false, publicUrl: 'https://track.example' },
      providers: { [name]: settings },
    }).list();
    expect(await provider?.test()).toMatchObject({ accepted: false });
    const question = { reference: randomUUID(), paymentId: null, token: null, openedAt: new Date() };
    await expect(provider?.status(question)).rejects.toThrow();
    expect(await world.providers.find(name)?.status(question)).toEqual({ kind: 'absent' });
  });
});

describe.each(CARD_PROVIDERS)('a card saved at %s', (name) => {
  it('is charged at renewal, by the rate of that day, and refunded pro rata', async () => {
    const person = await world.owe(name);
    expect(await listMethods(person)).toMatchObject([{ provider: name, refusal: null }]);
    await world.charge(person);
    const charged = (await world.listPayments(person)).at(-1);
    expect(charged).toMatchObject({ attempt: 1, status: 'paid', charge_minor: STARTER_UAH, charge_currency: 'UAH' });
    const order = world.fakes[name].order(charged?.reference ?? '');
    expect(order.amount).toBe(116_000n);
    const [invoice] = await world.billing.query('select invoice_id as id from payments where reference = $1', [
      order.reference,
    ]);
    const refund = (amount: string) =>
      world.billing.app.call('POST', `/invoices/${invoice?.id}/refund`, {
        token: world.billing.operator.token,
        body: { amount, to: 'provider', reason: 'asked for' },
      });
    expect((await refund('9.99')).json().data).toMatchObject({ refunded: '9.99' });
    expect(order.refunded).toBe(39_960n);
    // Its callback tells nothing new.
    await world.deliver(name, world.fakes[name].callback(order));
    expect((await refund('19.01')).json().data).toMatchObject({ refunded: '29.00', status: 'void' });
    expect(order.refunded).toBe(116_000n);
  });

  it('that is declined is tried again another day, and a confirmation is asked for', async () => {
    const person = await world.owe(name);
    world.fakes[name].decide = 'failed';
    await world.charge(person);
    const reason = name === 'liqpay' ? 'declined' : 'no_funds';
    expect((await world.listPayments(person)).at(-1)).toMatchObject({ attempt: 1, status: 'failed', failure: reason });
    if (name === 'wayforpay') return;
    const other = await world.owe(name);
    world.fakes[name].decide = 'confirm';
    await world.charge(other);
    expect((await world.listPayments(other)).at(-1)).toMatchObject({ attempt: 1, status: 'needs_action' });
  });

  it('is never charged twice when answers are lost', async () => {
    const person = await world.owe(name);
    const fake = world.fakes[name];
    const before = fake.charges.length;
    const now = Date.now();
    fake.lose = 'response';
    await world.charge(person, now);
    await world.charge(person, now + 5 * MINUTE_MS);
    expect((await world.listPayments(person)).at(-1)).toMatchObject({ attempt: 1, status: 'pending' });
    fake.lose = null;
    await world.charge(person, now + 10 * MINUTE_MS);
    expect((await world.listPayments(person)).at(-1)).toMatchObject({ attempt: 1, status: 'paid' });
    expect(fake.charges).toHaveLength(before + 1);
  });

  it('that was never asked for is not charged later under the same reference', async () => {
    const person = await world.owe(name);
    const fake = world.fakes[name];
    const before = fake.charges.length;
    const now = Date.now();
    fake.lose = 'request';
    await world.charge(person, now);
    fake.lose = null;
    await world.charge(person, now + 10 * MINUTE_MS);
    expect((await world.listPayments(person)).at(-1)).toMatchObject({ attempt: 1, status: 'pending' });
    await world.charge(person, now + 61 * MINUTE_MS);
    expect((await world.listPayments(person)).at(-1)).toMatchObject({ status: 'failed', failure: 'not_sent' });
    expect(fake.charges).toHaveLength(before);
  });

  it('waits for a recent exchange rate, and so does the page', async () => {
    const person = await world.owe(name);
    await setRateAge(49);
    await world.charge(person);
    expect((await world.listPayments(person)).filter(({ attempt }) => attempt !== null)).toEqual([]);
    const offered = async () =>
      (await world.billing.app.call('GET', '/billing', { token: person.token })).json().data.providers;
    expect(await offered()).toEqual([
      { name: 'btcpay', can_save: false, can_set_up: false, currency: 'USD', rate: null },
    ]);
    const refused = await world.billing.pay(await world.billing.createCustomer(), 'starter', { provider: name });
    expect(refused.json().code).toBe('provider_unavailable');
    await setRateAge(47);
    expect(await offered()).toHaveLength(4);
    await world.charge(person);
    expect((await world.listPayments(person)).at(-1)).toMatchObject({ attempt: 1, status: 'paid' });
  });
});

it('saves a card at Monobank without paying', async () => {
  const person = await world.billing.createCustomer();
  const add = (body: object) => world.billing.app.call('POST', '/payment_methods', { token: person.token, body });
  expect((await add({ consent: 1, provider: 'liqpay' })).json().code).toBe('card_payments_off');
  expect((await add({ consent: 1 })).statusCode).toBe(200);
  const order = world.fakes.monobank.orders.at(-1);
  expect(order?.amount).toBe(0n);
  expect(await listMethods(person)).toEqual([]);
  if (order) await world.pay('monobank', order);
  expect(await listMethods(person)).toMatchObject([{ provider: 'monobank', last4: '1902', brand: 'visa' }]);
  expect(await world.billing.getBalance(person)).toBe('0.00');
});

it('asks Monobank for its key again when a signature does not fit, but not for every forgery', async () => {
  const keyRequests = () => world.fakes.monobank.asked.filter((path) => path.endsWith('/pubkey')).length;
  const before = keyRequests();
  for (let call = 0; call < 5; call += 1)
    expect(await world.deliver('monobank', { body: '{}', headers: { 'x-sign': 'A'.repeat(96) } })).toMatchObject({
      status: 400,
    });
  expect(keyRequests() - before).toBeLessThanOrEqual(1);
});

it('tells operators about money at BTCPay that does not fit, and books only what was settled', async () => {
  const person = await world.billing.createCustomer();
  for (const [fact, kind] of [
    ['PaidPartial', 'payment_underpaid'],
    ['PaidLate', 'payment_late'],
    ['PaidOver', 'payment_overpaid'],
  ] as const) {
    const order = await world.openDeposit(person, 'btcpay');
    irregular.set(order.reference, fact);
    order.state = fact === 'PaidOver' ? 'paid' : 'expired';
    const before = await countNotices(kind);
    const callback = world.fakes.btcpay.callback(order);
    for (let copy = 0; copy < 2; copy += 1) expect((await world.deliver('btcpay', callback)).status).toBe(200);
    expect(await countNotices(kind)).toBe(before + 1);
  }
  expect(await world.billing.getBalance(person)).toBe('50.00');
  const card = await world.billing.createCustomer();
  await world.pay('btcpay', await world.buy(card, 'btcpay', { save: 1 }));
  expect(await listMethods(card)).toEqual([]);
  const [invoice] = await world.billing.query('select invoice_id as id from payments where account_id = $1', [
    card.accountId,
  ]);
  const refund = { amount: '1', to: 'provider', reason: 'asked for' };
  const answer = await world.billing.app.call('POST', `/invoices/${invoice?.id}/refund`, {
    ...{ token: world.billing.operator.token, body: refund },
  });
  expect(answer.json().code).toBe('refund_not_possible');
});

it('answers WayForPay so that it does not repeat a callback', async () => {
  const order = await world.openDeposit(await world.billing.createCustomer(), 'wayforpay');
  const { body } = await world.deliver('wayforpay', world.fakes.wayforpay.callback(order));
  expect(isAccepted(JSON.parse(body))).toBe(true);
});

it('does not take a test payment of LiqPay for money', async () => {
  const person = await world.billing.createCustomer();
  const order = await world.openDeposit(person, 'liqpay');
  Object.assign(order, { state: 'sandbox' });
  await world.deliver('liqpay', world.fakes.liqpay.callback(order));
  expect(await world.billing.getBalance(person)).toBe('0.00');
});
