import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

/** Queries the embedded PostgreSQL of a running server directly. */
export async function queryDatabase(
  dataDir: string,
  sql: string,
  values: unknown[] = [],
): Promise<Record<string, unknown>[]> {
  const [, , , port] = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n');
  const client = new pg.Client({
    host: '127.0.0.1',
    port: Number(port),
    user: 'postgres',
    password: readFileSync(join(dataDir, 'postgres-password'), 'utf8').trim(),
    database: 'poklik',
  });
  await client.connect();
  try {
    return (await client.query(sql, values)).rows;
  } finally {
    await client.end();
  }
}

/** Process id of PostgreSQL, which may outlive the server that started it. */
export const databasePid = (dataDir: string): number =>
  Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
