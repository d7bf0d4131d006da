import { findDifferences } from '@poklik/domain/statistics/reconcile';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Services } from '../../services.ts';
import { readDailyTotals } from '../../stats/daily-totals.ts';
import { migrateClickhouse } from '../../stores/clickhouse-migrations.ts';
import { storeConversion } from '../../testing/conversions/store-conversion.ts';
import { hasEngine } from '../../testing/processes/has-engine.ts';
import { startTestClickhouse, type TestClickhouse } from '../../testing/test-clickhouse.ts';
import { type CampaignCalls, createCampaignCalls } from '../campaigns/campaigns.fixture.ts';
import { getDataHealth } from './data-health.service.ts';
import { statisticsJobs } from './statistics.jobs.ts';

const TIMEOUT_MS = 300_000;
const DAY_MS = 86_400_000;

describe.skipIf(!(await hasEngine()))('nightly jobs', { timeout: TIMEOUT_MS }, () => {
  let on: CampaignCalls;
  let clickhouse: TestClickhouse;
  let campaignId: number;
  beforeAll(async () => {
    [on, clickhouse] = await Promise.all([createCampaignCalls(), startTestClickhouse()]);
    await migrateClickhouse(clickhouse.client);
    campaignId = (await on.created({ name: 'Summer' })).id;
  }, TIMEOUT_MS);
  afterAll(async () => {
    await on.close();
    await clickhouse.stop();
  }, TIMEOUT_MS);

  const services = () => ({
    ...on.product.services,
    clickhouse: { ...on.product.services.clickhouse, client: clickhouse.client },
  });
  const jobs = (changes: Partial<Services['config']['clicks']> = {}) => {
    const { config, ...rest } = services();
    return statisticsJobs({ ...rest, config: { ...config, clicks: { ...config.clicks, ...changes } } });
  };
  const checkedYesterday = () =>
    on.product.services.pool.query(
      "insert into statistics_checks (differences, checked_at) values ('[]', now() - interval '1 day')",
    );
  const health = async () => (await getDataHealth(on.product.services.db, on.owner.accountId)).status;
  const rowsOf = async <Row>(query: string): Promise<Row[]> =>
    (await clickhouse.client.query({ query, format: 'JSONEachRow' })).json<Row>();
  const storeClick = (off: number, daysAgo: number, ip = '203.0.113.77') =>
    clickhouse.client.insert({
      table: 'clicks',
      format: 'JSONEachRow',
      values: [
        {
          click_id: `c-${off}`,
          at: Date.now() - daysAgo * DAY_MS,
          account_id: on.owner.accountId,
          campaign_id: campaignId,
          ip,
          seg: 's',
          off,
        },
      ],
    });

  it('compare rollups, rows and PostgreSQL, and find a missing conversion', async () => {
    const { db, pool } = on.product.services;
    expect(await health()).toBe('unknown');
    await storeClick(1, 0);
    const id = await storeConversion(pool, { accountId: on.owner.accountId, campaignId, payout: 7.5 });
    await pool.query(
      `insert into conversion_changes (conversion_id, revision, source, after, month)
       select id, 1, source, jsonb_build_object('status', status, 'payout_micro', payout_micro::text, 'currency', currency,
         'payout_base_micro', payout_base_micro::text, 'cost_base_micro', '0',
         'refunded_base_micro', '1500000'), to_char(received_at, 'YYYYMM')::int
       from conversions where id = $1`,
      [id],
    );
    await jobs().check_statistics?.();
    expect(await health(), 'an unsynced conversion is not missing').toBe('ok');
    on.product.services.clickhouse.client = clickhouse.client;
    await vi.waitFor(async () => {
      const { rows } = await pool.query('select 1 from conversion_changes where fed_at is null');
      expect(rows).toEqual([]);
    }, TIMEOUT_MS);
    await jobs().check_statistics?.();
    expect(await health()).toBe('ok');
    await db.execute(
      'update conversion_changes set after = after || \'{"payout_base_micro": "9000000", "refunded_base_micro": "0"}\'',
    );
    await jobs().check_statistics?.();
    expect(await health()).toBe('differs');
    const [check] = (await pool.query('select differences from statistics_checks order by id desc limit 1')).rows;
    expect(check.differences).toMatchObject([
      { accountId: on.owner.accountId, what: 'conversions', expected: '1 9000000 0', found: '1 7500000 0' },
      { accountId: on.owner.accountId, what: 'refunds', expected: '', found: '1 1500000 0' },
    ]);
    expect((await getDataHealth(db, on.stranger.accountId)).status, 'other accounts are unaffected').toBe('ok');
  });

  it('delete data past the tariff’s retention, and nothing of other accounts', async () => {
    const { pool } = on.product.services;
    const { rows } = await pool.query("select retention_days from tariffs where code = 'free'");
    const kept = Number(rows[0].retention_days);
    await storeClick(2, kept + 1);
    await storeClick(3, kept - 1);
    await on.setTariff('business');
    await checkedYesterday();
    await jobs().forget_visitors?.();
    const there = () => rowsOf<{ click_id: string }>('SELECT click_id FROM clicks ORDER BY click_id');
    expect((await there()).map(({ click_id }) => click_id)).toEqual(['c-1', 'c-2', 'c-3']);
    await on.setTariff('free');
    // With the clock a year ahead, last night's check is a year old.
    await pool.query("update statistics_checks set checked_at = now() - interval '366 days'");
    await jobs().check_statistics?.();
    await jobs().forget_visitors?.();
    expect(await there(), 'nothing is deleted after a clock jump').toHaveLength(3);
    await checkedYesterday();
    await jobs().forget_visitors?.();
    expect((await there()).map(({ click_id }) => click_id)).toEqual(['c-1', 'c-3']);
  });

  it('erase identifiers of sources after 90 days, and those of visitors who refused later', async () => {
    const storeIds = (off: number, clickId: string, daysAgo: number, more: { ids: string; consent?: string }) =>
      clickhouse.client.insert({
        table: 'click_ids',
        format: 'JSONEachRow',
        values: [
          {
            ...{ at: Date.now() - daysAgo * DAY_MS + off, click_at: Date.now() - daysAgo * DAY_MS },
            ...{ account_id: on.owner.accountId, campaign_id: campaignId, click_id: clickId, seg: 's', off },
            ...more,
          },
        ],
      });
    // Its plan keeps clicks longer.
    await on.setTariff('business');
    await storeIds(1, 'old', 91, { ids: 'gclid=1' });
    await storeIds(2, 'young', 89, { ids: 'gclid=2' });
    await storeIds(3, 'refused', 1, { ids: 'gclid=3' });
    await storeIds(4, 'refused', 1, { ids: '', consent: 'denied' });
    await storeIds(5, 'agreed', 1, { ids: '', consent: 'denied' });
    await storeIds(6, 'agreed', 1, { ids: 'fbp=6', consent: 'granted' });
    await jobs().forget_visitors?.();
    expect(await rowsOf('SELECT click_id, ids, consent FROM click_ids ORDER BY off')).toEqual([
      { click_id: 'young', ids: 'gclid=2', consent: '' },
      { click_id: 'refused', ids: '', consent: 'denied' },
      { click_id: 'agreed', ids: '', consent: 'denied' },
      { click_id: 'agreed', ids: 'fbp=6', consent: 'granted' },
    ]);
  });

  it('truncate IP addresses past the configured age', async () => {
    await storeClick(4, 10, '2001:db8:aa:bb:cc::1');
    await storeClick(5, 10);
    await jobs({ fullIpDays: 7 }).forget_visitors?.();
    const ips = await rowsOf<{ click_id: string; ip: string }>('SELECT click_id, ip FROM clicks ORDER BY click_id');
    expect(Object.fromEntries(ips.map(({ click_id, ip }) => [click_id, ip]))).toMatchObject({
      'c-1': '203.0.113.77',
      'c-4': '2001:db8:aa::',
      'c-5': '203.0.113.0',
    });
  });

  it('ignore clicks that arrive during the comparison', async () => {
    let looks = 0;
    const client = Object.create(clickhouse.client, {
      query: {
        value: async (asked: Parameters<typeof clickhouse.client.query>[0]) => {
          const answer = await clickhouse.client.query(asked);
          looks += 1;
          await storeClick(1_000 + looks, 0);
          return answer;
        },
      },
    });
    const { rows, rollups: counted } = await readDailyTotals(client, Math.floor(Date.now() / 1000) - 86_400);
    expect(looks).toBeGreaterThan(2);
    expect(findDifferences(rows, counted)).toEqual([]);
  });
});
