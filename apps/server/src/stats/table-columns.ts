import type { Clickhouse } from '../stores/clickhouse.ts';
import { Columns } from './columns.ts';
import type { TableColumns } from './ingest-batch.ts';
import { type IngestTable, TABLES } from './row-batch.ts';

/** Empty columns of both tables, with ClickHouse's column types. */
export async function loadTableColumns(client: Clickhouse['client']): Promise<TableColumns> {
  const [clicks, pageEvents] = await Promise.all([
    describeTable(client, TABLES.clicks),
    describeTable(client, TABLES.pageEvents),
  ]);
  return { clicks, pageEvents };
}

async function describeTable(
  client: Clickhouse['client'],
  { table, columns, leadingColumns }: IngestTable,
): Promise<Columns> {
  const result = await client.query({ query: `DESCRIBE TABLE ${table}`, format: 'JSONEachRow' });
  const types = new Map((await result.json<{ name: string; type: string }>()).map(({ name, type }) => [name, type]));
  return new Columns(
    columns.map((name) => ({ name, type: types.get(name) ?? '' })),
    leadingColumns,
  );
}
