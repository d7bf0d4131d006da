import { randomUUID } from 'node:crypto';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Clickhouse } from '../stores/clickhouse.ts';
import { addClicks } from '../testing/click-rows.ts';
import { hasEngine } from '../testing/stats-command.ts';
import { createTestAnalytics } from '../testing/test-clickhouse.ts';
import { Columns } from './columns.ts';
import { insertBatch, insertText } from './insert-batch.ts';
import { RowBatch, TABLES } from './row-batch.ts';
import { loadTableColumns } from './table-columns.ts';

const NOON = Date.UTC(2026, 10, 15, 12);

describe.skipIf(!(await hasEngine()))('insertBatch', { timeout: 180_000 }, () => {
  async function database(): Promise<Clickhouse['client']> {
    const { client, drop } = await createTestAnalytics();
    onTestFinished(drop);
    return client;
  }

  const asker =
    (client: Clickhouse['client']) =>
    async <T>(query: string): Promise<T[]> =>
      (await client.query({ query, format: 'JSONEachRow' })).json<T>();

  it('stores the same clicks from columns and from text', async () => {
    const { clicks: columns } = await loadTableColumns(await database());
    const batch = new RowBatch(TABLES.clicks);
    const clicks = Array.from({ length: 5_000 }, (_, row) => ({
      offset: row * 1_000,
      mark: row % 3 === 0 ? (1 as const) : (0 as const),
      fields: {
        click_id: `click-${row}`,
        at: NOON + row,
        sub1: ['', 'banner 5', 'Київ', 'x'.repeat(200)][row % 4] as string,
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
      addClicks(batch, columns, from < 700 ? 'segment-a' : 'segment-b', clicks.slice(from, to));
    }
    expect(batch.ranges()).toEqual([
      { segment: 'segment-a', from: 0, to: 699_000 },
      { segment: 'segment-b', from: 700_000, to: 4_999_000 },
    ]);
    const sums: unknown[] = [];
    for (const way of ['columns', 'text'] as const) {
      const client = await database();
      const inColumns = vi.spyOn(client, 'exec');
      await (way === 'text' ? insertText : insertBatch)(client, batch, randomUUID());
      expect(inColumns).toHaveBeenCalledTimes(way === 'text' ? 0 : 1);
      const all = `SELECT toString(count()) AS rows, toString(sum(is_unique)) AS uniques, toString(max(off)) AS last,
        toString(uniqExact(seg)) AS segments, toString(sum(cityHash64(*))) AS sum FROM clicks`;
      sums.push(...(await asker(client)(all)));
    }
    expect(sums[0]).toMatchObject({ rows: '5000', uniques: '1667', last: '4999000', segments: '2' });
    expect(sums[1]).toEqual(sums[0]);
  });

  it('stores the same values of every type', async () => {
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
    const names = columns.map(([name]) => name);
    const made = new Columns(
      columns.map(([name, type]) => ({ name, type })),
      2,
    );
    const blocks: (Buffer | undefined)[] = [];
    for (const [index, line] of lines.entries()) {
      const bytes = Buffer.from(line);
      expect(made.read({ bytes, start: 0, end: bytes.length })).toBe(true);
      blocks.push(made.add('segment', index, 0));
    }
    const batch = (table: string) => ({
      target: { table, columns: names },
      blocks: blocks.filter((block) => block !== undefined),
      text: () => Buffer.from(lines.map((line, index) => `segment\t${index}\t${line}\n`).join('')),
    });
    blocks.push(made.finish());
    for (const table of ['few', 'many']) {
      const types = columns.map(([name, type]) => `${name} ${type}`).join(', ');
      await client.command({ query: `CREATE TABLE ${table} (${types}) ENGINE = MergeTree ORDER BY large` });
    }
    await insertBatch(client, batch('many'), randomUUID());
    await insertText(client, batch('few'), randomUUID());
    const [difference] = await ask<{ rows: string; missing: string }>(
      `SELECT toString(count()) AS rows, toString(countIf(few.id != many.id OR few.at != many.at OR few.small != many.small
         OR few.middle != many.middle OR few.amount != many.amount OR few.text != many.text
         OR few.word != many.word OR few.rare != many.rare OR few.seg != many.seg OR few.off != many.off)) AS missing
       FROM few INNER JOIN many ON few.large = many.large`,
    );
    expect(difference).toEqual({ rows: '40000', missing: '0' });
  });
});
