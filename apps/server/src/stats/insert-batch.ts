import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Clickhouse } from '../stores/clickhouse.ts';
import { type Column, nativeRows } from './native-rows.ts';
import type { RowBatch, RowRun } from './row-batch.ts';

/** From here on it pays to put rows into columns, which the store does not have to read. */
const MANY_BYTES = 256 * 1024;

interface Batch {
  target: Target;
  length: number;
  runs(): Iterable<RowRun>;
  text(): Buffer;
}

interface Target {
  table: string;
  columns: readonly string[];
}

/** Sends what was made ready. What the store answers is thrown if it does not take it. */
export type Send = (token: string) => Promise<void>;

export interface BatchInsert {
  /** In columns if there is much of it and all of it is plain, else as text. */
  prepare(batch: Batch): Promise<Send>;
  /** Of a text the store says what it cannot read. */
  asText(batch: Batch): Send;
}

export interface ReadyBatch {
  batch: RowBatch;
  send: Send;
}

export async function prepareAll(insert: BatchInsert, batches: readonly RowBatch[]): Promise<ReadyBatch[]> {
  const ready: ReadyBatch[] = [];
  for (const batch of batches) ready.push({ batch, send: await insert.prepare(batch) });
  return ready;
}

/** The ways of a batch into the store. */
export function createBatchInsert(client: Clickhouse['client']): BatchInsert {
  const described = new Map<Target, Promise<Column[]>>();

  function columnsOf(target: Target): Promise<Column[]> {
    const columns = described.get(target) ?? describe(client, target);
    described.set(target, columns);
    columns.catch(() => described.delete(target));
    return columns;
  }

  const asText =
    (batch: Batch): Send =>
    async (token) => {
      const { table, columns } = batch.target;
      await client.insert({
        table,
        columns: [...columns] as [string, ...string[]],
        values: streamOf([batch.text()]),
        format: 'TabSeparated',
        clickhouse_settings: {
          ...settingsOf(token),
          // A record of an older release ends sooner, one of a newer release later.
          input_format_tsv_allow_variable_number_of_columns: 1,
          input_format_tsv_empty_as_default: 1,
        },
      });
    };

  const inColumns =
    ({ table, columns }: Target, blocks: readonly Buffer[]): Send =>
    async (token) => {
      const { stream } = await client.exec({
        query: `INSERT INTO ${table} (${columns.join(', ')}) FORMAT Native`,
        values: streamOf(blocks),
        clickhouse_settings: settingsOf(token),
      });
      await text(stream);
    };

  async function prepare(batch: Batch): Promise<Send> {
    // If the store does not say what its columns are, it will say more when the rows come.
    const columns = batch.length >= MANY_BYTES ? await columnsOf(batch.target).catch(() => undefined) : undefined;
    const blocks = columns && blocksOf(batch, columns);
    return blocks ? inColumns(batch.target, blocks) : asText(batch);
  }

  return { prepare, asText };
}

const settingsOf = (token: string) => ({ async_insert: 0, insert_deduplication_token: token }) as const;
const streamOf = (bytes: readonly Buffer[]): Readable => Readable.from(bytes, { objectMode: false });

/** All of it, or nothing if some is not plain: what was sent cannot be taken back. */
function blocksOf(batch: Batch, columns: readonly Column[]): Buffer[] | undefined {
  const blocks: Buffer[] = [];
  for (const made = nativeRows(batch.runs(), columns); ; ) {
    const { value, done } = made.next();
    if (!done) blocks.push(value);
    else return value ? blocks : undefined;
  }
}

/** The types of the columns that a batch brings. Defaults are for the store to apply. */
async function describe(client: Clickhouse['client'], { table, columns }: Target): Promise<Column[]> {
  const result = await client.query({ query: `DESCRIBE TABLE ${table}`, format: 'JSONEachRow' });
  const rows = await result.json<{ name: string; type: string; default_type: string }>();
  return columns.map((name) => {
    const row = rows.find((described) => described.name === name);
    return { name, type: row?.default_type === '' ? row.type : '' };
  });
}
