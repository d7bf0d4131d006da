import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClickHouseClient } from '@clickhouse/client';
import { migrationsFolder } from './migrations.ts';
import { unknownMigrations } from './newer-data.ts';
import { catchUp, clusterOf } from './shards/cluster.ts';
import { clusterStatement } from './shards/cluster-statements.ts';

const MIGRATION = /^\d{4}_[a-z0-9_]+\.sql$/;

interface Step {
  migration: string;
  statement: number;
  checksum: string;
}

export const CREATE_PROGRESS = `CREATE TABLE IF NOT EXISTS schema_migrations (
  migration String,
  statement UInt32,
  checksum String,
  applied_at DateTime DEFAULT now()
) ENGINE = MergeTree ORDER BY (migration, statement)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1`;

/**
 * ClickHouse has no transactions, so progress is recorded per statement: after a crash the next run continues there.
 * The interrupted statement runs twice, so each must be idempotent.
 */
export async function migrateClickhouse(
  client: ClickHouseClient,
  folder = migrationsFolder('clickhouse'),
): Promise<void> {
  const cluster = clusterOf(client);
  const run = (statement: string) =>
    client.command({ query: cluster === undefined ? statement : clusterStatement(statement, cluster) });
  await run(CREATE_PROGRESS);
  await catchUp(client, ['schema_migrations']);
  const done = await listDone(client);
  const migrations = (await readdir(folder)).filter((name) => MIGRATION.test(name)).sort();
  const applied = [...new Set([...done.keys()].map((step) => step.split(' ')[0] ?? ''))];
  const unknown = applied.filter((name) => !migrations.includes(name));
  if (unknown.length > 0) throw unknownMigrations('ClickHouse', unknown.sort());
  for (const migration of migrations) {
    const statements = splitStatements(await readFile(join(folder, migration), 'utf8'));
    for (const [statement, query] of statements.entries()) {
      const checksum = createHash('sha256').update(query).digest('hex');
      const before = done.get(`${migration} ${statement}`);
      if (before === checksum) continue;
      if (before) throw new Error(`Statement ${statement + 1} of ${migration} was changed after it was applied`);
      await run(query);
      await record(client, { migration, statement, checksum });
    }
  }
}

async function listDone(client: ClickHouseClient): Promise<Map<string, string>> {
  const result = await client.query({
    query: 'SELECT migration, statement, checksum FROM schema_migrations',
    format: 'JSONEachRow',
  });
  const steps = await result.json<Step>();
  return new Map(steps.map(({ migration, statement, checksum }) => [`${migration} ${statement}`, checksum]));
}

const record = (client: ClickHouseClient, step: Step) =>
  client.insert({
    table: 'schema_migrations',
    columns: ['migration', 'statement', 'checksum'],
    values: [step],
    format: 'JSONEachRow',
  });

/** A statement ends with a semicolon at the end of a line; comment lines belong to none. */
export function splitStatements(text: string): string[] {
  return text
    .replaceAll(/^\s*--.*$/gm, '')
    .split(/;[ \t]*$/m)
    .map((statement) => statement.trim())
    .filter(Boolean);
}
