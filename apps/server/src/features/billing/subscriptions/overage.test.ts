import type { Billing } from '@poklik/contract/billing';
import type { Invoice } from '@poklik/contract/invoices';
import { ClickOutcome } from '@poklik/domain/clicks/click-outcome';
import { billedAt } from '@poklik/domain/tariffs/overage';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasEngine } from '../../../testing/processes/has-engine.ts';
import type { Person } from '../../../testing/test-app.ts';
import { createTestAnalytics, type TestAnalytics } from '../../../testing/test-clickhouse.ts';
import { type BillingFixture, createBillingFixture } from '../billing.fixture.ts';
import { billingJobs } from '../billing.jobs.ts';
import { reconcile } from '../ledger/reconcile.service.ts';
import { billOverage } from './bill-overage.service.ts';
import { quotaJobs } from './quota.jobs.ts';

const withStatistics = await hasEngine();
let billing: BillingFixture;
let analytics: TestAnalytics;
let metered: number;

const PLAN = {
  ...{ code: 'metered', price: '10', events_limit: 5, overage_price: '1.50', is_public: true },
  ...{ name: { ua: 'М', ru: 'М', en: 'Metered' }, description: { ua: '', ru: '', en: '' } },
  ...{ campaigns_limit: null, seats_limit: null, retention_days: 90, api_per_minute: 600, blacklist_limit: null },
};

const customer = async (balance: string, events: number): Promise<Person> => {
  const person = await billing.createCustomer();
  await billing.topUp(person, balance);
  const { app } = billing;
  const paid = await app.call('POST', `/tariffs/${metered}/pay`, { token: person.token, body: { method: 'balance' } });
  expect(paid.statusCode).toBe(200);
  await app.services.clickhouse.client.insert({
    table: 'clicks',
    values: Array.from({ length: events }, (_, index) => ({
      ...{ click_id: `${person.id}-${index}`, at: Date.now(), account_id: person.accountId, campaign_id: 1 },
      verdict: ClickOutcome.redirected,
    })),
    format: 'JSONEachRow',
  });
  return person;
};
const overageOf = async (person: Person): Promise<Billing['overage']> =>
  ((await billing.get(person, '/billing')) as Billing).overage;
const agree = async ({ token }: Person, cap: string | null) =>
  billing.app.call('PUT', '/billing/overage', { token, body: { monthly_cap: cap } });
const listBills = async (person: Person): Promise<Invoice[]> => billing.get(person, '/invoices?type=one_off');
const isLocked = async ({ accountId }: Person): Promise<boolean> =>
  (
    await billing.query(
      'select 1 from quota_notices where account_id = $1 and held_from is not null and opened_at is null',
      [accountId],
    )
  ).length > 0;

