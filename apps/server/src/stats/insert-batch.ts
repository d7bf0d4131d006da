import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Clickhouse } from '../stores/clickhouse.ts';

interface Batch {
  target: { table: string; columns: readonly string[] };
  /** The rows in Native format; empty if they have to go as text. */
  blocks: readonly Buffer[];
  text(): Buffer;
}

/** Inserts a batch, in Native format if it has blocks. Throws ClickHouse's error if it is rejected. */
export async function insertBatch(client: Clickhouse['client'], batch: Batch, token: string): Promise<void> {
  if (batch.blocks.length === 0) return insertText(client, batch, token);
  const { table, columns } = batch.target;
  const { stream } = await client.exec({
    query: `INSERT INTO ${table} (${columns.join(', ')}) FORMAT Native`,
    values: streamOf(batch.blocks),
    clickhouse_settings: settingsOf(token),
  });
  await text(stream);
}

/** For text, ClickHouse names the field that it cannot parse. */
export async function insertText(client: Clickhouse['client'], batch: Batch, token: string): Promise<void> {
  const { table, columns } = batch.target;
  await client.insert({
    table,
    columns: [...columns] as [string, ...string[]],
    values: streamOf([batch.text()]),
    format: 'TabSeparated',
    clickhouse_settings: {
      ...settingsOf(token),
      // Records of older releases have fewer fields, those of newer releases more.
      input_format_tsv_allow_variable_number_of_columns: 1,
      input_format_tsv_empty_as_default: 1,
    },
  });
}

const settingsOf = (token: string) => ({ async_insert: 0, insert_deduplication_token: token }) as const;
const streamOf = (bytes: readonly Buffer[]): Readable => Readable.from(bytes, { objectMode: false });
