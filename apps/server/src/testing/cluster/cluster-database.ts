import { randomBytes } from 'node:crypto';
import type { ClickHouseClient } from '@clickhouse/client';
import pg from 'pg';
import { createLog } from '../../log.ts';
import { connect } from '../../stores/clickhouse.ts';
import { migrateClickhouse } from '../../stores/clickhouse-migrations.ts';
import { migratePostgres } from '../../stores/migrations.ts';
import { openPostgres, type Postgres } from '../../stores/postgres.ts';
import type { ClusterOptions } from './cluster-options.ts';

export interface ClusterDatabase {
  /** Of each server. */
  clients: ClickHouseClient[];
  postgres: Postgres;
  drop(): Promise<void>;
}

/** Databases of its own on the servers, so that nothing else is touched. */
export async function createClusterDatabase({
  clickhouse,
  postgres: postgresUrl,
  cluster,
}: ClusterOptions): Promise<ClusterDatabase> {
  const name = `poklik_cluster_test_${randomBytes(4).toString('hex')}`;
  const onCluster = cluster === undefined ? '' : ` ON CLUSTER '${cluster}'`;
  const admins = clickhouse.map((url) => connect(url));
  const [first] = admins as [ClickHouseClient];
  await first.command({ query: `CREATE DATABASE ${name}${onCluster}` });
  const clients = clickhouse.map((text) => {
    const url = new URL(text);
    url.pathname = name;
    return connect(url.href, cluster);
  });
  await migrateClickhouse(clients[0] as ClickHouseClient);
  await onServer(postgresUrl, `CREATE DATABASE ${name}`);
  const own = new URL(postgresUrl);
  own.pathname = name;
  await migratePostgres(own.href);
  const postgres = openPostgres(own.href, createLog('error'));
  return {
    clients,
    postgres,
    async drop() {
      await postgres.close();
      await onServer(postgresUrl, `DROP DATABASE ${name} WITH (FORCE)`);
      for (const admin of admins) {
        // One of them may have been stopped.
        const isDone = await admin.command({ query: `DROP DATABASE IF EXISTS ${name}${onCluster} SYNC` }).then(
          () => true,
          () => false,
        );
        if (isDone) break;
      }
      await Promise.all([...admins, ...clients].map((client) => client.close()));
    },
  };
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
