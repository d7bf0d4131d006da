import type { Clickhouse } from '../stores/clickhouse.ts';

/** View that the last migration creates: rows inserted before it would not fit, or would not be in the rollups. */
const LAST_VIEW = 'figures_of_refunds';

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
      WHERE database = currentDatabase() AND name = {table:String} AND (
        SELECT count() FROM system.tables WHERE database = currentDatabase() AND name = {view:String}) > 0`,
    query_params: { table, view: LAST_VIEW },
    format: 'JSONEachRow',
  });
  const [found] = await answer.json<{ id: string }>();
  return found?.id ?? null;
}
