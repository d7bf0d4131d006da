import { readFile } from 'node:fs/promises';
import { ROLES } from '@poklik/contract/roles';
import type { Tariff } from '@poklik/contract/tariffs';
import { ClickOutcome } from '@poklik/domain/clicks/click-outcome';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { hasEngine } from '../../../testing/processes/has-engine.ts';
import { createTestApp, type Person, type TestApp } from '../../../testing/test-app.ts';
import { createTestAnalytics, type TestAnalytics } from '../../../testing/test-clickhouse.ts';

import { quotaJobs, quotaSchedule } from './quota.jobs.ts';

let product: TestApp;
let analytics: TestAnalytics | null = null;
let operator: Person;
let tariffs: Tariff[];
const withStatistics = await hasEngine();
beforeAll(async () => {
  [product, analytics] = await Promise.all([createTestApp(), withStatistics ? createTestAnalytics() : null]);
  if (analytics) product.services.clickhouse = { client: analytics.client, ping: async () => ({ ok: true }) };
  operator = await product.person({ role: ROLES.SUPER_ADMIN });
  tariffs = (await product.call('GET', '/tariffs', { token: operator.token })).json().data;
}, 120_000);
afterAll(async () => {
  await product.close();
  await analytics?.drop();
});

const idOf = (code: string): number => tariffs.find((tariff) => tariff.code === code)?.id ?? 0;
const getSubscription = async ({ token }: Person) =>
  (await product.call('GET', '/subscription', { token })).json().data;
const assign = (userId: number, tariffId: number, language = 'en') =>
  product.call('POST', `/users/${userId}/assign-tariff/${tariffId}`, {
    token: operator.token,
    body: { reason: 'goodwill' },
    language,
  });
const insertClicks = (
  person: Person,
  count: number,
  outcome: ClickOutcome = ClickOutcome.redirected,
  at = Date.now(),
) =>
  product.services.clickhouse.client.insert({
    table: 'clicks',
    values: Array.from({ length: count }, (_, index) => ({
      click_id: `${person.id}-${outcome}-${at}-${index}`,
      at,
      account_id: person.accountId,
      campaign_id: 1,
      verdict: outcome,
    })),
    format: 'JSONEachRow',
  });
const now = () => (Date.now() / 1000).toFixed(3);
const listNotifications = async ({ token }: Person) =>
  (await product.call('GET', '/notifications?per_page=100', { token })).json().notifications as {
    kind: string;
    messages: { locale: string; message: string }[];
  }[];

describe('a subscription', () => {
  it('of a new account is the free tariff, which never ends', async () => {
    const user = await product.person();
    expect(await getSubscription(user)).toMatchObject({
      tariff_id: idOf('free'),
      status: 'active',
      ends_at: null,
      next: null,
      usage: {
        events: { used: withStatistics ? 0 : null, limit: 10_000, exhausted_at: null },
        campaigns: { used: 0, limit: 3 },
        seats: { used: 1, limit: 1 },
        blacklist: { used: 0, limit: 100 },
      },
    });
  });

  it('can be assigned by the operator for free and with no end date, and the owner is notified', async () => {
    const user = await product.person();
    expect((await assign(user.id, idOf('business'))).json()).toEqual({ message: 'Plan assigned.' });
    expect(await getSubscription(user)).toMatchObject({
      tariff_id: idOf('business'),
      status: 'active',
      ends_at: null,
      usage: { campaigns: { limit: null } },
    });
    const { rows } = await product.services.pool.query(
      "select * from audit_entries where account_id = $1 and action <> 'session.started'",
      [user.accountId],
    );
    expect(rows).toMatchObject([
      { action: 'subscription.assigned', actor_id: String(operator.id), after: { reason: 'goodwill' } },
    ]);
    const [message] = await listNotifications(user);
    expect(message?.kind).toBe('tariff_assigned');
    expect(message?.messages.find(({ locale }) => locale === 'ua')?.message).toContain('«Бізнес»');
  });

  it('cannot be assigned with an unknown user or tariff', async () => {
    const user = await product.person();
    expect((await assign(999_999, idOf('pro'))).statusCode).toBe(404);
    expect((await assign(user.id, 999_999)).statusCode).toBe(404);
    expect((await getSubscription(user)).tariff_id).toBe(idOf('free'));
  });
});

