import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { asNewInsert, type Clickhouse } from '../../stores/clickhouse.ts';
import { deleteRows, VISITOR_TABLES, type VisitorTable } from '../retention/delete-rows.ts';

type Client = Clickhouse['client'];

/** Their rows are added up when parts are merged, so only the sums can be compared. */
const SUMS: Partial<Record<VisitorTable, readonly string[]>> = {
  cost_changes: ['amount_micro', 'unpriced', 'without_cost'],
  figures: ['events', 'amounts', 'spent', 'facts'],
};
/** On a replicated table, read only what a quorum has. */
const CONSISTENT = { select_sequential_consistency: '1', output_format_json_quote_64bit_integers: 1 } as const;
/** Rows that are copied by one statement, and quarter-hours that one statement names. */
const ROWS_PER_COPY = 50_000;
const QUARTERS_PER_STATEMENT = 200;

/** The rows of an account in one quarter-hour. */
interface QuarterPrint {
  quarter: number;
  rows: number;
  hash: string;
}

export interface Copy {
  from: Client;
  to: Client;
  accountId: number;
  /** Only quarter-hours before this time in seconds. */
  before: number;
}

const IN_QUARTERS = `account_id = {accountId:UInt64} AND quarter BETWEEN {first:UInt32} AND {last:UInt32}
  AND toUnixTimestamp(quarter) IN {quarters:Array(UInt32)}`;

const quarterParams = (accountId: number, quarters: readonly number[]) => ({
  ...{ accountId, quarters },
  ...{ first: Math.min(...quarters), last: Math.max(...quarters) },
});

/** Columns that an insert names; the others follow from them. */
async function listColumns(client: Client, table: VisitorTable): Promise<string[]> {
  const answer = await client.query({
    query: `SELECT name FROM system.columns WHERE database = currentDatabase() AND table = {table:String}
      AND default_kind NOT IN ('MATERIALIZED', 'ALIAS') ORDER BY position`,
    query_params: { table },
    format: 'JSONCompactEachRow',
  });
  return (await answer.json<[string]>()).map(([name]) => name);
}

async function printQuarters(
  client: Client,
  table: VisitorTable,
  { accountId, before }: Copy,
): Promise<QuarterPrint[]> {
  const columns = await listColumns(client, table);
  const sums = SUMS[table];
  const own = 'account_id = {accountId:UInt64} AND quarter < {before:UInt32}';
  const keys = columns.filter((name) => !sums?.includes(name));
  const rows = sums
    ? `SELECT quarter, ${keys.filter((name) => name !== 'quarter').join(', ')},
        ${sums.map((name) => `sum(${name}) AS sum_${name}`).join(', ')}
      FROM ${table} WHERE ${own} GROUP BY ${keys.join(', ')}
      HAVING ${sums.map((name) => `sum_${name} != 0`).join(' OR ')}`
    : `SELECT quarter, ${columns.filter((name) => name !== 'quarter').join(', ')} FROM ${table} WHERE ${own}`;
  const answer = await client.query({
    query: `SELECT toUnixTimestamp(quarter) AS seconds, count(), sum(cityHash64(*)) FROM (${rows}) GROUP BY seconds`,
    query_params: { accountId, before },
    format: 'JSONCompactEachRow',
    clickhouse_settings: { ...CONSISTENT, max_execution_time: 0, optimize_use_projections: 0 },
  });
  const found = await answer.json<[number, string, string]>();
  return found.map(([quarter, count, hash]) => ({ quarter, rows: Number(count), hash }));
}

/** Quarter-hours in which the rows of the account are not the same in both databases. */
async function findDiffering(copy: Copy, table: VisitorTable) {
  const [wanted, found] = await Promise.all([
    printQuarters(copy.from, table, copy),
    printQuarters(copy.to, table, copy),
  ]);
  const there = new Map(found.map((print) => [print.quarter, print]));
  const differing: { quarter: number; rows: number; isThere: boolean }[] = [];
  for (const { quarter, rows, hash } of wanted) {
    const other = there.get(quarter);
    there.delete(quarter);
    if (other?.hash !== hash || other.rows !== rows) differing.push({ quarter, rows, isThere: other !== undefined });
  }
  for (const { quarter } of there.values()) differing.push({ quarter, rows: 0, isThere: true });
  return differing;
}

