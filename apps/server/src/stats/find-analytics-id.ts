import type { Clickhouse } from '../stores/clickhouse.ts';

/** Created last, after the views: rows inserted earlier would not be in the rollups. */
const LAST_TABLE = 'click_ids';

/**
 * ID of the analytics database, from one of its tables: a new database is filled from the beginning. Null while it is
 * not migrated.
 */
export async function findAnalyticsId(
  client: Clickhouse['client'],
  table: 'clicks' | 'page_events' | 'conversions',
): Promise<string | null> {
  const answer = await client.query({
    query: `
      SELECT toString(uuid) AS id FROM system.tables
      WHERE database = currentDatabase() AND name IN {names:Array(String)} ORDER BY name = {last:String}`,
    query_params: { names: [table, LAST_TABLE], last: LAST_TABLE },
    format: 'JSONEachRow',
  });
  const [found, last] = await answer.json<{ id: string }>();
  return found && last ? found.id : null;
}
