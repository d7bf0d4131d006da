import type { ListedUser } from '@poklik/contract/users';
import { ClickOutcome } from '@poklik/domain/clicks/click-outcome';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loggingMailer } from '../../mail/logging-mailer.ts';
import { hasEngine } from '../../testing/processes/has-engine.ts';
import { PASSWORD } from '../../testing/test-app.ts';
import { createTestAnalytics, type TestAnalytics } from '../../testing/test-clickhouse.ts';
import { type BillingFixture, createBillingFixture } from '../billing/billing.fixture.ts';
import { copyAccountUsage } from './customers.jobs.ts';

type Person = Awaited<ReturnType<BillingFixture['createCustomer']>>;

let billing: BillingFixture;
let analytics: TestAnalytics | null = null;
const withStatistics = await hasEngine();
beforeAll(async () => {
  [billing, analytics] = await Promise.all([createBillingFixture(), withStatistics ? createTestAnalytics() : null]);
  if (analytics) billing.app.services.clickhouse = { client: analytics.client, ping: async () => ({ ok: true }) };
}, 120_000);
afterAll(async () => {
  await billing.app.close();
  await analytics?.drop();
});

const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, token = billing.operator.token) =>
  billing.app.call(method, path, { token, ...(body && { body }) });
const get = async (path: string) => (await call('GET', path)).json();
const list = async (query: string): Promise<ListedUser[]> => (await get(`/users?per_page=100&${query}`)).data;
const idsOf = async (query: string) => (await list(query)).map(({ id }) => id);
const find = async ({ id }: Person): Promise<ListedUser> => (await get(`/users/${id}`)).data;

async function buy(code: string, body: object = {}): Promise<Person> {
  const customer = await billing.createCustomer();
  const answer = (await billing.pay(customer, code, body)).json();
  await billing.completeCheckout(answer.data.payment_url, 'paid');
  return customer;
}

describe('figures', () => {
  it('are those of the ledger and the subscription; a yearly plan counts a twelfth', async () => {
    const [monthly, yearly] = [await buy('pro'), await buy('pro', { period: 'year' })];
    const [byMonth, byYear] = [await find(monthly), await find(yearly)];
    const [{ subtotal = '' } = {}] = (await get(`/invoices?user=${yearly.id}`)).data;
    expect(byMonth.customer).toMatchObject({ balance: '0.00', past_due: false, events: null, campaigns: 0 });
    expect(byMonth.customer?.mrr).toBe(byMonth.customer?.revenue);
    expect(Number(byMonth.customer?.mrr)).toBeGreaterThan(0);
    expect(byYear.customer?.revenue).toBe(subtotal);
    expect(byYear.customer?.mrr).toBe((Math.round((Number(subtotal) * 100) / 12) / 100).toFixed(2));
  });

  it('keep the run rate while a renewal is unpaid, and drop it after the grace period', async () => {
    const customer = await buy('pro');
    const { mrr } = (await find(customer)).customer ?? {};
    await billing.query(
      "update subscriptions set status = 'past_due', value_minor = 0, grace_until = now() + interval '7 days' where account_id = $1",
      [customer.accountId],
    );
    expect((await find(customer)).customer).toMatchObject({ mrr, past_due: true });
    expect(await idsOf('dunning=yes')).toEqual([customer.id]);
    await billing.query("update subscriptions set status = 'ended' where account_id = $1", [customer.accountId]);
    expect((await find(customer)).customer).toMatchObject({ mrr: '0.00', past_due: false });
  });

  it('belong to owners; team members and operators have none', async () => {
    expect((await find(billing.operator)).customer).toBeNull();
    const [owner, member] = [await billing.createCustomer(), await billing.createCustomer()];
    await billing.query('update users set account_id = $1 where id = $2', [owner.accountId, member.id]);
    await billing.query("update team_members set account_id = $1, role = 'EDITOR' where user_id = $2", [
      owner.accountId,
      member.id,
    ]);
    expect((await find(member)).customer).toBeNull();
    expect((await get(`/users/${member.id}`)).data.account.team).toHaveLength(2);
    await call('PUT', `/users/${owner.id}/tags`, { tags: ['alone'] });
    expect(await idsOf('tag=alone')).toEqual([owner.id]);
  });

  it.each(['mrr', 'revenue', 'balance', 'events', 'campaigns', 'last_activity_at'])(
    'sort the list by %s',
    async (by) => {
      const ascending = await idsOf(`sort=${by}&order=asc`);
      expect(await idsOf(`sort=${by}&order=desc`)).toEqual(ascending.toReversed());
    },
  );
});

