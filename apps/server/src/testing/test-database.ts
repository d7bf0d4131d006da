import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { pino } from 'pino';
import { inject } from 'vitest';
import { migratePostgres } from '../stores/migrations.ts';
import { openPostgres, type Postgres } from '../stores/postgres.ts';

const TEMPLATE = 'poklik_template';
/** Tests use the same database role as production: the owner of its database. */
const ROLE = 'poklik_test';

export interface TestDatabase extends Postgres {
  url: string;
  drop(): Promise<void>;
}

/** A database without tables, as a new server has it. */
export async function createBareDatabase(): Promise<Pick<TestDatabase, 'url' | 'drop'>> {
  const adminUrl = inject('postgresAdminUrl');
  const name = `bare_${randomBytes(6).toString('hex')}`;
  await asAdmin(adminUrl, `CREATE DATABASE ${name} OWNER ${ROLE}`);
  return {
    url: urlOf(adminUrl, name),
    drop: () => asAdmin(adminUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

/** An empty migrated database for one test file. `through` can replace its URL, for example with that of a proxy. */
export async function createTestDatabase(
  through: (url: string) => Promise<string> = async (url) => url,
): Promise<TestDatabase> {
  const adminUrl = inject('postgresAdminUrl');
  const name = `test_${randomBytes(6).toString('hex')}`;
  // By default every page goes through the write-ahead log, which takes four times as long.
  await asAdmin(adminUrl, `CREATE DATABASE ${name} TEMPLATE ${TEMPLATE} OWNER ${ROLE} STRATEGY FILE_COPY`);
  const url = urlOf(adminUrl, name);
  const postgres = openPostgres(await through(url), pino({ level: 'silent' }));
  return {
    ...postgres,
    url,
    async drop() {
      await postgres.close();
      await asAdmin(adminUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}

export async function createTemplateDatabase(adminUrl: string): Promise<void> {
  await asAdmin(adminUrl, `CREATE ROLE ${ROLE} LOGIN PASSWORD '${ROLE}'`, `CREATE DATABASE ${TEMPLATE} OWNER ${ROLE}`);
  await migratePostgres(urlOf(adminUrl, TEMPLATE));
}

function urlOf(adminUrl: string, database: string): string {
  const url = new URL(adminUrl);
  url.username = ROLE;
  url.password = ROLE;
  url.pathname = database;
  return url.href;
}

async function asAdmin(adminUrl: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
