import { expect } from 'vitest';
import { billingJobs } from '../../features/billing/billing.jobs.ts';
import { reconcile } from '../../features/billing/ledger/reconcile.service.ts';
import {
  disputeObject,
  paidSession,
  paymentIntentId,
  refundedCharge,
  type StripeFixture,
} from '../../features/billing/payments/stripe.fixture.ts';
import { type FailurePoint, withLostConnection } from '../lost-connection.ts';
import { PASSWORD, type Person } from '../test-app.ts';
import { addEarnings } from './earn-commission.ts';

/** Prepares a payment and returns the request that moves the money, which can be repeated. */
type Act = (world: StripeFixture, key: string) => Promise<{ accounts: number[]; send: () => Promise<number> }>;

const sendRequest = async (
  { billing }: StripeFixture,
  method: 'POST' | 'PUT',
  path: string,
  { person, body, key }: { person: Person; body: object; key: string },
): Promise<number> =>
  (await billing.app.call(method, path, { token: person.token, body, headers: { 'idempotency-key': key } })).statusCode;

async function withPayout({ billing }: StripeFixture): Promise<Person> {
  const person = await billing.createCustomer();
  const body = { method: 'other', holder: '', account: 'a safe place', password: PASSWORD };
  await billing.app.call('PUT', '/payout_details', { token: person.token, body });
  await addEarnings(billing.app.services, person.accountId, 10_000n);
  return person;
}

async function paidTariff(world: StripeFixture, person: Person, code: string, amount: number) {
  await world.billing.pay(person, code);
  const reference = world.stripe.sessions.at(-1)?.reference ?? '';
  return {
    reference,
    event: world.stripe.event('checkout.session.completed', paidSession(reference, amount)),
  };
}

export const MONEY_ACTIONS: Record<string, Act> = {
  'a deposit': async (world) => {
    const person = await world.billing.createCustomer();
    const event = world.stripe.event('checkout.session.completed', paidSession(await world.openDeposit(person), 5000));
    return { accounts: [person.accountId], send: async () => (await world.deliver(event)).statusCode };
  },
  'a correction': async (world, key) => {
    const person = await world.billing.createCustomer();
    const body = { amount: '12.50', reason: 'for the patience' };
    const path = `/transactions/users/${person.id}/deposit`;
    return {
      accounts: [person.accountId],
      send: () => sendRequest(world, 'POST', path, { person: world.billing.operator, body, key }),
    };
  },
  'a purchase': async (world, key) => {
    const person = await world.billing.createCustomer();
    await world.deliver(
      world.stripe.event('checkout.session.completed', paidSession(await world.openDeposit(person), 5000)),
    );
    const path = `/tariffs/${world.billing.tariffId('starter')}/pay`;
    return {
      accounts: [person.accountId],
      send: () => sendRequest(world, 'POST', path, { person, body: { method: 'balance' }, key }),
    };
  },
  'a commission': async (world) => {
    const [referrer, person] = [await world.billing.createCustomer(), await world.billing.createCustomer()];
    await world.billing.query('update users set referred_by_id = $2 where id = $1', [person.id, referrer.id]);
    const { event } = await paidTariff(world, person, 'pro', 7900);
    return {
      accounts: [referrer.accountId, person.accountId],
      send: async () => (await world.deliver(event)).statusCode,
    };
  },
  'a withdrawal': async (world, key) => {
    const person = await withPayout(world);
    return {
      accounts: [person.accountId],
      send: () => sendRequest(world, 'POST', '/withdrawals', { person, body: { amount: '60' }, key }),
    };
  },
  'a paid withdrawal': async (world, key) => {
    const person = await withPayout(world);
    const opened = await world.billing.app.call('POST', '/withdrawals', {
      token: person.token,
      body: { amount: '60' },
    });
    const path = `/withdrawals/${opened.json().data.id}/change-status`;
    const by = { person: world.billing.operator };
    for (const status of ['approved', 'processing'])
      await sendRequest(world, 'PUT', path, { ...by, body: { status }, key: `${key}-${status}` });
    return {
      accounts: [person.accountId],
      send: () => sendRequest(world, 'PUT', path, { ...by, body: { status: 'paid' }, key }),
    };
  },
  'a refund': async (world) => {
    const [referrer, person] = [await world.billing.createCustomer(), await world.billing.createCustomer()];
    await world.billing.query('update users set referred_by_id = $2 where id = $1', [person.id, referrer.id]);
    const { reference, event } = await paidTariff(world, person, 'pro', 7900);
    await world.deliver(event);
    const refund = world.stripe.event('charge.refunded', refundedCharge(reference, 7900));
    return {
      accounts: [referrer.accountId, person.accountId],
      send: async () => (await world.deliver(refund)).statusCode,
    };
  },
  'a dispute': async (world) => {
    const [referrer, person] = [await world.billing.createCustomer(), await world.billing.createCustomer()];
    await world.billing.query('update users set referred_by_id = $2 where id = $1', [person.id, referrer.id]);
    const { reference, event } = await paidTariff(world, person, 'pro', 7900);
    await world.deliver(event);
    const opened = disputeObject(paymentIntentId(reference), 'needs_response', { amount: 7900, id: `dp_${reference}` });
    const told = world.stripe.event('charge.dispute.created', opened);
    return {
      accounts: [referrer.accountId, person.accountId],
      send: async () => (await world.deliver(told)).statusCode,
    };
  },
  'an invoice': async (world, key) => {
    const person = await world.billing.createCustomer();
    const { event } = await paidTariff(world, person, 'starter', 2900);
    await world.deliver(event);
    await world.billing.shiftSubscriptionBack(person, 31);
    await billingJobs(world.billing.app.services).renew_subscriptions?.({});
    const [open] = await world.billing.query("select id from invoices where account_id = $1 and status = 'open'", [
      person.accountId,
    ]);
    const body = { reason: 'paid by bank' };
    const path = `/invoices/${open?.id}/mark_paid`;
    return {
      accounts: [person.accountId],
      send: () => sendRequest(world, 'POST', path, { person: world.billing.operator, body, key }),
    };
  },
  'a bank payment': async (world, key) => {
    const person = await world.billing.createCustomer();
    const { event } = await paidTariff(world, person, 'starter', 2900);
    await world.deliver(event);
    await world.billing.shiftSubscriptionBack(person, 31);
    await billingJobs(world.billing.app.services).renew_subscriptions?.({});
    const [open] = await world.billing.query("select id from invoices where account_id = $1 and status = 'open'", [
      person.accountId,
    ]);
    const csv = `Date,Amount,Purpose\n2026-11-05,40.00,bank payment of ${person.id}\n`;
    const by = { person: world.billing.operator };
    await sendRequest(world, 'POST', '/bank_statements', { ...by, body: { csv }, key: `${key}-import` });
    const [line] = await world.billing.query('select id::int from bank_lines where purpose = $1', [
      `bank payment of ${person.id}`,
    ]);
    const body = { lines: [{ line_id: line?.id, action: 'invoice', invoice_id: Number(open?.id) }] };
    return {
      accounts: [person.accountId],
      send: () => sendRequest(world, 'POST', '/bank_statements/confirm', { ...by, body, key }),
    };
  },
};

