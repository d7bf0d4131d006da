import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasEngine } from '../../../testing/processes/has-engine.ts';
import { createTestAnalytics, type TestAnalytics } from '../../../testing/test-clickhouse.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { INITIAL_SYNC_STATE, syncConversions } from './conversion-sync.service.ts';

const STATE = { status: 'approved', payout_base_micro: '5000000', cost_base_micro: '0' };
const CLICK = { version: 1, subs: [] };

type Client = TestAnalytics['client'];

describe.skipIf(!(await hasEngine()))('conversion sync', { timeout: 180_000 }, () => {
  let stores: TestAnalytics[];
  let postgres: TestDatabase;
  beforeAll(async () => {
    [stores, postgres] = await Promise.all([
      Promise.all([createTestAnalytics(), createTestAnalytics()]),
      createTestDatabase(),
    ]);
    // Accounts and campaigns do not matter here.
    await postgres.db.execute(sql`
      ALTER TABLE conversions DROP CONSTRAINT conversions_account_id_accounts_id_fk,
        DROP CONSTRAINT conversions_campaign_id_campaigns_id_fk`);
  }, 400_000);
  afterAll(() => Promise.all([...stores.map((store) => store.drop()), postgres.drop()]));

  const convert = async (id: string): Promise<void> => {
    await postgres.db.execute(sql`
      INSERT INTO conversions (id, account_id, campaign_id, click_id, type, status, payout_micro, currency,
        payout_base_micro, cost_base_micro, params, source, click_at, received_at, country, click)
      VALUES (${id}, 1, 1, ${id}, 'lead', 'approved', 5000000, 'USD', 5000000, 0, '{}', 'api', now(), now(), 'UA',
        ${JSON.stringify(CLICK)})`);
    await postgres.db.execute(sql`
      INSERT INTO conversion_changes (conversion_id, revision, source, after, month)
      VALUES (${id}, 1, 'api', ${JSON.stringify(STATE)}, 202611)`);
  };
  const listStored = async (client: Client): Promise<string[]> => {
    const answer = await client.query({
      query: 'SELECT conversion_id FROM conversions ORDER BY conversion_id',
      format: 'JSONCompactEachRow',
    });
    return (await answer.json<[string]>()).map(([id]) => id);
  };

  it('sends each conversion once, and all of them again after ClickHouse is replaced', async () => {
    const [first, second] = stores.map(({ client }) => client) as [Client, Client];
    const syncState = { ...INITIAL_SYNC_STATE };
    const sync = (client: Client) => {
      const ping = async () => ({ ok: true }) as const;
      return syncConversions({ db: postgres.db, clickhouse: { client, ping } }, syncState);
    };
    await convert('one');
    expect([await sync(first), await sync(first)]).toEqual([true, false]);
    expect(await listStored(first)).toEqual(['one']);
    await convert('two');
    expect(await sync(first)).toBe(true);
    expect(await listStored(first)).toEqual(['one', 'two']);

    // Without new changes, a replaced ClickHouse is noticed only after the check interval.
    expect(await sync(second)).toBe(false);
    syncState.checkedAt -= 10_000;
    expect(await sync(second)).toBe(true);
    expect(await listStored(second)).toEqual(['one', 'two']);
  });
});
