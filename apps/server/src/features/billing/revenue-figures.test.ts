import type { Business, CustomerList, MovementsPage, Tasks } from '@poklik/contract/overview-business';
import { RISKS } from '@poklik/contract/overview-business';
import { ROLES } from '@poklik/contract/roles';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import type { Person } from '../../testing/test-app.ts';
import { type BillingFixture, createBillingFixture } from './billing.fixture.ts';
import { billingJobs } from './billing.jobs.ts';
import { reconcile } from './ledger/reconcile.service.ts';

let billing: BillingFixture;
const DAY = new Date().toISOString().slice(0, 10);
const renew = () => billingJobs(billing.app.services).renew_subscriptions?.({});

async function subscriber(code: string, money: string, period: 'month' | 'year' = 'month'): Promise<Person> {
  const person = await billing.createCustomer();
  await billing.topUp(person, money);
  expect((await billing.pay(person, code, { method: 'balance', period })).statusCode).toBe(200);
  return person;
}

beforeAll(async () => {
  billing = await createBillingFixture();
  const { call } = billing.app;
  const upgraded = await subscriber('starter', '500');
  expect((await billing.pay(upgraded, 'pro', { method: 'balance' })).statusCode).toBe(200);
  await subscriber('pro', '1000', 'year');
  const cancelled = await subscriber('starter', '100');
  await billing.pay(cancelled, 'free', { method: 'balance' });
  await billing.shiftSubscriptionBack(cancelled, 40);
  const late = await subscriber('starter', '29');
  await billing.shiftSubscriptionBack(late, 32);
  await renew();
  const refunded = await subscriber('pro', '100');
  const [invoice] = await billing.query("select id from invoices where account_id = $1 and type = 'subscription'", [
    refunded.accountId,
  ]);
  await call('POST', `/invoices/${Number((invoice as { id: string } | undefined)?.id)}/void`, {
    token: billing.operator.token,
    body: { reason: 'asked for it' },
  });
  const free = await billing.createCustomer();
  await call('POST', `/users/${free.id}/assign-tariff/${billing.tariffId('pro')}`, {
    token: billing.operator.token,
    body: { reason: 'goodwill' },
  });
}, 120_000);
afterAll(() => billing.app.close());

const ask = async (path: string) =>
  (await billing.app.call('GET', path, { token: billing.operator.token, language: 'en' })).json();
const getBusiness = async (query = ''): Promise<Business> => (await ask(`/overview/business${query}`)).data;
const cents = (amount: string | null) => Math.round(Number(amount) * 100);

/** All pages of a list. */
async function listAll<Row>(path: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 1, last = 1; page <= last; page += 1) {
    const { data, meta } = await ask(`${path}&per_page=2&page=${page}`);
    rows.push(...data);
    last = meta.last_page;
    expect(meta.total).toBeLessThan(100);
  }
  return rows;
}

it('tells what each change did to recurring revenue', async () => {
  const { data, opening, closing }: z.infer<typeof MovementsPage> = await ask(
    '/overview/movements?per_page=50&sort=at&order=asc',
  );
  expect(data.map(({ movement, mrr }) => `${movement} ${mrr}`)).toEqual([
    'new 29.00',
    'expansion 50.00',
    'new 65.83',
    'new 29.00',
    'churn -29.00',
    'new 29.00',
    'new 79.00',
    'churn -79.00',
  ]);
  // The unpaid renewal still counts; the plan given for free never did.
  expect(opening).toEqual({ mrr: '0.00', arr: '0.00', paying: 0 });
  expect(closing).toEqual({ mrr: '173.83', arr: '2086.00', paying: 3 });
  expect(await reconcile(billing.app.services.db)).toEqual([]);
});

