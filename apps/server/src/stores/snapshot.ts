import type { SQLWrapper } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { PgDialect } from 'drizzle-orm/pg-core';
import { type Database, NAMES, type Pool } from './postgres.ts';

const dialect = new PgDialect(NAMES);

export interface Snapshot {
  db: Database;
  /** The rows of a query in batches, from a cursor so that the database sorts only once. */
  batches<Row>(query: SQLWrapper, size: number): AsyncGenerator<Row[]>;
  close(): Promise<void>;
}

/** A consistent view of the database for long reads. Holds a connection until it is closed. */
export async function openSnapshot(pool: Pool): Promise<Snapshot> {
  const client = await pool.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    // The snapshot is taken by the first statement, not by BEGIN.
    await client.query('select 1');
  } catch (error) {
    client.release(true);
    throw error;
  }
  return {
    db: drizzle(client, NAMES),
    async *batches(query, size) {
      const { sql, params } = dialect.sqlToQuery(query.getSQL());
      await client.query(`declare found no scroll cursor for ${sql}`, params);
      for (;;) {
        const { rows } = await client.query(`fetch ${size} from found`);
        if (rows.length === 0) break;
        yield rows;
      }
      await client.query('close found');
    },
    async close() {
      const isSound = await client.query('rollback').then(
        () => true,
        () => false,
      );
      client.release(!isSound);
    },
  };
}

/** The rows of all ids that a query finds, in batches, in query order and from one snapshot. */
export async function* readBatches<Id, Row>(
  pool: Pool,
  ids: SQLWrapper,
  { size, read }: { size: number; read: (db: Database, ids: Id[]) => Promise<Row[]> },
): AsyncGenerator<Row[]> {
  const snapshot = await openSnapshot(pool);
  try {
    for await (const batch of snapshot.batches<{ id: Id }>(ids, size)) {
      yield await read(
        snapshot.db,
        batch.map(({ id }) => id),
      );
    }
  } finally {
    await snapshot.close();
  }
}
