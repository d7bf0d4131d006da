import type { Clickhouse } from '../stores/clickhouse.ts';

/** Created last: rows inserted earlier would not be in the rollups. */
const LAST_VIEW = 'figures_of_counted_events';

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
    query_params: { names: [table, LAST_VIEW], last: LAST_VIEW },
    format: 'JSONEachRow',
  });
  const [found, view] = await answer.json<{ id: string }>();
  return found && view ? found.id : null;
}