it('every figure equals its list', async () => {
  const business = await getBusiness();
  const { figures } = business;
  const rowsOf = (list: CustomerList) => listAll<{ amount: string | null }>(`/overview/customers?list=${list}`);
  const sum = (rows: { amount: string | null }[]) => rows.reduce((total, { amount }) => total + cents(amount), 0);

  const paying = await rowsOf('paying');
  expect([paying.length, sum(paying)]).toEqual([figures.closing.paying, cents(figures.closing.mrr)]);
  const revenue = await rowsOf('revenue');
  expect(sum(revenue)).toBe(cents(figures.net_revenue));
  expect(business.top_customers.map(({ net_revenue: amount }) => cents(amount))).toEqual(
    revenue
      .map(({ amount }) => cents(amount))
      .toSorted((a, b) => b - a)
      .slice(0, 5),
  );
  for (const { movement, count, mrr } of figures.movements) {
    const rows = await listAll<{ mrr: string }>(`/overview/movements?movement=${movement}`);
    expect([movement, rows.length, rows.reduce((total, row) => total + cents(row.mrr), 0)]).toEqual([
      ...[movement, count, cents(mrr)],
    ]);
  }
  for (const step of ['signed_up', 'verified', 'with_campaign', 'with_conversion', 'paid'] as const)
    expect([step, (await rowsOf(step)).length]).toEqual([step, business.funnel[step]]);
  for (const { risk, count, mrr } of business.at_risk.filter((each) => each.count !== null)) {
    const rows = await rowsOf(risk);
    expect([risk, rows.length, sum(rows)]).toEqual([risk, count, cents(mrr)]);
  }
  expect(business.at_risk.map(({ risk }) => risk)).toEqual([...RISKS]);
  expect(business.at_risk[0]).toEqual({ risk: 'past_due', count: 1, mrr: '29.00' });
});

it('opening, movements and closing add up, and steps end where the period ends', async () => {
  const { figures, steps, compared } = await getBusiness();
  const moved = figures.movements.reduce((total, { mrr }) => total + cents(mrr), 0);
  expect(cents(figures.opening.mrr) + moved).toBe(cents(figures.closing.mrr));
  expect(steps).toHaveLength(30);
  expect(steps.at(-1)).toMatchObject({ date: DAY, mrr: figures.closing.mrr });
  expect(steps.reduce((total, step) => total + cents(step.net_revenue), 0)).toBe(cents(figures.net_revenue));
  expect(figures).toMatchObject({ arpu: '57.94', churn_rate: null, revenue_churn_rate: null });
  expect(compared).toMatchObject({ closing: { mrr: '0.00', paying: 0 }, net_revenue: '0.00', arpu: null });
  expect((await getBusiness('?compare=none')).compared).toBeNull();
});

it('net revenue is that of the ledger: without tax, deposits and what was refunded', async () => {
  const [row] = await billing.query(
    "select sum(amount_minor)::text as sum from ledger_postings where account = 'revenue'",
  );
  expect(cents((await getBusiness()).figures.net_revenue)).toBe(Number((row as { sum: string } | undefined)?.sum));
});

it('cohorts say what is left of the customers of a month', async () => {
  const { cohorts } = await getBusiness();
  expect(cohorts).toEqual([
    {
      month: `${DAY.slice(0, 8)}01`,
      accounts: 5,
      mrr: '231.83',
      left: [{ accounts: 3, accounts_share: 0.6, mrr_share: expect.closeTo(2086 / 2782) }],
    },
  ]);
});

it('names what waits, with the same count as its list', async () => {
  const { data }: { data: Tasks } = await ask('/overview/tasks');
  expect(data.tasks.map(({ task, count, amount }) => [task, count, amount])).toEqual([['open_invoices', 1, '29.00']]);
  await billing.query(
    `update users set email = 'someone+' || id || '@example.test', sign_up_ip = '198.51.100.' || (id % 200) where role = ${ROLES.USER}`,
  );
  const { data: later }: { data: Tasks } = await ask('/overview/tasks');
  expect(later.tasks.map(({ task, count }) => [task, count])).toEqual([
    ['open_invoices', 1],
    ['same_person', 6],
    ['sign_ups_from_network', 6],
  ]);
  for (const list of ['same_person', 'sign_ups_from_network'])
    expect(await listAll(`/overview/customers?list=${list}`)).toHaveLength(6);
});

it.each([
  ['business?from=2026-02-02&to=2026-02-01', 'to'],
  ['business?from=2020-01-01&to=2026-01-01', 'from'],
  ['movements?movement=sideways', 'movement'],
  ['customers', 'list'],
  ['customers?list=everyone', 'list'],
])('refuses %s at its field', async (path, field) => {
  const response = await billing.app.call('GET', `/overview/${path}`, { token: billing.operator.token });
  expect(response.statusCode).toBe(422);
  expect(Object.keys(response.json().errors)).toEqual([field]);
});
