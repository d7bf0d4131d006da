import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { unknownMigrations } from './newer-data.ts';
import { migrateQueue } from './queue.ts';

/** Arbitrary fixed advisory lock keys, so that programs that start at the same time migrate one after the other. */
const LOCKS = { postgres: 7_203_115, clickhouse: 7_203_116 };
type Store = keyof typeof LOCKS;

/** Next to this file in the source, and next to the bundle after a build. */
export function migrationsFolder(store: Store): string {
  return fileURLToPath(new URL(`./migrations/${store}/`, import.meta.url));
}

/** Runs `work` while no other program migrates that store. The lock ends with the connection, even if it is killed. */
export async function withMigrationLock<T>(
  url: string,
  store: Store,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'poklik migrations',
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
  });
  client.on('error', () => undefined); // the current statement rejects with it
  await client.connect();
  try {
    await client.query(`SET statement_timeout = 0; SET lock_timeout = '60s'`);
    await client.query('SELECT pg_advisory_lock($1)', [LOCKS[store]]);
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Applies new migrations in one transaction, so that a crash leaves either the old or the new schema. */
export async function migratePostgres(url: string, folder = migrationsFolder('postgres')): Promise<void> {
  if (!existsSync(`${folder}/meta/_journal.json`)) throw new Error(`Migrations not found: ${folder}`);
  await withMigrationLock(url, 'postgres', async (client) => {
    const db = drizzle(client);
    await rejectNewerData(client, folder);
    await migrate(db, { migrationsFolder: folder });
    await checkComplete(db, folder);
  });
  await migrateQueue(url);
}

/** Applies only the given migrations, by their creation times, for data that is then loaded and migrated on. */
export async function migratePostgresTo(url: string, migrations: readonly number[]): Promise<void> {
  const folder = migrationsFolder('postgres');
  const journal: Journal = JSON.parse(await readFile(join(folder, 'meta/_journal.json'), 'utf8'));
  const unknown = migrations.filter((made) => !journal.entries.some(({ when }) => when === made));
  if (unknown.length > 0)
    throw unknownMigrations(
      'PostgreSQL',
      unknown.map((made) => new Date(made).toISOString()),
    );
  const part = await mkdtemp(join(tmpdir(), 'poklik-migrations-'));
  try {
    await mkdir(join(part, 'meta'));
    const entries = journal.entries.filter(({ when }) => migrations.includes(when));
    await writeFile(join(part, 'meta/_journal.json'), JSON.stringify({ ...journal, entries }));
    for (const { tag } of entries) await copyFile(join(folder, `${tag}.sql`), join(part, `${tag}.sql`));
    await migratePostgres(url, part);
  } finally {
    await rm(part, { recursive: true, force: true });
  }
}

interface Journal {
  entries: { when: number; tag: string }[];
}

async function rejectNewerData(client: pg.Client, folder: string): Promise<void> {
  const { rows: tables } = await client.query("SELECT to_regclass('drizzle.__drizzle_migrations') AS found");
  if (tables[0].found === null) return;
  const { rows } = await client.query<{ created_at: string }>('SELECT created_at FROM drizzle.__drizzle_migrations');
  const known = new Set(readMigrationFiles({ migrationsFolder: folder }).map(({ folderMillis }) => folderMillis));
  const unknown = rows.map((row) => Number(row.created_at)).filter((made) => !known.has(made));
  if (unknown.length > 0) {
    // Applied migrations are recorded by their creation time.
    throw unknownMigrations(
      'PostgreSQL',
      unknown.map((made) => new Date(made).toISOString()),
    );
  }
}

/** The migrator compares dates and would silently skip a migration older than the last applied one. */
async function checkComplete(db: ReturnType<typeof drizzle<Record<string, never>, pg.Client>>, folder: string) {
  const { rows } = await db.execute<{ created_at: string }>(sql`SELECT created_at FROM drizzle.__drizzle_migrations`);
  const applied = new Set(rows.map((row) => Number(row.created_at)));
  const missing = readMigrationFiles({ migrationsFolder: folder }).filter(
    ({ folderMillis }) => !applied.has(folderMillis),
  );
  if (missing.length > 0) {
    throw new Error(
      `${missing.length} PostgreSQL migration(s) are dated before one already applied; generate them again`,
    );
  }
}
