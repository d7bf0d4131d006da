import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findDifferences } from '@poklik/domain/statistics/reconcile';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Clickhouse } from '../stores/clickhouse.ts';
import { migrateClickhouse } from '../stores/clickhouse-migrations.ts';
import { migrationsFolder } from '../stores/migrations.ts';
import { hasEngine } from '../testing/processes/has-engine.ts';
import { createTestAnalytics, type TestAnalytics } from '../testing/test-clickhouse.ts';
import { readDailyTotals } from './daily-totals.ts';
import { changeOrigin, repairRollups } from './repair-rollups.ts';
import { deleteRows } from './retention/delete-rows.ts';

const SEGMENTS = ['20261020T100000000Z-a', '20261115T100000000Z-b'];
const CHANGES = [9_998, 9_999, 10_000];
const NOON = Date.UTC(2026, 10, 15, 12);

type Client = Clickhouse['client'];

/** Inserts clicks, impressions and conversions directly. */
async function insertRows(client: Client): Promise<void> {
  const shared = { at: NOON, account_id: 1, campaign_id: 1, country: 'UA', device: 'mobile' };
  const cost = { cost_micro: 7, cost_currency: 'EUR' };
  for (const seg of SEGMENTS) {
    const values = [0, 1, 2, 3].map((off) => ({
      ...{ ...shared, ...cost, click_id: `${seg}${off}`, verdict: off % 3, seg, off },
      ...(off === 3 ? { cost_micro: 0, cost_model: 'none' } : { cost_model: 'cpc' }),
    }));
    await client.insert({ table: 'clicks', format: 'JSONEachRow', values });
    await client.insert({
      table: 'page_events',
      format: 'JSONEachRow',
      values: ['impression', 'scroll'].map((name, off) => ({ ...shared, ...cost, name, seg, off })),
    });
  }
  await client.insert({
    table: 'conversions',
    format: 'JSONEachRow',
    values: CHANGES.map((change_id) => ({
      ...shared,
      conversion_id: change_id,
      change_id,
      sign: 1,
      click_at: NOON - 20 * 86_400_000,
      status: 'approved',
      payout_micro: 5_000_000,
    })),
  });
}

async function readRollups(client: Client): Promise<unknown[]> {
  const query = `
    SELECT event, origin, toDate(quarter) AS day, cost_currency, sum(events), sum(amounts), sum(spent), sum(facts) AS all
    FROM figures GROUP BY event, origin, day, cost_currency HAVING all != 0 ORDER BY event, origin, day, cost_currency`;
  return (await client.query({ query, format: 'JSONCompactEachRow' })).json();
}

describe.skipIf(!(await hasEngine()))('rollups', { timeout: 180_000 }, () => {
  let analytics: TestAnalytics;
  let client: Client;
  beforeEach(async () => {
    analytics = await createTestAnalytics();
    ({ client } = analytics);
    await insertRows(client);
  }, 180_000);
  afterEach(() => analytics.drop());

  const origins = [...new Set(CHANGES.map(changeOrigin))];
  const counted = () => readRollups(client);
  const repairAll = async () => [
    ...(await repairRollups(client, 'log', { origins: SEGMENTS })),
    ...(await repairRollups(client, 'sync', { origins })),
  ];

  it('are complete after inserts, with conversions by both times, and are left alone', async () => {
    expect(origins).toEqual(['changes 0', 'changes 1']);
    expect(await counted()).toHaveLength(2 * 5 + 2 * 2);
    const { rows, rollups: figures } = await readDailyTotals(client, 0);
    expect(rows).toHaveLength(3);
    expect(findDifferences(rows, figures)).toEqual([]);
    expect(await repairAll()).toEqual([]);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['lost', () => client.command({ query: 'TRUNCATE TABLE figures' })],
    [
      'counted twice',
      () => client.command({ query: 'INSERT INTO figures SETTINGS insert_deduplicate = 0 SELECT * FROM figures' }),
    ],
    ['lost in part', () => deleteRows(client, 'figures', 'event IN (2, 6)', {})],
  ])('that were %s are rebuilt, and no others', async (_, damage) => {
    const before = await counted();
    await damage();
    expect(await counted()).not.toEqual(before);
    expect((await repairAll()).sort()).toEqual([...SEGMENTS, ...origins].sort());
    expect(await counted()).toEqual(before);
    expect(await repairAll()).toEqual([]);
  });

  it('are not rebuilt for the time before `since`', async () => {
    await client.command({ query: 'TRUNCATE TABLE figures' });
    expect(await repairRollups(client, 'log', { origins: SEGMENTS, since: NOON / 1000 + 900 })).toEqual([]);
    expect(await repairRollups(client, 'log', { origins: SEGMENTS.slice(1), since: NOON / 1000 })).toEqual(
      SEGMENTS.slice(1),
    );
  });

  it('are filled by the migration that adds them', async () => {
    const earlier = await mkdtemp(join(tmpdir(), 'poklik-migrations-'));
    for (const name of ['0001_clicks.sql', '0002_conversions.sql', '0003_visitor_rollup.sql']) {
      await copyFile(join(migrationsFolder('clickhouse'), name), join(earlier, name));
    }
    const { client: old, drop } = await createTestAnalytics({ isMigrated: false });
    await migrateClickhouse(old, earlier);
    await insertRows(old);
    await migrateClickhouse(old);
    expect(await readRollups(old)).toEqual(await counted());
    expect(await repairRollups(old, 'log', { origins: SEGMENTS })).toEqual([]);
    await drop();
    await rm(earlier, { recursive: true });
  });
});
