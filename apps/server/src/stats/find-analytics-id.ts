import type { Clickhouse } from '../stores/clickhouse.ts';

/** Column of clicks that the last migration adds: rows inserted before it would not fit, or would not be in the rollups. */
const LAST_COLUMN = 'consent';

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
        SELECT count() FROM system.columns
        WHERE database = currentDatabase() AND table = 'clicks' AND name = {column:String}) > 0`,
    query_params: { table, column: LAST_COLUMN },
    format: 'JSONEachRow',
  });
  const [found] = await answer.json<{ id: string }>();
  return found?.id ?? null;
}
