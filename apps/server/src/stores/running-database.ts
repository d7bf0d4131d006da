import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { createLog } from '../log.ts';
import { SUPERUSER } from './embedded-postgres/cluster.ts';
import { findPostmaster } from './embedded-postgres/postmaster.ts';
import { openPostgres, type Postgres } from './postgres.ts';

/** The database of the settings, or of the program that runs on the data folder. */
export async function findDatabaseUrl({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>) {
  if (databaseUrl) return databaseUrl;
  // The folder may be a link.
  const folder = await realpath(join(dataDir, 'postgres')).catch(() => undefined);
  const postmaster = folder === undefined ? undefined : await findPostmaster(folder);
  if (!postmaster) throw new Error(`Poklik is not running on ${dataDir}. Start it, or set DATABASE_URL.`);
  const password = (await readFile(join(dataDir, 'postgres-password'), 'utf8')).trim();
  return `postgres://${SUPERUSER}:${encodeURIComponent(password)}@127.0.0.1:${postmaster.port}/poklik`;
}

export async function withRunningDatabase<T>(config: Config, work: (postgres: Postgres) => Promise<T>): Promise<T> {
  const postgres = openPostgres(await findDatabaseUrl(config), createLog('error'));
  try {
    return await work(postgres);
  } finally {
    await postgres.close();
  }
}
