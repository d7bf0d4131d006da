import { ROLES } from '@poklik/contract/roles';
import type { Tariff } from '@poklik/contract/tariffs';
import type { PaymentEvent } from '@poklik/domain/payments/payment-state';
import type { Config } from '../../config.ts';
import { createTestApp, type Person, type TestApp } from '../../testing/test-app.ts';

export interface BillingWorld {
  product: TestApp;
  operator: Person;
  /** Somebody who may pay. */
  customer(options?: { language?: string }): Promise<Person>;
  tariff(code: string): number;
  get(person: Person, path: string): Promise<never>;
  pay(person: Person, code: string, body?: object, key?: string): ReturnType<TestApp['call']>;
  /** Ends a checkout of the sandbox as a person does. */
  checkout(paymentUrl: string, outcome: 'paid' | 'declined'): ReturnType<TestApp['call']>;
  /** Puts money on the balance as a customer does. */
  topUp(person: Person, amount: string): Promise<void>;
  available(person: Person): Promise<string>;
  /** Moves everything about a subscription into the past. */
  passTime(person: Person, days: number): Promise<void>;
  rows(text: string, values?: unknown[]): Promise<Record<string, never>[]>;
}

export async function billingWorld(changes: Partial<Config> = {}): Promise<BillingWorld> {
  const product = await createTestApp(changes);
  const operator = await product.person({ role: ROLES.SUPER_ADMIN });
  const tariffs: Tariff[] = (await product.call('GET', '/tariffs', { token: operator.token })).json().data;
  const tariff = (code: string): number => {
    const found = tariffs.find((each) => each.code === code);
    if (!found) throw new Error(`there is no tariff ${code}`);
    return found.id;
  };
  const { pool } = product.services;
  const rows: BillingWorld['rows'] = async (text, values = []) => (await pool.query(text, values)).rows;
  const pay: BillingWorld['pay'] = ({ token }, code, body = {}, key) =>
    product.call('POST', `/tariffs/${tariff(code)}/pay`, {
      token,
      body,
      ...(key ? { headers: { 'idempotency-key': key } } : {}),
    });
  const checkout: BillingWorld['checkout'] = (paymentUrl, outcome) =>
    product.app.inject({
      method: 'POST',
      url: new URL(paymentUrl).pathname,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: `outcome=${outcome}`,
    });
  return {
    product,
    operator,
    tariff,
    pay,
    checkout,
    rows,
    customer: async (options = {}) => {
      const person = await product.person(options);
      await pool.query('update users set email_verified_at = now() where id = $1', [person.id]);
      return person;
    },
    get: async ({ token }, path) => (await product.call('GET', path, { token })).json().data as never,
    topUp: async ({ token }, amount) => {
      const opened = await product.call('POST', '/transactions/deposit', { token, body: { amount } });
      await checkout(opened.json().data.payment_url, 'paid');
    },
    available: async ({ token }) => (await product.call('GET', '/billing', { token })).json().data.balance,
    passTime: async ({ accountId }, days) => {
      const back = `make_interval(days => ${days})`;
      await pool.query(
        `update subscriptions set starts_at = starts_at - ${back}, ends_at = ends_at - ${back}, grace_until = grace_until - ${back} where account_id = $1`,
        [accountId],
      );
    },
  };
}

/** What a story of news comes to, whatever order it is told in. */
export function endOf(news: readonly PaymentEvent[], amountMinor: bigint) {
  const isPaid = news.some(({ kind }) => kind === 'paid');
  const told = news.reduce(
    (most, one) => (one.kind === 'refunded' && one.totalMinor > most ? one.totalMinor : most),
    0n,
  );
  const disputed = news.filter((one) => one.kind === 'disputed');
  let gone = told;
  for (const id of new Set(disputed.map(({ disputeId }) => disputeId))) {
    const turns = disputed.filter(({ disputeId }) => disputeId === id);
    const has = (wanted: string) => turns.some(({ status }) => status === wanted);
    if (!has('won') && (has('open') || has('lost')))
      gone += turns.reduce((most, one) => (one.amountMinor > most ? one.amountMinor : most), 0n);
  }
  return {
    status: isPaid ? 'paid' : news.some(({ kind }) => kind === 'failed') ? 'failed' : 'pending',
    keptMinor: isPaid ? amountMinor - (gone < amountMinor ? gone : amountMinor) : 0n,
  };
}