describe('filters', () => {
  it('find customers by plan, country and inactivity', async () => {
    const customer = await buy('business');
    const tariff = billing.tariffId('business');
    expect(await idsOf(`tariff=${tariff}`)).toEqual([customer.id]);
    await billing.query(
      `insert into billing_details (account_id, name, address, country, tax_id) values ($1, '', '', 'Малі Антили', '')`,
      [customer.accountId],
    );
    expect(await idsOf(`country=${encodeURIComponent('Малі Антили')}`)).toEqual([customer.id]);
    expect((await get('/users/filters')).data.countries).toContain('Малі Антили');
    expect(await idsOf(`tariff=${tariff}&inactive=7`)).toEqual([]);
    await billing.query("update users set last_login_at = now() - interval '31 days' where id = $1", [customer.id]);
    expect(await idsOf(`tariff=${tariff}&inactive=30`)).toEqual([customer.id]);
    expect(await idsOf(`tariff=${tariff}&inactive=90`)).toEqual([]);
  });

  it.each(['tariff=1e1', 'usage=81', 'inactive=1', 'dunning=maybe', 'tag=a,b'])('refuse %s', async (query) => {
    expect((await call('GET', `/users?${query}`)).statusCode).toBe(422);
  });

  it('decide what the CSV contains', async () => {
    const customer = await billing.createCustomer();
    await call('PUT', `/users/${customer.id}/tags`, { tags: ['csv one', 'csv two'] });
    const file = (await call('GET', '/users/export?tag=csv%20one')).body;
    const lines = file.trim().split('\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(customer.email);
    expect(lines[1]).toContain('csv one, csv two');
    const all = (await call('GET', '/users/export')).body.trim().split('\n');
    expect(all).toHaveLength((await get('/users')).meta.total + 1);
  });
});

describe.skipIf(!withStatistics)('usage', () => {
  it('is copied from the analytics database and filters by the quota in force', async () => {
    const customer = await billing.createCustomer();
    await billing.app.services.clickhouse.client.insert({
      table: 'clicks',
      values: Array.from({ length: 80 }, (_, index) => ({
        ...{ click_id: `usage-${index}`, at: Date.now(), account_id: customer.accountId },
        ...{ campaign_id: 1, verdict: ClickOutcome.redirected },
      })),
      format: 'JSONEachRow',
    });
    await billing.query('update users set last_login_at = null where id = $1', [customer.id]);
    await copyAccountUsage(billing.app.services);
    const { customer: figures } = await find(customer);
    expect(figures).toMatchObject({ events: 80, events_limit: 10_000 });
    expect(figures?.last_activity_at).not.toBeNull();
    expect(await idsOf('usage=80')).toEqual([]);
    const until = new Date().toISOString().slice(0, 10);
    const limits = { events: 100, campaigns: null, seats: null, blacklist: null, domains: null, until, reason: 'Test' };
    await call('PUT', `/users/${customer.id}/limits`, limits);
    expect(await idsOf('usage=80')).toEqual([customer.id]);
    expect(await idsOf('usage=100')).toEqual([]);
    const { data } = await get(`/users/${customer.id}/usage`);
    expect(data.events).toMatchObject({ used: 80, limit: 100 });
    expect(data.days).toHaveLength(30);
    expect(data.days.at(-1).events).toBe(80);
  });

  it('of an earlier month counts as none, and as unknown until this month is copied', async () => {
    const [customer, other] = [await billing.createCustomer(), await billing.createCustomer()];
    await copyAccountUsage(billing.app.services);
    await billing.query("update account_usage set month = '2020-01', events = 9");
    expect((await find(customer)).customer?.events).toBeNull();
    await billing.query(
      `insert into account_usage (account_id, month, events) values ($1, to_char(now() at time zone 'utc', 'YYYY-MM'), 1)
       on conflict (account_id) do update set month = excluded.month`,
      [other.accountId],
    );
    expect((await find(customer)).customer?.events).toBe(0);
  });
});

describe('notes and tags', () => {
  it('are the operator’s alone: neither in the log nor in the export of the customer', async () => {
    const customer = await billing.createCustomer();
    await call('PUT', `/users/${customer.id}/tags`, { tags: ['Secret-Tag', 'secret-tag', ' b '] });
    const note = (await call('POST', `/users/${customer.id}/notes`, { text: 'secret note\nsecond line' })).json().data;
    expect(note).toMatchObject({ text: 'secret note\nsecond line', author: billing.operator.email });
    expect((await find(customer)).customer?.tags).toEqual(['b', 'secret-tag']);
    const exported = await call('GET', '/account/export', undefined, customer.token);
    expect(exported.statusCode).toBe(200);
    const texts = [
      exported.body,
      (await call('GET', '/activity', undefined, customer.token)).body,
      (await call('GET', '/profile', undefined, customer.token)).body,
    ];
    for (const text of texts) expect(text).not.toMatch(/secret-tag|secret note|customer\./);
    const actions = await billing.query('select action from audit_entries where account_id is null and entity = $1', [
      `account:${customer.accountId}`,
    ]);
    expect(actions.map(({ action }) => String(action))).toEqual(['customer.tags_changed', 'customer.note_added']);
    expect((await call('DELETE', `/users/${customer.id}/notes/${note.id}`)).statusCode).toBe(200);
    expect((await call('DELETE', `/users/${customer.id}/notes/${note.id}`)).statusCode).toBe(404);
    expect((await get(`/users/${customer.id}/notes`)).data).toEqual([]);
  });

  it('of one customer can’t be deleted under another', async () => {
    const [one, other] = [await billing.createCustomer(), await billing.createCustomer()];
    const note = (await call('POST', `/users/${one.id}/notes`, { text: 'stays' })).json().data;
    expect((await call('DELETE', `/users/${other.id}/notes/${note.id}`)).statusCode).toBe(404);
    expect((await get(`/users/${one.id}/notes`)).data).toHaveLength(1);
  });

  it('are deleted with the account', async () => {
    const customer = await billing.createCustomer();
    await call('PUT', `/users/${customer.id}/tags`, { tags: ['gone'] });
    await call('POST', `/users/${customer.id}/notes`, { text: 'gone' });
    const closed = await call(
      'DELETE',
      '/account',
      { password: PASSWORD, confirmation: customer.email },
      customer.token,
    );
    expect(closed.statusCode, closed.body).toBe(200);
    for (const table of ['customer_tags', 'customer_notes', 'sent_emails'])
      expect(await billing.query(`select 1 from ${table} where account_id = $1`, [customer.accountId]), table).toEqual(
        [],
      );
  });
});

describe('the email log', () => {
  it('has kind, subject and result of each email, never its text', async () => {
    const customer = await billing.createCustomer();
    await billing.app.findEmail(customer.email);
    const { services } = billing.app;
    const failing = loggingMailer(
      { send: async () => Promise.reject(new Error('mailbox full')), close: () => {} },
      services,
    );
    const email = { kind: 'news', to: customer.email, subject: 'Hello', text: 'https://secret', html: '' };
    await expect(failing.send(email)).rejects.toThrow('mailbox full');
    await expect.poll(async () => (await get(`/users/${customer.id}/emails`)).meta.total).toBe(2);
    const { data } = await get(`/users/${customer.id}/emails`);
    expect(data).toMatchObject([
      { kind: 'news', subject: 'Hello', result: 'failed', to: customer.email },
      { kind: 'verify_email', result: 'stored' },
    ]);
    const { rows } = await services.pool.query('select s::text as row from sent_emails s');
    for (const { row } of rows) expect(row).not.toContain('https://');
  });
});

describe('the page of a customer', () => {
  it('shows plans, payments, campaigns and money', async () => {
    const customer = await buy('pro');
    await call('POST', '/companies', { name: 'Summer', default_url: 'https://shop.example' }, customer.token);
    await call('POST', `/users/${customer.id}/assign-tariff/${billing.tariffId('business')}`, { reason: 'Goodwill' });
    const [plans, payments, campaigns, money] = await Promise.all(
      ['tariffs', 'payments', 'campaigns', 'money'].map((tab) => get(`/users/${customer.id}/${tab}`)),
    );
    expect(plans.data.map(({ event }: { event: string }) => event)).toEqual(['assigned', 'bought']);
    expect(payments.data).toMatchObject([{ purpose: 'tariff', status: 'paid', failure: null }]);
    expect(campaigns.data).toMatchObject([{ name: 'Summer', status: 'active' }]);
    expect(money.data).toMatchObject({ balance: { available: '0.00' }, methods: [], commissions: { count: 0 } });
  });

  it('doesn’t exist for an unknown user', async () => {
    for (const tab of ['', '/usage', '/campaigns', '/money', '/payments', '/tariffs', '/emails', '/notes'])
      expect((await call('GET', `/users/999999${tab}`)).statusCode, tab).toBe(404);
  });

  it('says why the operator blocked, verified or logged in', async () => {
    const customer = await billing.createCustomer();
    await call('POST', `/login_user/${customer.id}`, { reason: 'Asked for help' });
    await call('PUT', `/users/${customer.id}`, { status: 'blocked', reason: 'Fraud' });
    const details = JSON.stringify((await get(`/users/${customer.id}/activity`)).data);
    expect(details).toContain('Asked for help');
    expect(details).toContain('Fraud');
  });
});

it('invoices of one customer are for the operator alone', async () => {
  const [one, other] = [await buy('pro'), await buy('pro')];
  expect((await get(`/invoices?user=${one.id}`)).meta.total).toBe(1);
  const asOther = await call('GET', `/invoices?user=${one.id}`, undefined, other.token);
  expect(asOther.json().data).toMatchObject([{ bill_to: { email: other.email } }]);
});
