import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import type { Database } from './postgres.ts';
import { prepared } from './prepared.ts';

describe('database', () => {
  let postgres: TestDatabase;
  beforeAll(async () => {
    postgres = await createTestDatabase();
    await postgres.db.execute(sql`CREATE TABLE note (text text NOT NULL)`);
  });
  afterAll(() => postgres.drop());

  const insert = (db: Database, text: string) => db.execute(sql`INSERT INTO note VALUES (${text})`);
  const notes = async () => (await postgres.db.execute(sql`SELECT text FROM note`)).rows.map((row) => row.text);

  it('keeps a committed transaction and rolls back a failed one', async () => {
    await postgres.db.transaction((tx) => insert(tx, 'kept'));
    await expect(
      postgres.db.transaction(async (tx) => {
        await insert(tx, 'gone');
        throw new Error('changed my mind');
      }),
    ).rejects.toThrow('changed my mind');
    expect(await notes()).toEqual(['kept']);
  });

  it('releases every connection when transactions lose theirs', async () => {
    const lost = Array.from({ length: 30 }, () =>
      postgres.db.transaction(async (tx) => {
        await tx.execute(sql`SELECT pg_terminate_backend(pg_backend_pid())`);
      }),
    );
    expect((await Promise.allSettled(lost)).map((outcome) => outcome.status)).toEqual(Array(30).fill('rejected'));
    expect(postgres.pool.totalCount - postgres.pool.idleCount).toBe(0);
    expect(await notes()).toEqual(['kept']);
  });

  it('runs prepared statements with different values, also in transactions', async () => {
    const countOf = prepared('count_of_notes', (db) =>
      db
        .select({ count: sql<string>`count(*)` })
        .from(sql`note`)
        .where(sql`text = ${sql.placeholder('text')}`),
    );
    const count = async (db: Database, text: string) => (await countOf(db, { text }))[0]?.count;
    expect([await count(postgres.db, 'kept'), await count(postgres.db, 'no such note')]).toEqual(['1', '0']);
    await expect(
      postgres.db.transaction(async (tx) => {
        await insert(tx, 'kept');
        const { rows } = await tx.execute(sql`SELECT name FROM pg_prepared_statements`);
        throw new Error(`${await count(tx, 'kept')} of them, by ${rows.map(({ name }) => name)}`);
      }),
    ).rejects.toThrow('2 of them, by count_of_notes');
    expect(await count(postgres.db, 'kept')).toBe('1');
  });

  it('is not taken for frozen while this process is busy itself', async () => {
    const slow = postgres.pool.query('SELECT pg_sleep(5)');
    // The server is looked at after two seconds, and given two to answer.
    await new Promise((resolve) => setTimeout(resolve, 2_003));
    const until = performance.now() + 2_300;
    while (performance.now() < until);
    await expect(slow).resolves.toBeDefined();
    expect(await notes()).toEqual(['kept']);
  });

  it('limits the duration of statements', async () => {
    const { rows } = await postgres.pool.query('SHOW statement_timeout');
    expect(rows).toEqual([{ statement_timeout: '30s' }]);
  });
});