describe.skipIf(!withStatistics)('the event quota', () => {
  it('counts only counted clicks, and predicts when it runs out', async () => {
    const user = await product.person();
    await insertClicks(user, 9_000);
    await insertClicks(user, 50, ClickOutcome.excluded);
    const { events } = (await getSubscription(user)).usage;
    expect(events).toMatchObject({ used: 9_000, limit: 10_000 });
    if (events.exhausted_at) expect(Date.parse(events.exhausted_at)).toBeGreaterThanOrEqual(Date.now() - 60_000);
  });

  it('notifies at 80 and 100 percent, once each, in the app and by email', async () => {
    const user = await product.person({ language: 'ru' });
    const check = () => quotaJobs(product.services).check_quotas?.({});
    await insertClicks(user, 8_000);
    await check();
    await check();
    expect((await listNotifications(user)).filter(({ kind }) => kind === 'quota_80')).toHaveLength(1);
    expect((await product.findEmail(user.email, /80\s%/)).text).toMatch(/8\s000 из 10\s000 событий/);
    await insertClicks(user, 2_000);
    await check();
    await check();
    expect((await listNotifications(user)).map(({ kind }) => kind).filter((kind) => kind.startsWith('quota'))).toEqual([
      'quota_100',
      'quota_80',
    ]);
    expect((await product.findEmail(user.email, /исчерпан/)).html).toContain('/ru/tariffs');
  });

  it('is checked for all accounts, even when one check fails', async () => {
    const people = [await product.person(), await product.person(), await product.person()];
    for (const user of people) await insertClicks(user, 8_000);
    const { pool } = product.services;
    await pool.query(`
      create function no_notice() returns trigger language plpgsql as $$ begin raise exception 'no notice'; end $$;
      create trigger no_notice before insert on quota_notices for each row
        when (new.account_id = ${people[1]?.accountId}) execute function no_notice()`);
    await quotaJobs(product.services).check_quotas?.({});
    await pool.query('drop trigger no_notice on quota_notices');
    const counts = await Promise.all(people.map(async (user) => (await listNotifications(user)).length));
    expect(counts).toEqual([1, 0, 1]);
    await quotaJobs(product.services).check_quotas?.({});
    expect(await listNotifications(people[1] as Person)).toHaveLength(1);
  });

  it('counts a conversion once, however often it changes', async () => {
    const user = await product.person();
    const fact = { account_id: user.accountId, campaign_id: 1, at: now(), click_at: now(), status: 'pending' };
    await product.services.clickhouse.client.insert({
      table: 'conversions',
      values: [
        { ...fact, conversion_id: 'one', change_id: 1, sign: 1 },
        { ...fact, conversion_id: 'one', change_id: 2, sign: -1 },
        { ...fact, conversion_id: 'one', change_id: 2, sign: 1, status: 'approved' },
        { ...fact, conversion_id: 'two', change_id: 3, sign: 1 },
      ],
      format: 'JSONEachRow',
    });
    await insertClicks(user, 3);
    expect((await getSubscription(user)).usage.events.used).toBe(5);
  });

  it('locks reports over quota until a larger tariff, while all data is stored', async () => {
    const user = await product.person();
    const [month] = new Date().toISOString().split('T');
    const early = Date.parse(`${month?.slice(0, 7)}-01T00:05:00Z`);
    // In the first minutes of a month there is no later quarter-hour yet.
    const late = Math.max(Date.now() - 1_000, early + 1_000);
    await insertClicks(user, 10_000, ClickOutcome.redirected, early);
    await insertClicks(user, 40, ClickOutcome.redirected, late);
    const getReport = async () => {
      const days = `start_date=${month?.slice(0, 7)}-01&end_date=${month}`;
      const answer = await product.call('GET', `/statistics?${days}&timezone=UTC`, { token: user.token });
      return answer.json();
    };
    expect((await getReport()).data.summary.clicks).toBe(10_040);
    await quotaJobs(product.services).check_quotas?.({});
    const isLater = Math.floor(late / 900_000) > Math.floor(early / 900_000);
    const held = await getReport();
    expect(held.data.summary.clicks).toBe(isLater ? 10_000 : 10_040);
    expect(held.meta.held_back).toMatchObject({ from: `${month?.slice(0, 7)}-01T00:15:00.000Z` });
    expect((await getSubscription(user)).usage.events.used).toBe(10_040);
    await assign(user.id, idOf('starter'));
    const opened = await getReport();
    expect(opened.data.summary.clicks).toBe(10_040);
    expect(opened.meta.held_back).toBeNull();
    // The larger limit gets notices of its own.
    await insertClicks(user, 195_000, ClickOutcome.redirected, late);
    await quotaJobs(product.services).check_quotas?.({});
    expect((await listNotifications(user)).filter(({ kind }) => kind === 'quota_80')).toHaveLength(1);
  });

  it('locks reports when the notice says so, in every language', async () => {
    const [minutes = ''] = quotaSchedule[0]?.split(' ') ?? [];
    const checks = minutes.split(',').map(Number);
    const waits = checks.map((at, place) => (checks[place + 1] ?? (checks[0] ?? 0) + 60) - at);
    for (const language of ['en', 'ua', 'ru']) {
      const file = new URL(`../../../../../../packages/locales/${language}/tariffs.json`, import.meta.url);
      const said = /\b(\d+)\s(?:minutes|хвилин|минут)/.exec(JSON.parse(await readFile(file, 'utf8')).events_over)?.[1];
      expect(Number(said), language).toBe(Math.max(...waits));
    }
  });

  it('is unknown while ClickHouse is unavailable, and the rest is returned', async () => {
    const user = await product.person();
    const { clickhouse } = product.services;
    product.services.clickhouse = { client: {}, ping: async () => ({ ok: false }) } as never;
    expect((await getSubscription(user)).usage).toMatchObject({ events: { used: null }, campaigns: { used: 0 } });
    product.services.clickhouse = clickhouse;
  });
});
