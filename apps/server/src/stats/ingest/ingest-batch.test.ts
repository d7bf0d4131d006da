import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ClickOutcome } from '@poklik/domain/clicks/click-outcome';
import { openEventLog } from '@poklik/event-log/event-log';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { clickRecord } from '../../testing/conversions/click-records.ts';
import { createIngestBatch } from './ingest-batch.ts';
import { openSource } from './log-source.ts';
import { createVisitorTable } from './visitors.ts';

const MAY = Date.UTC(2026, 4, 31, 12);
const ONE_STORE = { clients: [{} as never], storeOf: () => 0 };
const JUNE = Date.UTC(2026, 5, 1, 12);

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'poklik-load-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('groups rows by table and month, and decides in log order which clicks are unique', async () => {
  const dir = join(folder, 'node');
  const eventLog = openEventLog({
    folder: { node: 'node', dir, release: () => undefined },
    ack: 'write',
    log: pino({ level: 'silent' }),
  });
  const click = (click_id: string, at: number, sub1 = '') =>
    clickRecord({ click_id, at, sub1, visitor: click_id.length });
  /** A second click in June of a click in May. */
  const step = (click_id: string, offer: number, outcome = ClickOutcome.redirected as ClickOutcome) =>
    `${JUNE}\t${MAY}\t1\t1\t1\t${click_id}\t1\t1\t5\t${offer}\t0\tuid\t0\t\t${outcome}`;
  for (const [kind, payload] of [
    ['c', click('one', MAY)],
    ['c', click('slashed', MAY, 'C:\\\\banner')],
    ['e', `${MAY}\t1\t1\timpression\t\tUA\tmobile\t0\t`],
    ['c', click('june', JUNE)],
    // A page may tell identifiers a month after the click.
    ['i', `${JUNE}\t${MAY}\t1\t1\ttwo\t\tgclid=1`],
    ['s', step('one', 7)],
    ['s', step('one', 7)],
    ['s', step('one', 8)],
    ['s', step('two', 0)],
    ['s', step('two', 9, ClickOutcome.excluded)],
    ['c', click('two', MAY)],
    ['c', click('shorter', MAY).split('\t').slice(0, -1).join('\t')],
    ['e', `${JUNE}\t1\t1\timpression\t\tUA\tmobile\t0`],
  ] as const) {
    expect(await eventLog.append(kind, payload)).toBe(true);
  }
  await eventLog.close();
  const [file = ''] = await readdir(dir);
  const source = await openSource({ node: 'node', segment: file.replace('.log', ''), path: join(dir, file) }, 0, []);
  const load = createIngestBatch({ visitors: createVisitorTable(), steps: createVisitorTable() }, ONE_STORE);
  while (await load.readFrom(source));
  await source.reader.close();

  const batches = load.batches().map(({ rows: batch }) => ({
    table: batch.target.table,
    // Clicks and second clicks have a flag after the offset.
    rows: batch
      .text()
      .toString()
      .trimEnd()
      .split('\n')
      .map((row) => row.split('\t').slice(2, ['clicks', 'steps'].includes(batch.target.table) ? 4 : 3)),
  }));
  expect(batches).toEqual([
    { table: 'click_ids', rows: [[`${JUNE}`]] },
    // The first of its click at the step and with the offer, the same again, another offer, none, and one that does not count.
    { table: 'steps', rows: ['3', '0', '2', '1', '0'].map((firsts) => [firsts, `${JUNE}`]) },
    {
      table: 'clicks',
      rows: [
        ['1', 'one'],
        ['1', 'slashed'],
        ['0', 'two'],
        ['0', 'shorter'],
      ],
    },
    { table: 'clicks', rows: [['1', 'june']] },
    { table: 'page_events', rows: [[`${MAY}`]] },
    { table: 'page_events', rows: [[`${JUNE}`]] },
  ]);
  expect(load.rows).toBe(13);
});
