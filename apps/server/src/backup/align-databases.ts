import { sql } from 'drizzle-orm';
import { removeCampaignRows } from '../stats/retention/remove-campaign-rows.ts';
import type { Clickhouse } from '../stores/clickhouse.ts';
import type { Database } from '../stores/postgres.ts';

/**
 * PostgreSQL may be newer than the rows of clicks: those of campaigns that were purged in between are removed again. It
 * may also be older: numbers of accounts and campaigns that clicks have are not given to others.
 */
export async function alignDatabases(db: Database, client: Clickhouse['client']): Promise<void> {
  const answer = await client.query({
    query: `SELECT DISTINCT toUInt32(account_id) AS account, toUInt32(campaign_id) AS campaign
      FROM (SELECT account_id, campaign_id FROM clicks UNION ALL SELECT account_id, campaign_id FROM page_events)`,
    format: 'JSONEachRow',
    clickhouse_settings: { max_execution_time: 0 },
  });
  const clicked = await answer.json<{ account: number; campaign: number }>();
  const { rows } = await db.execute<{ id: string }>(sql`select id from campaigns`);
  const present = new Set(rows.map(({ id }) => Number(id)));
  const given = await findLastId(db, 'campaigns');
  for (const { account, campaign } of clicked)
    if (campaign <= given && !present.has(campaign)) await removeCampaignRows(client, account, campaign);
  await skipIds(db, 'accounts', Math.max(0, ...clicked.map(({ account }) => account)));
  await skipIds(db, 'campaigns', Math.max(0, ...clicked.map(({ campaign }) => campaign)));
}

type Numbered = 'accounts' | 'campaigns';

/** 0 if none was given yet. */
async function findLastId(db: Database, table: Numbered): Promise<number> {
  const { rows } = await db.execute<{ last: string | null }>(
    sql`select pg_sequence_last_value(pg_get_serial_sequence(${table}::text, 'id')::regclass) as last`,
  );
  return Number(rows[0]?.last ?? 0);
}

async function skipIds(db: Database, table: Numbered, last: number): Promise<void> {
  if (last > (await findLastId(db, table)))
    await db.execute(sql`select setval(pg_get_serial_sequence(${table}::text, 'id')::regclass, ${last})`);
}
