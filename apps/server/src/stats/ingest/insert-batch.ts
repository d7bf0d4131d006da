import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Clickhouse } from '../../stores/clickhouse.ts';
import type { RowBatch } from './row-batch.ts';

/** Throws ClickHouse's error if a row is rejected; then none is inserted. */
export async function insertBatch(client: Clickhouse['client'], batch: RowBatch, token: string): Promise<void> {
  const { table, columns, timeColumn } = batch.target;
  const { stream } = await client.exec({
    query: `INSERT INTO ${table} (${[...columns, ...(timeColumn ? [timeColumn] : [])].join(', ')}) FORMAT Native`,
    values: Readable.from([batch.block()], { objectMode: false }),
    clickhouse_settings: { async_insert: 0, insert_deduplication_token: token },
  });
  await text(stream);
}