/** All money data of the accounts, without values that differ between users. */
async function printOf({ billing }: StripeFixture, accounts: number[]): Promise<string> {
  const print = await Promise.all(
    accounts.map(async (account) => [
      await billing.query(
        `select j.kind, array_agg(p.account || ' ' || p.amount_minor order by p.id) as legs from ledger_journals j
          join ledger_postings p on p.journal_id = j.id where j.account_id = $1 group by j.id order by j.id`,
        [account],
      ),
      await billing.query(
        'select status, total_minor, refunded_minor, disputed_minor from invoices where account_id = $1 order by id',
        [account],
      ),
      await billing.query('select status, amount_minor from withdrawals where account_id = $1 order by id', [account]),
      await billing.query(
        'select status, amount_minor, reversed_minor from commissions where account_id = $1 order by id',
        [account],
      ),
      await billing.query('select status, tariff_id from subscriptions where account_id = $1', [account]),
      await billing.query('select action from audit_entries where account_id = $1 order by id', [account]),
    ]),
  );
  return JSON.stringify(print);
}

let tries = 0;

/**
 * Loses the connection before and after each statement of an action (or each `step`-th), then sends the request twice
 * more like a retrying client. The result must be the same as without a failure. Returns the number of failures.
 */
export async function failAtEveryStatement(
  world: StripeFixture,
  name: string,
  { step = 1, first = 1 } = {},
): Promise<number> {
  const act = MONEY_ACTIONS[name];
  if (!act) throw new Error(`there is no act ${name}`);
  const { pool, db } = world.billing.app.services;
  const calm = await act(world, `calm-${name.replaceAll(' ', '-')}-${process.pid}`);
  expect(await calm.send()).toBeLessThan(300);
  const expected = await printOf(world, calm.accounts);
  let moments = 0;
  for (const side of ['before', 'after'] satisfies FailurePoint['side'][]) {
    for (let statement = first; ; statement += step) {
      tries += 1;
      const { accounts, send } = await act(world, `try-${process.pid}-${tries}`);
      const { isLost } = await withLostConnection(pool, { statement, side }, send);
      for (let again = 0; again < 2; again += 1)
        expect(await send(), `${name}, ${side} statement ${statement}`).toBeLessThan(300);
      expect(await printOf(world, accounts), `${name}, ${side} statement ${statement}`).toBe(expected);
      if (!isLost) break;
      moments += 1;
    }
  }
  expect(await reconcile(db)).toEqual([]);
  return moments;
}