/** Makes the rows of an account in one database what they are in the other. Returns how many quarter-hours differed. */
export async function copyDiffering(copy: Copy): Promise<number> {
  let found = 0;
  // Rollups come last: inserting rows fills them.
  for (const table of VISITOR_TABLES) {
    const differing = await findDiffering(copy, table);
    found += differing.length;
    for (const part of splitByRows(differing)) {
      const quarters = part.map(({ quarter }) => quarter);
      if (SUMS[table]) await addDifference(copy, table, quarters);
      else {
        const there = part.filter(({ isThere }) => isThere).map(({ quarter }) => quarter);
        if (there.length > 0) await deleteRows(copy.to, table, IN_QUARTERS, quarterParams(copy.accountId, there));
        await insertRows(copy.to, table, await readRows(copy.from, table, copy.accountId, quarters));
      }
    }
  }
  return found;
}

/** Tables in which the rows of an account differ. */
export async function listDifferences(copy: Copy): Promise<string[]> {
  const tables: string[] = [];
  for (const table of VISITOR_TABLES) if ((await findDiffering(copy, table)).length > 0) tables.push(table);
  return tables;
}

function* splitByRows<T extends { rows: number }>(quarters: readonly T[]): Generator<T[]> {
  let part: T[] = [];
  let rows = 0;
  for (const quarter of quarters) {
    if (part.length > 0 && (rows + quarter.rows > ROWS_PER_COPY || part.length === QUARTERS_PER_STATEMENT)) {
      yield part;
      [part, rows] = [[], 0];
    }
    part.push(quarter);
    rows += quarter.rows;
  }
  if (part.length > 0) yield part;
}

interface NativeRows {
  columns: readonly string[];
  bytes: Buffer;
}

async function readRows(
  client: Client,
  table: VisitorTable,
  accountId: number,
  quarters: readonly number[],
  sign: 1 | -1 = 1,
): Promise<NativeRows> {
  const columns = await listColumns(client, table);
  const sums = SUMS[table] ?? [];
  const keys = columns.filter((name) => !sums.includes(name));
  const select = columns.map((name) => (sums.includes(name) ? `sum_${name} AS ${name}` : name));
  const added = sums.map((name) => `${sign === 1 ? '' : '-'}sum(${name}) AS sum_${name}`);
  const rows = `${table} WHERE ${IN_QUARTERS}`;
  // An insert finds the columns by their names, so sums have those of the table.
  const from =
    sums.length === 0 ? rows : `(SELECT ${[...keys, ...added].join(', ')} FROM ${rows} GROUP BY ${keys.join(', ')})`;
  const { stream } = await client.exec({
    query: `SELECT ${select.join(', ')} FROM ${from} FORMAT Native`,
    query_params: quarterParams(accountId, quarters),
    clickhouse_settings: { ...CONSISTENT, max_execution_time: 0 },
  });
  return { columns, bytes: await buffer(stream) };
}

async function insertRows(client: Client, table: VisitorTable, { columns, bytes }: NativeRows): Promise<void> {
  if (bytes.length === 0) return;
  const { stream } = await client.exec({
    query: `INSERT INTO ${table} (${columns.join(', ')}) FORMAT Native`,
    values: Readable.from([bytes], { objectMode: false }),
    // The same rows may have been inserted and deleted before.
    clickhouse_settings: { async_insert: 0, ...asNewInsert() },
  });
  await text(stream);
}

/** Sums can be corrected without rewriting anything: by what they lack. */
async function addDifference(copy: Copy, table: VisitorTable, quarters: readonly number[]): Promise<void> {
  const wanted = await readRows(copy.from, table, copy.accountId, quarters);
  const found = await readRows(copy.to, table, copy.accountId, quarters, -1);
  await insertRows(copy.to, table, found);
  await insertRows(copy.to, table, wanted);
}

/** Deletes all rows of an account; resolves when they are gone. */
export async function deleteAccountRows(client: Client, accountId: number): Promise<void> {
  for (const table of VISITOR_TABLES) {
    const where = 'account_id = {accountId:UInt64}';
    const answer = await client.query({
      query: `SELECT 1 FROM ${table} WHERE ${where} LIMIT 1`,
      query_params: { accountId },
      format: 'JSONCompactEachRow',
    });
    if ((await answer.json()).length > 0) await deleteRows(client, table, where, { accountId });
  }
}
