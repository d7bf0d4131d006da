import { ROLES } from '@poklik/contract/roles';
import type { Tariff } from '@poklik/contract/tariffs';
import type { PaymentEvent } from '@poklik/domain/payments/payment-state';
import type { Config } from '../../config.ts';
import { createTestApp, type Person, type TestApp } from '../../testing/test-app.ts';

export interface BillingFixture {
  app: TestApp;
  operator: Person;
  /** Creates a customer with a verified email, as payments require. */
  createCustomer(options?: { language?: string }): Promise<Person>;
  tariffId(code: string): number;
  get(person: Person, path: string): Promise<never>;
  pay(person: Person, code: string, body?: object, key?: string): ReturnType<TestApp['call']>;
  /** Submits the sandbox checkout page. */
  completeCheckout(paymentUrl: string, outcome: 'paid' | 'declined'): ReturnType<TestApp['call']>;
  /** Deposits through the sandbox checkout. */
  topUp(person: Person, amount: string): Promise<void>;
  getBalance(person: Person): Promise<string>;
  shiftSubscriptionBack(person: Person, days: number): Promise<void>;
  query(text: string, values?: unknown[]): Promise<Record<string, never>[]>;
}

export async function createBillingFixture(changes: Partial<Config> = {}): Promise<BillingFixture> {
  const product = await createTestApp(changes);
  const operator = await product.person({ role: ROLES.SUPER_ADMIN });
  const tariffs: Tariff[] = (await product.call('GET', '/tariffs', { token: operator.token })).json().data;
  const tariff = (code: string): number => {
    const found = tariffs.find((each) => each.code === code);
    if (!found) throw new Error(`unknown tariff ${code}`);
    return found.id;
  };
  const { pool } = product.services;
  const rows: BillingFixture['query'] = async (text, values = []) => (await pool.query(text, values)).rows;
  const pay: BillingFixture['pay'] = ({ token }, code, body = {}, key) =>
    product.call('POST', `/tariffs/${tariff(code)}/pay`, {
      token,
      body,
      ...(key ? { headers: { 'idempotency-key': key } } : {}),
    });
  const checkout: BillingFixture['completeCheckout'] = (paymentUrl, outcome) =>
    product.app.inject({
      method: 'POST',
      url: new URL(paymentUrl).pathname,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: `outcome=${outcome}`,
    });
  return {
    app: product,
    operator,
    tariffId: tariff,
    pay,
    completeCheckout: checkout,
    query: rows,
    createCustomer: async (options = {}) => {
      const person = await product.person(options);
      await pool.query('update users set email_verified_at = now() where id = $1', [person.id]);
      return person;
    },
    get: async ({ token }, path) => (await product.call('GET', path, { token })).json().data as never,
    topUp: async ({ token }, amount) => {
      const opened = await product.call('POST', '/transactions/deposit', { token, body: { amount } });
      await checkout(opened.json().data.payment_url, 'paid');
    },
    getBalance: async ({ token }) => (await product.call('GET', '/billing', { token })).json().data.balance,
    shiftSubscriptionBack: async ({ accountId }, days) => {
      const interval = `make_interval(days => ${days})`;
      await pool.query(
        `update subscriptions set starts_at = starts_at - ${interval}, ends_at = ends_at - ${interval}, grace_until = grace_until - ${interval} where account_id = $1`,
        [accountId],
      );
    },
  };
}

/** The expected final state of a payment, independent of the order of its events. */
export function expectedOutcome(news: readonly PaymentEvent[], amountMinor: bigint) {
  const isPaid = news.some(({ kind }) => kind === 'paid');
  const refundedMinor = news.reduce(
    (most, one) => (one.kind === 'refunded' && one.totalMinor > most ? one.totalMinor : most),
    0n,
  );
  const disputed = news.filter((one) => one.kind === 'disputed');
  let lostMinor = refundedMinor;
  for (const id of new Set(disputed.map(({ disputeId }) => disputeId))) {
    const history = disputed.filter(({ disputeId }) => disputeId === id);
    const has = (wanted: string) => history.some(({ status }) => status === wanted);
    if (!has('won') && (has('open') || has('lost')))
      lostMinor += history.reduce((most, one) => (one.amountMinor > most ? one.amountMinor : most), 0n);
  }
  return {
    status: isPaid ? 'paid' : news.some(({ kind }) => kind === 'failed') ? 'failed' : 'pending',
    keptMinor: isPaid ? amountMinor - (lostMinor < amountMinor ? lostMinor : amountMinor) : 0n,
  };
}
