import type { ClickHouseClient } from '@clickhouse/client';

/** Databases that are replicated, by the name of their cluster. */
const clusters = new WeakMap<ClickHouseClient, string>();

/** Of inserts: they are acknowledged when most replicas have the rows. */
export const CLUSTER_SETTINGS = { insert_quorum: 'auto', distributed_ddl_task_timeout: '600' } as const;

export const setCluster = (client: ClickHouseClient, cluster: string): void => void clusters.set(client, cluster);

/** Undefined for a server on its own. */
export const clusterOf = (client: ClickHouseClient): string | undefined => clusters.get(client);

/**
 * Waits until the server has what was inserted through other replicas. Without this, a server that took over while it was
 * behind would not show rows that are there, and they would be inserted twice.
 */
export async function catchUp(client: ClickHouseClient, tables: readonly string[]): Promise<void> {
  if (clusterOf(client) === undefined) return;
  for (const table of tables) await client.command({ query: `SYSTEM SYNC REPLICA ${table}` });
}
