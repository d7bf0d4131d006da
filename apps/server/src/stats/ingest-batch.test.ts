import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CLICK_COLUMNS, PAGE_EVENT_COLUMNS } from '@poklik/domain/clicks/click-columns';
import { openEventLog } from '@poklik/event-log/event-log';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { clickRecord } from '../testing/click-records.ts';
import { Columns } from './columns.ts';
import { createIngestBatch } from './ingest-batch.ts';
import { openSource } from './log-source.ts';
import { type IngestTable, TABLES } from './row-batch.ts';
import { createVisitorTable } from './visitors.ts';

/** With the column types of the records. */
const columnsOf = ({ columns, leadingColumns }: IngestTable): Columns => {
  const types = new Map<string, string>([...CLICK_COLUMNS, ...PAGE_EVENT_COLUMNS]);
  return new Columns(
    columns.map((name) => ({ name, type: types.get(name) ?? (name === 'seg' ? 'String' : 'UInt32') })),
    leadingColumns,
  );
};
const MAY = Date.UTC(2026, 4, 31, 12);
const JUNE = Date.UTC(2026, 5, 1, 12);

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'poklik-load-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('groups rows by table and month, and separates those that only ClickHouse can parse', async () => {
  const dir = join(folder, 'node');
  const eventLog = openEventLog({
    folder: { node: 'node', dir, release: () => undefined },
    ack: 'write',
    log: pino({ level: 'silent' }),
  });
  const click = (click_id: string, at: number, sub1 = '') =>
    clickRecord({ click_id, at, sub1, visitor: click_id.length });
  for (const [kind, payload] of [
    ['c', click('one', MAY)],
    ['c', click('slashed', MAY, 'C:\\\\banner')],
    ['e', `${MAY}\t1\t1\timpression\t\tUA\tmobile\t0\t`],
    ['c', click('june', JUNE)],
    ['c', click('two', MAY)],
    ['c', click('shorter', MAY).split('\t').slice(0, -1).join('\t')],
    ['e', `${JUNE}\t1\t1\timpression\t\tUA\tmobile\t0`],
  ] as const) {
    expect(await eventLog.append(kind, payload)).toBe(true);
  }
  await eventLog.close();
  const [file = ''] = await readdir(dir);
  const source = await openSource(
    { node: 'node', segment: file.replace('.log', ''), path: join(dir, file) },
    0,
    new Map(),
  );
  const load = createIngestBatch(createVisitorTable(), {
    clicks: columnsOf(TABLES.clicks),
    pageEvents: columnsOf(TABLES.pageEvents),
  });
  while (await load.readFrom(source));
  await source.reader.close();

  const batches = load.finish().map((batch) => ({
    table: batch.target.table,
    // Clicks have a flag after the offset.
    rows: batch
      .text()
      .toString()
      .trimEnd()
      .split('\n')
      .map((row) => row.split('\t').slice(2, batch.target.table === 'clicks' ? 4 : 3)),
    isInColumns: batch.blocks.length > 0,
  }));
  expect(batches).toEqual([
    {
      table: 'clicks',
      rows: [
        ['1', 'one'],
        ['0', 'two'],
      ],
      isInColumns: true,
    },
    { table: 'clicks', rows: [['1', 'june']], isInColumns: true },
    {
      table: 'clicks',
      rows: [
        ['1', 'slashed'],
        ['0', 'shorter'],
      ],
      isInColumns: false,
    },
    { table: 'page_events', rows: [[`${MAY}`]], isInColumns: true },
    { table: 'page_events', rows: [[`${JUNE}`]], isInColumns: false },
  ]);
  expect(load.rows).toBe(7);
});
