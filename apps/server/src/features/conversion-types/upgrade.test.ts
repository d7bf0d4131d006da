import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { queryMetrics } from '../../stats/query-metrics.ts';
import { migrateClickhouse, splitStatements } from '../../stores/clickhouse-migrations.ts';
import { migrationsFolder } from '../../stores/migrations.ts';
import { conversionTypes } from '../../stores/tables/conversions.ts';
import { accounts } from '../../stores/tables/users.ts';
import { hasEngine } from '../../testing/processes/has-engine.ts';
import { generateClick, storeClicks } from '../../testing/statistics-fixture.ts';
import { createTestAnalytics } from '../../testing/test-clickhouse.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { getTypeRules, getTypes } from './conversion-types.service.ts';

const ACCOUNT = 7;
const FROM = Date.parse('2026-10-01') / 1000;
const UNTIL = Date.parse('2026-11-15') / 1000;

it.skipIf(!(await hasEngine()))(
  'an upgrade of the analytics database leaves every total as it was',
  async () => {
    const analytics = await createTestAnalytics({ isMigrated: false });
    const folder = await mkdtemp(join(tmpdir(), 'poklik-migrations-'));
    try {
      const all = migrationsFolder('clickhouse');
      for (const name of await readdir(all)) if (name < '0011') await cp(join(all, name), join(folder, name));
      const { client } = analytics;
      await migrateClickhouse(client, folder);
      const times = fc.integer({ min: FROM * 1000, max: (UNTIL - 4 * 86_400) * 1000 });
      const clicks = fc.array(generateClick([1, 2], times), { minLength: 400, maxLength: 400 });
      await storeClicks(client, ACCOUNT, fc.sample(clicks, { numRuns: 1, seed: 11 })[0] ?? []);
      const read = async (groupBy: readonly ('country' | 'conversion_type')[], change = {}) => {
        const { rows, totals } = await queryMetrics(client, {
          ...{ accountId: ACCOUNT, period: { from: FROM, until: UNTIL }, timeZone: 'UTC', timeBasis: 'conversion' },
          ...{ filters: [], rates: [], groupBy, ...change },
        });
        return { totals, rows: rows.toSorted((one, other) => (String(one.keys) < String(other.keys) ? -1 : 1)) };
      };
      // Queries of today need columns of today.
      const readRollups = async () => {
        const query =
          'SELECT event, country, sum(events), sum(amounts), sum(spent) FROM figures GROUP BY 1, 2 ORDER BY 1, 2';
        return (await client.query({ query, format: 'JSONEachRow' })).json();
      };
      const before = await readRollups();
      await migrateClickhouse(client);
      expect(await readRollups()).toEqual(before);
      const totals = await read(['country']);
      expect(totals.totals.approved).toBeGreaterThan(10);
      const types = await read(['conversion_type']);
      expect(types.rows.length).toBeGreaterThan(3);
      expect(types).toEqual(await read(['conversion_type'], { isFromEvents: true }));
      // After a crash a statement runs again.
      const text = await readFile(join(all, '0011_figures_by_type.sql'), 'utf8');
      for (const query of splitStatements(text)) await client.command({ query });
      expect(await readRollups()).toEqual(before);
      expect(await read(['country'])).toEqual(totals);
      expect(await read(['conversion_type'])).toEqual(types);
    } finally {
      await analytics.drop();
      await rm(folder, { recursive: true });
    }
  },
  240_000,
);

it('an upgrade lists the types that an account has, and all of them count', async () => {
  const { db, drop } = await createTestDatabase();
  try {
    const [account] = await db.insert(accounts).values({}).returning();
    const accountId = account?.id ?? 0;
    await db.execute(sql`
      with campaign as (insert into campaigns (account_id, key, postback_key, name, status, settings, version)
        values (${accountId}, 'k', 'p', 'Old', 'active', '{}', 1) returning id)
      insert into conversions (id, account_id, campaign_id, click_id, type, status, payout_micro, currency,
        payout_base_micro, cost_base_micro, params, source, click_at, received_at, country, click)
      select 'c' || place, ${accountId}, campaign.id, 'click' || place, 'custom' || place % 15, 'approved', 1, 'USD', 1, 0,
        '{}', 'postback', now(), now(), 'UA', '{}' from campaign, generate_series(1, 40) as place`);
    const text = await readFile(join(migrationsFolder('postgres'), '0039_conversion-types.sql'), 'utf8');
    await db.execute(sql.raw(text.split('--> statement-breakpoint').at(-1) ?? ''));
    const types = await getTypes(db, accountId);
    expect(types.map(({ code }) => code).slice(0, 8)).toEqual([
      ...['lead', 'registration', 'deposit', 'sale', 'upsell', 'rebill', 'install'],
      'custom1',
    ]);
    expect(types.map(({ position }) => position)).toEqual(Array.from({ length: 20 }, (_, place) => place));
    expect(await getTypeRules(db, accountId)).toEqual({ notConversions: [], notRevenue: [] });
    // An account of today has the standard types without rows of its own.
    await db.delete(conversionTypes);
    expect(await getTypeRules(db, accountId)).toEqual({
      notConversions: ['registration', 'upsell', 'rebill'],
      notRevenue: [],
    });
  } finally {
    await drop();
  }
}, 60_000);
