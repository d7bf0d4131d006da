import { Readable } from 'node:stream';
import { asNewInsert, type Clickhouse } from '../stores/clickhouse.ts';
import type { FileWriter } from './file-writer.ts';
import type { Manifest } from './manifest.ts';

type Client = Clickhouse['client'];
type CopiedRows = NonNullable<Manifest['clickhouse']>[number];

/** Everything else is built from these rows and PostgreSQL. */
const TABLES = ['clicks', 'page_events', 'click_ids', 'steps'];
/** A file holds about this many rows. */
const ROWS_PER_FILE = 40_000;
/** Of copying a day that changes meanwhile. */
const ATTEMPTS = 5;
const DAY_SECONDS = 86_400;
const HOUR_SECONDS = 3_600;
const COUNT = 'count() AS rows, toString(groupBitXor(cityHash64(*))) AS sum';
const UNLIMITED = { max_execution_time: 0, max_result_bytes: '0' } as const;

interface Content {
  rows: string;
  sum: string;
}

const inPeriod = (from: number, seconds: number) =>
  `quarter >= toDateTime(${from}, 'UTC') AND quarter < toDateTime(${from + seconds}, 'UTC')`;

async function query<T>(client: Client, sql: string): Promise<T[]> {
  const answer = await client.query({ query: sql, format: 'JSONEachRow', clickhouse_settings: UNLIMITED });
  return answer.json<T>();
}

async function summarize(client: Client, table: string, where: string): Promise<Content> {
  const [found] = await query<Content>(client, `SELECT ${COUNT} FROM ${table} WHERE ${where}`);
  return { rows: String(found?.rows ?? 0), sum: found?.sum ?? '0' };
}

/**
 * Copies the rows day by day. A file is named after its content, so a day that has not changed since the last backup
 * is not copied again.
 */
export async function copyClickhouseRows(client: Client, writer: FileWriter): Promise<CopiedRows[]> {
  const copied: CopiedRows[] = [];
  for (const table of TABLES) {
    const columns = await listColumns(client, table);
    // Right after the first start the table may not exist yet; all clicks are still in the log.
    if (columns.length === 0) continue;
    const days = await query<{ day: number }>(
      client,
      `SELECT DISTINCT toUnixTimestamp(toStartOfDay(quarter)) AS day FROM ${table} ORDER BY day`,
    );
    const files: string[] = [];
    const contents: Content[] = [];
    for (const { day } of days) {
      const copy = await copyUnchangedDay({ client, table, columns, day }, writer);
      contents.push(copy.content);
      files.push(...copy.files);
    }
    copied.push({ name: table, columns, ...total(contents), files });
  }
  return copied;
}

interface Day {
  client: Client;
  table: string;
  columns: readonly string[];
  day: number;
}

/** What is inserted meanwhile is left out: it is in the log. What is deleted or changed meanwhile is copied again. */
async function copyUnchangedDay(day: Day, writer: FileWriter): Promise<{ content: Content; files: string[] }> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const inserted = await findInserted(day);
    const count = () => summarize(day.client, day.table, `${inPeriod(day.day, DAY_SECONDS)} AND ${inserted}`);
    const content = await count();
    const files = await copyDay({ ...day, content, inserted }, writer);
    const after = await count();
    if (after.rows === content.rows && after.sum === content.sum) return { content, files };
    for (const path of files) await writer.discard(path);
  }
  throw new Error(`${day.table} changed each time it was copied.`);
}

/** A condition for the rows that are there now; the ingest inserts each segment in order. */
async function findInserted({ client, table, day }: Day): Promise<string> {
  const segments = await query<{ segment: string; offset: number }>(
    client,
    `SELECT toString(seg) AS segment, toUInt32(max(off)) AS offset FROM ${table}
     WHERE ${inPeriod(day, DAY_SECONDS)} GROUP BY segment`,
  );
  if (segments.length === 0) return '0';
  const names = segments.map(({ segment }) => `'${segment}'`).join(', ');
  const offsets = segments.map(({ offset }) => offset).join(', ');
  return `off <= [${offsets}][indexOf([${names}], toString(seg))]`;
}

interface DayCopy extends Day {
  content: Content;
  /** A condition. */
  inserted: string;
}

async function copyDay(copy: DayCopy, writer: FileWriter): Promise<string[]> {
  const { client, table, columns, day, content, inserted } = copy;
  const date = new Date(day * 1000).toISOString().slice(0, 10);
  const files: string[] = [];
  const slice = Number(content.rows) > ROWS_PER_FILE ? HOUR_SECONDS : DAY_SECONDS;
  for (let from = day; from < day + DAY_SECONDS; from += slice) {
    const rows =
      slice === DAY_SECONDS
        ? content.rows
        : (await summarize(client, table, `${inPeriod(from, slice)} AND ${inserted}`)).rows;
    const parts = Math.ceil(Number(rows) / ROWS_PER_FILE);
    for (let part = 0; part < parts; part += 1) {
      const path = `archive/clickhouse/${table}/${date}/${content.rows}-${content.sum}.${files.length + 1}`;
      const where = `${inPeriod(from, slice)} AND ${inserted} AND cityHash64(seg, off) % ${parts} = ${part}`;
      const sql = `SELECT ${columns.join(', ')} FROM ${table} WHERE ${where}`;
      files.push(await writer.addShared(path, () => readNative(client, sql)));
    }
  }
  return files;
}

async function readNative(client: Client, sql: string): Promise<Buffer> {
  const { stream } = await client.exec({ query: `${sql} FORMAT Native`, clickhouse_settings: UNLIMITED });
  const chunks: Buffer[] = [];
  for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function listColumns(client: Client, table: string): Promise<string[]> {
  const found = await query<{ name: string }>(
    client,
    `SELECT name FROM system.columns WHERE database = currentDatabase() AND table = '${table}'
     AND default_kind NOT IN ('MATERIALIZED', 'ALIAS') ORDER BY position`,
  );
  return found.map(({ name }) => name);
}

function total(contents: readonly Content[]): Content {
  const rows = contents.reduce((sum, content) => sum + Number(content.rows), 0);
  const sum = contents.reduce((all, content) => all ^ BigInt(content.sum), 0n);
  return { rows: String(rows), sum: String(sum) };
}

/** Inserts copied rows, which builds their metrics too, and returns which tables differ from what was copied. */
export async function loadClickhouseRows(
  client: Client,
  tables: readonly CopiedRows[],
  read: (path: string) => Promise<Buffer>,
): Promise<string[]> {
  const differing: string[] = [];
  for (const { name, columns, files, rows, sum } of tables) {
    for (const path of files) await insertNative(client, `${name} (${columns.join(', ')})`, await read(path));
    const found = await summarize(client, name, '1');
    if (found.rows !== rows || found.sum !== sum) differing.push(name);
  }
  return differing;
}

async function insertNative(client: Client, into: string, bytes: Buffer): Promise<void> {
  await client.exec({
    query: `INSERT INTO ${into} FORMAT Native`,
    values: Readable.from([bytes], { objectMode: false }),
    clickhouse_settings: { ...UNLIMITED, ...asNewInsert() },
  });
}
