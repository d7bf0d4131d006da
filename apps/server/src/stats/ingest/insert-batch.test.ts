import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Clickhouse } from '../../stores/clickhouse.ts';
import { addClicks } from '../../testing/conversions/click-rows.ts';
import { hasEngine } from '../../testing/processes/has-engine.ts';
import { createTestAnalytics } from '../../testing/test-clickhouse.ts';
import { insertBatch } from './insert-batch.ts';
import { RecordFields } from './record-fields.ts';
import { type IngestTable, RowBatch, TABLES } from './row-batch.ts';

const NOON = Date.UTC(2026, 10, 15, 12);
type Client = Clickhouse['client'];

/** What ClickHouse itself reads in the records. */
const insertText = (client: Client, { target: { table, columns }, text }: { target: IngestTable; text: Buffer }) =>
  client.insert({
    table,
    columns: [...columns] as [string, ...string[]],
    values: Readable.from([text], { objectMode: false }),
    format: 'TabSeparated',
  });

describe.skipIf(!(await hasEngine()))('insertBatch', { timeout: 180_000 }, () => {
  async function database(): Promise<Client> {
    const { client, drop } = await createTestAnalytics();
    onTestFinished(drop);
    return client;
  }

  const asker =
    (client: Client) =>
    async <T>(query: string): Promise<T[]> =>
      (await client.query({ query, format: 'JSONEachRow' })).json<T>();

  it('stores the clicks that ClickHouse reads in the same records', async () => {
    const batch = new RowBatch(TABLES.clicks);
    const clicks = Array.from({ length: 5_000 }, (_, row) => ({
      offset: row * 1_000,
      mark: row % 3 === 0 ? (1 as const) : (0 as const),
      fields: {
        click_id: `click-${row}`,
        at: NOON + row,
        sub1: ['', 'banner 5', 'Київ', 'x'.repeat(200), 'C:\\\\banner\\\\'][row % 5] as string,
        visitor: `${2n ** 64n - 1n - BigInt(row)}`,
      },
    }));
    // Slices of a log, some with one record only.
    for (const [from, to] of [
      [0, 1],
      [1, 700],
      [700, 701],
      [701, 5_000],
    ] as const) {
      addClicks(batch, from < 700 ? 'segment-a' : 'segment-b', clicks.slice(from, to));
    }
    expect(batch.ranges()).toEqual([
      { segment: 'segment-a', from: 0, to: 699_000 },
      { segment: 'segment-b', from: 700_000, to: 4_999_000 },
    ]);
    const [own, read] = [await database(), await database()];
    await insertBatch(own, batch, randomUUID());
    await insertText(read, { target: batch.target, text: batch.text() });
    const all = `SELECT toString(count()) AS rows, toString(sum(is_unique)) AS uniques, toString(max(off)) AS last,
      toString(uniqExact(seg)) AS segments, toString(sum(cityHash64(*))) AS sum FROM clicks`;
    const [stored] = await asker(own)(all);
    expect(stored).toMatchObject({ rows: '5000', uniques: '1667', last: '4999000', segments: '2' });
    expect(stored).toEqual((await asker(read)(all))[0]);
  });

  it('stores every type, and none of the rows if one cannot be read', async () => {
    const client = await database();
    const ask = asker(client);
    const columns = [
      ['seg', 'LowCardinality(String)'],
      ['off', 'UInt32'],
      ['id', 'UInt64'],
      ['at', "DateTime64(3, 'UTC')"],
      ['small', 'UInt8'],
      ['middle', 'UInt16'],
      ['large', 'UInt32'],
      ['amount', 'Int64'],
      ['text', 'String'],
      ['word', 'LowCardinality(String)'],
      ['rare', 'LowCardinality(String)'],
    ] as const;
    const texts = ['', 'plain', 'a / slash', 'Київ 🖱️', 'x'.repeat(200), 'y'.repeat(20_000)];
    const lines = Array.from({ length: 40_000 }, (_, n) =>
      [
        n % 7 === 0 ? `${2n ** 64n - 1n - BigInt(n)}` : n,
        1_779_278_400_000 + n,
        n % 256,
        n % 65_536,
        2 ** 32 - 1 - n,
        n % 3 === 0 ? `${2n ** 63n - 1n}` : n,
        n % 1_000 === 0 ? texts[(n / 1_000) % texts.length] : texts[n % 5],
        texts[(n * 7) % 4],
        `rare ${n}`,
      ].join('\t'),
    );
    const tableOf = (table: string): IngestTable => ({
      table,
      columns: columns.map(([name]) => name),
      addedColumns: 2,
      defaults: columns.slice(2).map(([, type]) => Buffer.from(type.includes('String') ? '' : '0')),
    });
    const batchOf = (records: readonly string[]): RowBatch => {
      const batch = new RowBatch(tableOf('many'));
      const fields = new RecordFields(columns.length - 2);
      for (const [offset, line] of records.entries()) {
        const record = { bytes: Buffer.from(line), start: 0, end: Buffer.byteLength(line) };
        fields.split(record);
        batch.add('segment', offset, record, fields);
      }
      return batch;
    };
    for (const table of ['few', 'many']) {
      const types = columns.map(([name, type]) => `${name} ${type}`).join(', ');
      await client.command({ query: `CREATE TABLE ${table} (${types}) ENGINE = MergeTree ORDER BY large` });
    }
    for (const bad of ['one', '-1', '1.5', '1e3', ' 1']) {
      const error = insertBatch(client, batchOf([...lines.slice(0, 9), `${bad}\t1\t1\t1\t1\t1\t\t\t`]), randomUUID());
      await expect(error, bad).rejects.toMatchObject({ code: expect.stringMatching(/^(6|72)$/) });
    }
    expect(await ask('SELECT toString(count()) AS rows FROM many')).toEqual([{ rows: '0' }]);
    const batch = batchOf(lines);
    await insertBatch(client, batch, randomUUID());
    await insertText(client, { target: tableOf('few'), text: batch.text() });
    const [difference] = await ask<{ rows: string; missing: string }>(
      `SELECT toString(count()) AS rows, toString(countIf(few.id != many.id OR few.at != many.at OR few.small != many.small
         OR few.middle != many.middle OR few.amount != many.amount OR few.text != many.text
         OR few.word != many.word OR few.rare != many.rare OR few.seg != many.seg OR few.off != many.off)) AS missing
       FROM few INNER JOIN many ON few.large = many.large`,
    );
    expect(difference).toEqual({ rows: '40000', missing: '0' });
  });
});
