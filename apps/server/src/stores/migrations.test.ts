import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { splitStatements } from './clickhouse-migrations.ts';
import { migratePostgres } from './migrations.ts';

describe('PostgreSQL migrations', () => {
  let postgres: TestDatabase;
  let folder: string;
  beforeEach(async () => {
    postgres = await createTestDatabase();
    await postgres.db.execute(sql`DROP SCHEMA drizzle CASCADE`);
    folder = await mkdtemp(join(tmpdir(), 'poklik-migrations-'));
    await mkdir(join(folder, 'meta'));
  });
  afterEach(async () => {
    await postgres.drop();
    await rm(folder, { recursive: true, force: true });
  });

  /** Writes migrations as drizzle-kit does, in list order; `when` is the date. */
  async function write(...migrations: { when: number; statements: string[] }[]): Promise<void> {
    const entries = migrations.map(({ when }, idx) => ({
      idx,
      when,
      tag: `000${idx}_m`,
      version: '7',
      breakpoints: true,
    }));
    await writeFile(
      join(folder, 'meta/_journal.json'),
      JSON.stringify({ version: '7', dialect: 'postgresql', entries }),
    );
    for (const [idx, { statements }] of migrations.entries()) {
      await writeFile(join(folder, `000${idx}_m.sql`), statements.join('--> statement-breakpoint\n'));
    }
  }
  const migrate = () => migratePostgres(postgres.url, folder);
  const columns = async () =>
    (
      await postgres.db.execute(
        sql`SELECT column_name FROM information_schema.columns WHERE table_name = 'step' ORDER BY 1`,
      )
    ).rows.map((row) => row.column_name);

  const FIRST = { when: 1, statements: ['CREATE TABLE step (a int);'] };

  it('reject data of a newer version and change nothing', async () => {
    const SECOND = { when: 2, statements: ['ALTER TABLE step ADD b int;'] };
    await write(FIRST, SECOND);
    await migrate();
    await write(FIRST);
    await expect(migrate()).rejects.toThrow(
      /^This program is older than its data: PostgreSQL has 1 migration\(s\) that it does not know \(1970-01-01T00:00:00\.002Z\)/,
    );
    // Migrations that are new to the data are not applied either, as after switching branches.
    await write(FIRST, { when: 3, statements: ['ALTER TABLE step ADD c int;'] });
    await expect(migrate()).rejects.toThrow(/older than its data/);
    expect(await columns()).toEqual(['a', 'b']);
  });

  it('roll back a failed migration and continue once it is fixed', async () => {
    await write(FIRST);
    await migrate();
    await write(FIRST, { when: 2, statements: ['ALTER TABLE step ADD b int;', 'ALTER TABLE nowhere ADD c int;'] });
    await expect(migrate()).rejects.toThrow();
    expect(await columns()).toEqual(['a']);
    await write(FIRST, { when: 2, statements: ['ALTER TABLE step ADD b int;', 'ALTER TABLE step ADD c int;'] });
    await migrate();
    await migrate();
    expect(await columns()).toEqual(['a', 'b', 'c']);
  });

  it('roll back an interrupted migration', async () => {
    const second = (between: string) => ({ when: 2, statements: ['ALTER TABLE step ADD b int;', between] });
    await write(FIRST, second('SELECT pg_sleep(60);'));
    const cut = expect(migrate()).rejects.toThrow();
    const cutOff = async () =>
      (
        await postgres.db.execute(
          sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND datname = current_database()`,
        )
      ).rows.length;
    await expect.poll(cutOff, { timeout: 10_000 }).toBe(1);
    await cut;
    expect(await columns()).toEqual([]);
    await write(FIRST, second('ALTER TABLE step ADD c int;'));
    await migrate();
    expect(await columns()).toEqual(['a', 'b', 'c']);
  });

  it('run once when several programs start together', async () => {
    await write({ when: 1, statements: ['CREATE TABLE step (a int);', 'SELECT pg_sleep(0.2);'] });
    await Promise.all([migrate(), migrate(), migrate()]);
    expect(await columns()).toEqual(['a']);
  });

  it('reject a migration dated before the last applied one', async () => {
    await write({ when: 5, statements: FIRST.statements });
    await migrate();
    await write({ when: 5, statements: FIRST.statements }, { when: 3, statements: ['ALTER TABLE step ADD b int;'] });
    await expect(migrate()).rejects.toThrow('dated before');
  });
});

describe('ClickHouse migrations', () => {
  it('are split where a line ends with a semicolon', () => {
    const text = `-- first; really;\nCREATE TABLE a (s String DEFAULT ';' );\n\nALTER TABLE a\n  ADD COLUMN b String;  \nSELECT 1`;
    expect(splitStatements(text)).toEqual([
      `CREATE TABLE a (s String DEFAULT ';' )`,
      'ALTER TABLE a\n  ADD COLUMN b String',
      'SELECT 1',
    ]);
  });
});
