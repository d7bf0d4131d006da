import type { Clickhouse } from '../stores/clickhouse.ts';
import { Columns } from './columns.ts';
import type { TableColumns } from './load.ts';
import { TARGETS, type Target } from './row-batch.ts';

/** Empty columns of both tables, with ClickHouse's column types. */
export async function tableColumns(client: Clickhouse['client']): Promise<TableColumns> {
  const [clicks, pageEvents] = await Promise.all([
    describe(client, TARGETS.clicks),
    describe(client, TARGETS.pageEvents),
  ]);
  return { clicks, pageEvents };
}

async function describe(client: Clickhouse['client'], { table, columns, given }: Target): Promise<Columns> {
  const result = await client.query({ query: `DESCRIBE TABLE ${table}`, format: 'JSONEachRow' });
  const types = new Map((await result.json<{ name: string; type: string }>()).map(({ name, type }) => [name, type]));
  return new Columns(
    columns.map((name) => ({ name, type: types.get(name) ?? '' })),
    given,
  );
}
