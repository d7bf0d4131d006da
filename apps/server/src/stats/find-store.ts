import type { Clickhouse } from '../stores/clickhouse.ts';

/** It is made last: what came in before it would not be counted. */
const LAST_VIEW = 'figures_of_page_events';

/**
 * Tells one store from another, by a table of it: a new one has to be filled from the beginning. Null while there is
 * none that may be filled.
 */
export async function findStore(
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
