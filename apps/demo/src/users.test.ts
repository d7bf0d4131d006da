import { createPasswordHasher } from '@poklik/server/features/auth/passwords';
import { reconcile } from '@poklik/server/features/billing/ledger/reconcile.service';
import { createTestApp, type TestApp } from '@poklik/server/testing/test-app';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDemoCosts } from './costs.ts';
import { addDemoDeliveries } from './deliveries.ts';
import { generateHistory, isConverted, listCampaigns } from './history.ts';
import { insertDemoPostbacks } from './postbacks.ts';
import { seedDemo } from './users.ts';

const DAY_MS = 86_400_000;

let product: TestApp;
const as = async (name: string) => {
  const body = { email: `${name}@demo.test`, password: 'demo-password-2026' };
  const { token } = (await product.call('POST', '/login', { body })).json();
  return async (path: string) => (await product.call('GET', path, { token })).json();
};
const seed = () => seedDemo(product.services, createPasswordHasher(product.services.config.passwordCost));
const rows = async (text: string): Promise<Record<string, string>[]> => (await product.services.pool.query(text)).rows;

beforeAll(async () => {
  product = await createTestApp();
  await seed();
});
afterAll(() => product.close());

it('demo customers have campaigns of every status, with tags, rules and several destinations', async () => {
  const read = await as('user');
  const [current, archived] = [await read('/companies?per_page=100'), await read('/companies?status=archived')];
  const campaigns = [...current.data, ...archived.data];
  expect(new Set(campaigns.map(({ status }) => status))).toEqual(new Set(['draft', 'active', 'paused', 'archived']));
  expect(campaigns.length).toBeGreaterThan(10);
  expect(campaigns.filter(({ rules }) => rules.length > 0).length).toBeGreaterThanOrEqual(4);
  expect(campaigns.some(({ destinations }) => destinations.length > 1)).toBe(true);
  expect(campaigns.every(({ traffic_source, status }) => traffic_source !== null || status === 'draft')).toBe(true);
});

it('two more accounts have campaigns, one of them at its limit', async () => {
  expect((await (await as('agency'))('/companies')).meta.total).toBe(4);
  const { data } = await (await as('shop'))('/companies_related/get_options');
  expect(data.limits).toEqual({ campaigns_used: 3, campaigns_max: 3 });
});

it('campaigns name networks of templates, an own traffic source and outgoing postbacks', async () => {
  const read = await as('user');
  const { data: networks } = await read('/networks');
  expect(networks.map(({ name, campaigns }: Record<string, unknown>) => [name, campaigns])).toEqual([
    ['Admitad', 2],
    ['MyLead', 2],
  ]);
  const own = (await read('/traffic_sources')).data.filter(({ is_own }: { is_own: boolean }) => is_own);
  const { data: campaigns } = await read('/companies?per_page=100');
  const sources = campaigns.map(({ traffic_source }: { traffic_source: string }) => traffic_source);
  expect(own.map(({ code }: { code: string }) => sources.includes(code))).toEqual([true]);
  const sent = campaigns.flatMap((each: { outgoing_postbacks: { method: string; body_type: string }[] }) =>
    each.outgoing_postbacks.map(({ method, body_type }) => `${method} ${body_type}`),
  );
  expect(sent.toSorted()).toEqual(['GET none', 'POST json']);
  const { data: connections } = await read('/connections');
  expect(connections.map(({ is_active }: { is_active: boolean }) => is_active)).toEqual([false, false]);
});

it('the operator has settings, exchange rates and legal documents', async () => {
  const read = await as('super');
  const { data: state } = await read('/settings');
  expect(Object.keys(state.changed)).toContain('login_text_ua');
  const { data: money } = await read('/currency_rates');
  expect(money.rates.map(({ currency }: { currency: string }) => currency)).toEqual(['EUR', 'UAH']);
  for (const slug of ['terms', 'privacy']) {
    const { data: document } = await read(`/legal/${slug}`);
    expect(Object.keys(document.texts).toSorted()).toEqual(['en', 'ru', 'ua']);
  }
});