describe.skipIf(!withStatistics)('events above the plan', () => {
  beforeAll(async () => {
    [billing, analytics] = await Promise.all([createBillingFixture(), createTestAnalytics()]);
    billing.app.services.clickhouse = { client: analytics.client, ping: async () => ({ ok: true }) };
    const created = await billing.app.call('POST', '/tariffs', { token: billing.operator.token, body: PLAN });
    expect(created.json().data).toMatchObject({ overage_price: '1.50' });
    metered = created.json().data.id;
  }, 120_000);
  afterAll(async () => {
    expect(await reconcile(billing.app.services.db)).toEqual([]);
    await billing.app.close();
    await analytics.drop();
  });

  it('are paid for only if the customer switches it on: more at once, less from the next month on', async () => {
    const person = await customer('10.00', 8);
    const check = () => quotaJobs(billing.app.services).check_quotas?.({});
    await check();
    expect(await isLocked(person)).toBe(true);
    expect(await overageOf(person)).toMatchObject({
      ...{ price: '1.50', monthly_cap: null, next: null, events: { used: 8, included: 5 }, cost: '0.00' },
    });
    expect(Object.keys((await agree(person, '1.49')).json().errors)).toEqual(['monthly_cap']);
    const { data } = (await agree(person, '10')).json();
    expect(data).toMatchObject({ price: '1.50', monthly_cap: '10.00', cost: '1.50', is_overdue: false });
    expect(Number(data.forecast)).toBeGreaterThanOrEqual(1.5);
    expect(await isLocked(person)).toBe(false);
    await check();
    await check();
    const { notifications } = (await billing.app.call('GET', '/notifications', { token: person.token })).json();
    expect(notifications.filter(({ kind }: { kind: string }) => kind === 'overage_started')).toHaveLength(1);
    expect((await billing.app.findEmail(person.email, /above your plan/)).text).toContain('1.50');
    const from = billedAt(new Date()).toISOString().slice(0, 8).concat('01');
    await agree(person, '5');
    expect(await overageOf(person)).toMatchObject({ monthly_cap: '10.00', next: { from, monthly_cap: '5.00' } });
    await agree(person, null);
    expect(await overageOf(person)).toMatchObject({ monthly_cap: '10.00', next: { from, monthly_cap: null } });
    await agree(person, '12');
    expect(await overageOf(person)).toMatchObject({ monthly_cap: '12.00', next: null });
  });

  it('are not sold by every plan', async () => {
    const person = await billing.createCustomer();
    expect(await overageOf(person)).toBeNull();
    expect((await agree(person, '5')).statusCode).toBe(422);
    expect((await agree(person, null)).json().data).toBeNull();
  });

  it('are billed on the fourth, once, beside the invoice of the plan', async () => {
    const [rich, poor, off, within] = [
      ...[await customer('12.00', 7), await customer('10.00', 1_006), await customer('50.00', 9)],
      await customer('20.00', 5),
    ] as [Person, Person, Person, Person];
    for (const person of [rich, poor, within]) await agree(person, '3');
    const fourth = billedAt(new Date());
    const { services } = billing.app;
    await billOverage(services, new Date(fourth.getTime() - 1));
    expect(await listBills(rich)).toEqual([]);
    await Promise.all(Array.from({ length: 4 }, () => billOverage(services, fourth)));
    expect(await listBills(rich)).toMatchObject([
      {
        ...{ status: 'paid', subtotal: '1.50', total: '1.50' },
        lines: [{ kind: 'overage', amount: '1.50', overage: { thousands: 1, price: '1.50' } }],
      },
    ]);
    expect(await billing.getBalance(rich)).toBe('0.50');
    expect(await listBills(poor)).toMatchObject([
      { status: 'open', total: '3.00', lines: [{ overage: { thousands: 2 } }] },
    ]);
    expect([await listBills(off), await listBills(within)]).toEqual([[], []]);
    const pdf = await billing.app.call('GET', `/invoices/${(await listBills(poor))[0]?.id}/pdf`, { token: poor.token });
    expect(pdf.statusCode).toBe(200);

    await billing.shiftSubscriptionBack(poor, 31);
    await billingJobs(services).renew_subscriptions?.({});
    const open = async () => ((await billing.get(poor, '/invoices?status=open')) as Invoice[]).map(({ type }) => type);
    expect((await open()).toSorted()).toEqual(['one_off', 'subscription']);
    expect(((await billing.get(poor, '/billing')) as Billing).open_invoice).toMatchObject({ due: '10.00' });
    await billing.query('alter table invoices disable trigger user');
    await billing.query(`update invoices set due_at = now() where account_id = $1 and type = 'one_off'`, [
      poor.accountId,
    ]);
    await billing.query('alter table invoices enable trigger user');
    expect((await overageOf(poor))?.is_overdue).toBe(true);
    await billing.topUp(poor, '12.00');
    expect(await open()).toEqual(['one_off']);
    expect(await billing.getBalance(poor)).toBe('2.00');
    await billing.topUp(poor, '1.00');
    expect([await open(), await billing.getBalance(poor)]).toEqual([[], '0.00']);
    expect((await overageOf(poor))?.is_overdue).toBe(false);
  });
});
