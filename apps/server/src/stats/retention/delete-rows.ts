import type { Clickhouse } from '../../stores/clickhouse.ts';

type Client = Clickhouse['client'];

/** Tables with visitor data, and the rollups. */
export const VISITOR_TABLES = [
  'clicks',
  'page_events',
  'counted_events',
  'click_ids',
  'steps',
  'conversions',
  'cost_changes',
  'figures',
] as const;
export type VisitorTable = (typeof VISITOR_TABLES)[number];

/** Deletes rows permanently; resolves when they are gone. */
export const deleteRows = (
  client: Client,
  table: VisitorTable,
  where: string,
  params: Record<string, unknown>,
): Promise<void> => changeRows(client, table, `DELETE WHERE ${where}`, params);

/** Rewrites the affected parts. */
export async function changeRows(
  client: Client,
  table: VisitorTable,
  change: string,
  query_params: Record<string, unknown>,
): Promise<void> {
  const query = `ALTER TABLE ${table} ${change}`;
  const apply = () => client.command({ query, query_params, clickhouse_settings: { mutations_sync: '2' } });
  try {
    await apply();
  } catch (error) {
    if (!(error instanceof Error && /Cannot link/.test(error.message))) throw error;
    await copyInsteadOfLinking(client, table);
    await apply();
  }
}

/** Mutations hard-link unchanged files, which the engine's portable build cannot do. */
async function copyInsteadOfLinking(client: Client, table: VisitorTable): Promise<void> {
  await client.command({
    query: 'KILL MUTATION WHERE database = currentDatabase() AND table = {table:String} AND NOT is_done SYNC',
    query_params: { table },
  });
  await client.command({ query: `ALTER TABLE ${table} MODIFY SETTING always_use_copy_instead_of_hardlinks = 1` });
}