describe('demo conversions', () => {
  const types = () =>
    rows(`select type, count(*)::int as count from conversions c join users u on u.account_id = c.account_id
      where u.email = 'user@demo.test' group by 1`);

  beforeAll(async () => {
    const { db, pool } = product.services;
    const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
    const campaigns = await listCampaigns({ db, pool });
    await insertDemoPostbacks(db, generateHistory(campaigns, today, [70, 75, 80, 85]).filter(isConverted));
    await addDemoDeliveries(product.services);
    await addDemoCosts(product.services);
  });

  it('are of several types, some of them refunded in part', async () => {
    const found = Object.fromEntries((await types()).map(({ type, count }) => [type, count]));
    for (const type of ['lead', 'registration', 'deposit', 'sale', 'rebill'])
      expect(found[String(type)], type).toBeGreaterThan(0);
    expect(found.refund).toBeUndefined();
    const [refunds] = await rows('select count(*)::int as count from conversions where refunded_micro > 0');
    expect(refunds?.count).toBeGreaterThan(0);
  });

  it('come through networks, of which one is silent', async () => {
    const reports = await rows(`select n.name, max(p.received_at) < now() - interval '3 days' as is_silent,
      bool_or(p.verdict = 'accepted') as has_accepted from postbacks p join networks n on n.id = p.network_id
      group by 1 order by 1`);
    expect(reports).toEqual([
      { name: 'Admitad', is_silent: false, has_accepted: true },
      { name: 'MyLead', is_silent: true, has_accepted: true },
    ]);
  });

  it('are passed on in a log that nothing is left to be sent from', async () => {
    const states = await rows('select distinct method, state from outgoing_postbacks order by 1, 2');
    expect(states.map(({ method, state }) => `${method} ${state}`)).toEqual(
      expect.arrayContaining(['GET sent', 'POST sent']),
    );
    expect(states.filter(({ state }) => state === 'waiting')).toEqual([]);
  });

  it('have costs that were imported and added by hand', async () => {
    const { data } = await (await as('user'))('/costs');
    expect(data.map(({ source }: { source: string }) => source).toSorted()).toEqual([
      ...['csv', 'csv', 'csv', 'csv', 'manual', 'manual'],
    ]);
  });

  it('are not added twice', async () => {
    await addDemoDeliveries(product.services);
    await addDemoCosts(product.services);
    expect(await rows('select count(*)::int as count from cost_entries')).toEqual([{ count: 6 }]);
  });
});

describe('demo money', () => {
  it('adds up', async () => {
    expect(await reconcile(product.services.db)).toEqual([]);
  });

  it('has every status of withdrawals, invoices and commissions', async () => {
    const of = async (table: string) =>
      (await rows(`select distinct status from ${table} order by 1`)).map(({ status }) => status);
    expect(await of('withdrawals')).toEqual([
      'approved',
      'cancelled',
      'failed',
      'paid',
      'pending',
      'processing',
      'rejected',
    ]);
    expect(await of('invoices')).toEqual(['open', 'paid', 'uncollectible', 'void']);
    expect(await of('commissions')).toEqual(['available', 'held', 'pending', 'reversed']);
  });

  it('moved over months, in recorded order', async () => {
    const [span] = await rows(`select extract(day from max(created_at) - min(created_at)) as days,
      bool_and(created_at <= now()) as past from ledger_journals`);
    expect(Number(span?.days)).toBeGreaterThan(150);
    expect(span?.past).toBe(true);
    expect(
      await rows(`select id from (select id, created_at, lag(created_at) over (order by id) as before
        from ledger_journals) j where created_at < before`),
    ).toEqual([]);
  });
});

const SCREENS: Record<string, string[]> = {
  user: [
    '/companies',
    '/black_list_ips',
    '/statistics/views',
    '/invoices',
    '/transactions',
    '/referrals',
    '/referrals/commissions',
    '/withdrawals',
    '/api_tokens',
    '/activity',
    '/notifications',
    '/networks',
  ],
  accountant: ['/invoices', '/transactions', '/withdrawals', '/notifications'],
  analyst: ['/companies', '/statistics/views', '/notifications'],
  buyer: ['/companies', '/black_list_ips'],
  admin: ['/withdrawals', '/notifications'],
  super: ['/users', '/invoices', '/transactions/users', '/withdrawals', '/referrals/held', '/notifications'],
};

it.each(Object.entries(SCREENS))('%s are not empty', async (name, paths) => {
  const read = await as(name);
  for (const path of paths) {
    const { data, notifications = data } = await read(path);
    expect(notifications, path).toBeInstanceOf(Array);
    expect(notifications.length, path).toBeGreaterThan(0);
  }
});

it('a team has every role and a pending invitation', async () => {
  const { data } = await (await as('user'))('/team_users');
  expect(data.members.map(({ role, status }: Record<string, string>) => `${role} ${status}`).toSorted()).toEqual([
    'ADMIN active',
    'BILLING active',
    'EDITOR active',
    'OWNER active',
    'VIEWER active',
    'VIEWER invited',
  ]);
  expect((await (await as('buyer'))('/companies')).meta.total).toBe(3);
});

it('a second start adds nothing', async () => {
  const state = () =>
    rows('select (select count(*) from users) as users, (select max(id) from ledger_journals) as money');
  const before = await state();
  await seed();
  expect(await state()).toEqual(before);
});

it('resets the clock of the database', async () => {
  const [clock] = await rows(`select abs(extract(epoch from now() - clock_timestamp())) < 5 as is_right,
    to_regnamespace('demo_clock') as left_over,
    (select count(*) from information_schema.columns where column_default like '%demo_clock%') as defaults`);
  expect(clock).toEqual({ is_right: true, left_over: null, defaults: '0' });
});
