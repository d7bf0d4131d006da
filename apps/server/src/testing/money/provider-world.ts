import { type BillingFixture, createBillingFixture } from '../../features/billing/billing.fixture.ts';
import { chargeUnpaidRenewal } from '../../features/billing/payments/charge-invoice.service.ts';
import { advanceSubscription } from '../../features/billing/subscriptions/renew-subscription.service.ts';
import { createLiveProviders, type LiveProviders } from '../../payments/configured-provider.ts';
import type { Person } from '../test-app.ts';
import type { SignedEvent } from './fake-stripe.ts';
import { startFakeBtcpay } from './providers/fake-btcpay.ts';
import { openLiqpayPage, startFakeLiqpay } from './providers/fake-liqpay.ts';
import { startFakeMonobank } from './providers/fake-monobank.ts';
import type { FakeOrder, FakeProvider } from './providers/fake-provider.ts';
import { startFakeWayforpay } from './providers/fake-wayforpay.ts';

/** One hryvnia in dollars. */
export const RATE = '0.025';
export const NAMES = ['monobank', 'btcpay', 'wayforpay', 'liqpay'] as const;
export type FakeName = (typeof NAMES)[number];

/** The program with all providers but Stripe on, each a stand-in. */
export interface ProviderWorld {
  billing: BillingFixture;
  fakes: Record<FakeName, FakeProvider>;
  providers: LiveProviders;
  deliver(name: FakeName, event: SignedEvent): Promise<{ status: number; body: string }>;
  /** Opens a page to pay for a plan on, and returns its order. */
  buy(person: Person, name: FakeName, body?: object): Promise<FakeOrder>;
  /** Opens a page for a deposit of 50.00. */
  openDeposit(person: Person, name: FakeName): Promise<FakeOrder>;
  /** The payer pays. */
  pay(name: FakeName, order: FakeOrder): Promise<void>;
  /** A customer with a saved card whose renewal is unpaid. */
  owe(name: FakeName): Promise<Person>;
  charge(person: Person, at?: number): Promise<void>;
  listPayments(person: Person): Promise<PaymentFacts[]>;
  close(): Promise<void>;
}

export interface PaymentFacts {
  reference: string;
  status: string;
  provider: string;
  amount_minor: string;
  charge_minor: string | null;
  charge_currency: string | null;
  attempt: number | null;
  failure: string | null;
}

export async function createProviderWorld(): Promise<ProviderWorld> {
  const fakes = {
    monobank: await startFakeMonobank(),
    btcpay: await startFakeBtcpay(),
    wayforpay: await startFakeWayforpay(),
    liqpay: await startFakeLiqpay(),
  };
  const all = Object.assign({}, ...Object.values(fakes).map(({ settings }) => settings));
  const billing = await createBillingFixture({ providers: all, publicUrl: 'https://app.example' });
  const { app } = billing;
  const { services } = app;
  const rates = { rates: [{ currency: 'UAH', rate: RATE }] };
  await app.call('PUT', '/currency_rates', { token: billing.operator.token, body: rates });
  const providers = createLiveProviders(services.config);
  /** The browser follows the address to the page. */
  const follow = async (name: FakeName, url: string, accountId: number): Promise<FakeOrder> => {
    if (name === 'liqpay') openLiqpayPage(fakes.liqpay, url);
    const [payment] = await billing.query(
      'select reference from payments where account_id = $1 order by id desc limit 1',
      [accountId],
    );
    return fakes[name].order(String(payment?.reference));
  };
  const world: ProviderWorld = {
    ...{ billing, fakes, providers },
    deliver: async (name, { body, headers }) => {
      const answer = await app.app.inject({
        method: 'POST',
        url: `/v1/payments/${name}/webhook`,
        headers: { 'content-type': 'application/json', ...headers },
        payload: body,
      });
      return { status: answer.statusCode, body: answer.body };
    },
    buy: async (person, name, body = {}) => {
      const opened = await billing.pay(person, 'starter', { provider: name, ...body });
      if (opened.statusCode !== 200) throw new Error(opened.body);
      return follow(name, opened.json().data.payment_url, person.accountId);
    },
    openDeposit: async ({ token, accountId }, name) => {
      const opened = await app.call('POST', '/transactions/deposit', { token, body: { amount: '50', provider: name } });
      if (opened.statusCode !== 200) throw new Error(opened.body);
      return follow(name, opened.json().data.payment_url, accountId);
    },
    pay: async (name, { reference, amount }) => {
      const answer = await world.deliver(name, fakes[name].happen(reference, { kind: 'paid', amountMinor: amount }));
      if (answer.status !== 200) throw new Error(answer.body);
    },
    owe: async (name) => {
      const person = await billing.createCustomer();
      await world.pay(name, await world.buy(person, name, { save: 1 }));
      await billing.shiftSubscriptionBack(person, 32);
      await advanceSubscription(services, person.accountId);
      return person;
    },
    charge: ({ accountId }, at) =>
      chargeUnpaidRenewal(services, providers, accountId, at === undefined ? undefined : new Date(at)),
    listPayments: async ({ accountId }) =>
      (await billing.query(
        'select reference, status, provider, amount_minor, charge_minor, charge_currency, attempt, failure from payments where account_id = $1 order by id',
        [accountId],
      )) as unknown as PaymentFacts[],
    close: async () => {
      await app.close();
      for (const fake of Object.values(fakes)) await fake.close();
    },
  };
  return world;
}
