import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';

/** A table as it was copied. */
export interface CopiedTable {
  /** With its schema, quoted. */
  name: string;
  /** Quoted, without generated ones. */
  columns: string[];
  rows: string;
  /** Of the hashes of all rows, in any order. */
  sum: string;
}

export interface CopiedDatabase {
  tables: CopiedTable[];
  /** Last values; null for a sequence that was never used. */
  sequences: { name: string; value: string | null }[];
  /** Creation times of the applied migrations. */
  migrations: number[];
  /** By the clock of the database. */
  takenAt?: string;
}

/** The migrations of the queue create this table and fill it. */
const SKIPPED = ['graphile_worker.migrations'];
const SCHEMAS = ['public', 'graphile_worker'];
/** Text of a value must not depend on the settings of a server. */
const SESSION = `SET statement_timeout = 0; SET lock_timeout = '60s'; SET idle_in_transaction_session_timeout = 0;
  SET TimeZone = 'UTC'; SET DateStyle = 'ISO, YMD'; SET IntervalStyle = 'postgres'; SET bytea_output = 'hex';
  SET extra_float_digits = 1`;

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'poklik backup', keepAlive: true });
  client.on('error', () => undefined); // the current statement rejects with it
  await client.connect();
  try {
    await client.query(SESSION);
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Copies all tables as of one moment. `onData` gets the text of a table in pieces. */
export const copyTables = (
  url: string,
  onData: (table: string, chunk: Buffer) => Promise<void>,
): Promise<CopiedDatabase> =>
  withClient(url, async (client) => {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    // The first statement decides what all others see.
    const now = await client.query<{ at: Date }>('SELECT clock_timestamp() AS at');
    const tables: CopiedTable[] = [];
    for (const { name, columns } of await listTables(client)) {
      const found = await sumRows(client, name);
      const text = client.query(copyTo(`COPY (SELECT ${columns.join(', ')} FROM ${name}) TO STDOUT`));
      for await (const chunk of text as AsyncIterable<Buffer>) await onData(name, chunk);
      tables.push({ name, columns, ...found });
    }
    const sequences = await client.query<{ name: string; value: string | null }>(
      `SELECT format('%I.%I', schemaname, sequencename) AS name, last_value AS value FROM pg_sequences
       WHERE schemaname = ANY($1) ORDER BY 1`,
      [SCHEMAS],
    );
    const migrations = await client.query<{ created_at: string }>(
      'SELECT created_at FROM drizzle.__drizzle_migrations ORDER BY created_at',
    );
    await client.query('COMMIT');
    return {
      tables,
      sequences: sequences.rows,
      migrations: migrations.rows.map((row) => Number(row.created_at)),
      takenAt: (now.rows[0]?.at ?? new Date()).toISOString(),
    };
  });

async function listTables(client: pg.Client): Promise<{ name: string; columns: string[] }[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `SELECT format('%I.%I', nspname, relname) AS name,
       array_agg(quote_ident(attname) ORDER BY attnum) FILTER (WHERE attgenerated = '') AS columns
     FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace JOIN pg_attribute ON attrelid = pg_class.oid
     WHERE relkind = 'r' AND nspname = ANY($1) AND attnum > 0 AND NOT attisdropped
     GROUP BY 1 ORDER BY 1`,
    [SCHEMAS],
  );
  return rows.filter(({ name }) => !SKIPPED.includes(name));
}

async function sumRows(client: pg.Client, table: string): Promise<{ rows: string; sum: string }> {
  const { rows } = await client.query<{ rows: string; sum: string }>(
    `SELECT count(*) AS rows, coalesce(sum(hashtextextended(t::text, 0)::numeric), 0)::text AS sum FROM ${table} t`,
  );
  return rows[0] as { rows: string; sum: string };
}

/** Whether a database has tables of this program. */
export const hasTables = (url: string): Promise<boolean> =>
  withClient(url, async (client) => (await listTables(client)).length > 0);

/**
 * Replaces the rows of all tables in one transaction and returns which tables differ from what was copied. Triggers do
 * not run; foreign keys are checked at the end.
 */
export const loadTables = (
  url: string,
  { tables, sequences }: CopiedDatabase,
  read: (table: string) => AsyncIterable<Buffer>,
): Promise<string[]> =>
  withClient(url, async (client) => {
    await client.query('BEGIN');
    const names = tables.map(({ name }) => name);
    const keys = await listForeignKeys(client);
    for (const { owner, name } of keys) await client.query(`ALTER TABLE ${owner} DROP CONSTRAINT ${name}`);
    for (const name of names) await client.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`);
    await client.query(`TRUNCATE ${(await listTables(client)).map(({ name }) => name).join(', ')}`);
    const differing: string[] = [];
    for (const { name, columns, rows, sum } of tables) {
      await loadTable(client, `COPY ${name} (${columns.join(', ')}) FROM STDIN`, read(name));
      const found = await sumRows(client, name);
      if (found.rows !== rows || found.sum !== sum) differing.push(name);
    }
    for (const { name, value } of sequences)
      if (value !== null) await client.query('SELECT setval($1, $2)', [name, value]);
    for (const name of names) await client.query(`ALTER TABLE ${name} ENABLE TRIGGER USER`);
    for (const { owner, name, definition } of keys)
      await client.query(`ALTER TABLE ${owner} ADD CONSTRAINT ${name} ${definition}`);
    // Nothing works on these jobs any more.
    await client.query('UPDATE graphile_worker._private_jobs SET locked_at = NULL, locked_by = NULL');
    await client.query('UPDATE graphile_worker._private_job_queues SET locked_at = NULL, locked_by = NULL');
    await client.query('COMMIT');
    return differing;
  });

async function listForeignKeys(client: pg.Client) {
  const { rows } = await client.query<{ owner: string; name: string; definition: string }>(
    `SELECT conrelid::regclass::text AS owner, quote_ident(conname) AS name, pg_get_constraintdef(c.oid) AS definition
     FROM pg_constraint c JOIN pg_namespace n ON n.oid = connamespace
     WHERE contype = 'f' AND conparentid = 0 AND nspname = ANY($1)`,
    [SCHEMAS],
  );
  return rows;
}

async function loadTable(client: pg.Client, statement: string, chunks: AsyncIterable<Buffer>): Promise<void> {
  const stream = client.query(copyFrom(statement));
  const done = new Promise<void>((resolve, reject) => {
    stream.once('finish', resolve);
    stream.once('error', reject);
  });
  done.catch(() => undefined);
  for await (const chunk of chunks)
    if (!stream.write(chunk)) await Promise.race([new Promise((resolve) => stream.once('drain', resolve)), done]);
  stream.end();
  await done;
}
