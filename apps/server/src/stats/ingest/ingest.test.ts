import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ZERO_TOTALS } from '@poklik/domain/statistics/metrics';
import { findDifferences } from '@poklik/domain/statistics/reconcile';
import { openEventLog } from '@poklik/event-log/event-log';
import { listSegments } from '@poklik/event-log/list-segments';
import { claimOwnFolder } from '@poklik/event-log/own-folder';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Clickhouse } from '../../stores/clickhouse.ts';
import { clickRecord } from '../../testing/conversions/click-records.ts';
import { addClicks } from '../../testing/conversions/click-rows.ts';
import { type Fault, startFaultProxy } from '../../testing/fault-proxy.ts';
import { hasEngine } from '../../testing/processes/has-engine.ts';
import { createTestAnalytics, quietClient, type TestAnalytics } from '../../testing/test-clickhouse.ts';
import { countBlackListHits } from '../black-list-hits.ts';
import { countClicksByCampaign } from '../count-clicks-by-campaign.ts';
import { readDailyTotals } from '../daily-totals.ts';
import { queryMetrics } from '../query-metrics.ts';
import { applyBatch } from './apply-batch.ts';
import { type Ingest, startIngest } from './ingest.ts';
import { onlyStore } from './ingest-stores.ts';
import { RowBatch, TABLES } from './row-batch.ts';

const [log, WAIT] = [pino({ level: 'silent' }), { timeout: 90_000, interval: 100 }];
const NOON = Date.UTC(2026, 4, 20, 12);
const HOUR = 3_600_000;

describe.skipIf(!(await hasEngine()))(
  `ingest (needs an embedded ClickHouse for ${process.platform}-${process.arch})`,
  { timeout: 180_000 },
  () => {
    let analytics: TestAnalytics;
    let client: Clickhouse['client'];
    let url: URL;
    let folder: string;
    const running: Ingest[] = [];

    beforeEach(async () => {
      analytics = await createTestAnalytics();
      ({ client, url } = analytics);
      folder = await mkdtemp(join(tmpdir(), 'poklik-events-'));
    }, 180_000);
    afterEach(async () => {
      await Promise.all(running.splice(0).map((ingest) => ingest.stop()));
      await analytics.drop();
      await rm(folder, { recursive: true, force: true });
    }, 180_000);

    const start = (options: { keepDays?: number; store?: Clickhouse['client'] } = {}): Ingest => {
      const { keepDays = 7, store = client } = options;
      const ingest = startIngest({ stores: onlyStore(store), folder, keepDays, log });
      running.push(ingest);
      return ingest;
    };
    const ask = async <T>(query: string, clickhouse_settings: Record<string, string> = {}): Promise<T[]> =>
      (await client.query({ query, clickhouse_settings, format: 'JSONEachRow' })).json<T>();
    const count = async (table = 'clicks') => {
      const query = `SELECT count() AS rows, uniqExact(seg, off) AS places FROM ${table}`;
      const [row] = await ask<{ rows: string; places: string }>(query);
      return { rows: Number(row?.rows), places: Number(row?.places) };
    };
    const write = async (records: readonly [kind: string, payload: string][]) => {
      const eventLog = openEventLog({ folder: await claimOwnFolder(folder), ack: 'write', log });
      const answers = await Promise.all(records.map(([kind, payload]) => eventLog.append(kind, payload)));
      await eventLog.close();
      expect(answers).not.toContain(false);
    };
    const clicks = (number: number, fields: Parameters<typeof clickRecord>[0] = {}): [string, string][] =>
      Array.from({ length: number }, (_, index) => [
        'c',
        clickRecord({ click_id: `id${index}`, at: NOON + index, visitor: index + 1, ...fields }),
      ]);

    it('inserts every record once, with its offset and unchanged text', async () => {
      const awkward = 'back\\\\slash, "quotes", Київ 🖱️';
      const short = clickRecord({ click_id: 'of an older release', at: NOON }).split('\t').slice(0, -1).join('\t');
      const long = `${clickRecord({ click_id: 'of a newer release', at: NOON })}\tmore`;
      await write([
        ...clicks(300, { sub1: awkward }),
        ['c', short],
        ['c', long],
        ['e', `${NOON}\t1\t1\timpression\t\tUA\tmobile\t1500\tUSD`],
        ['p', 'a kind that does not concern the store'],
      ]);
      const ingest = start();
      await vi.waitFor(async () => expect(await count('page_events')).toEqual({ rows: 1, places: 1 }), WAIT);
      expect(await count()).toEqual({ rows: 302, places: 302 });
      // Rows are visible before ClickHouse has acknowledged the insert.
      await vi.waitFor(() => expect(ingest.counters).toMatchObject({ applied: 303, known: 0, rejected: 0 }), WAIT);
      const [row] = await ask(`SELECT at, sub1, is_unique, quarter, state FROM clicks WHERE click_id = 'id7'`);
      expect(row).toEqual({
        at: '2026-05-20 12:00:00.007',
        sub1: awkward.replaceAll('\\\\', '\\'),
        is_unique: 1,
        quarter: '2026-05-20 12:00:00',
        state: 'open',
      });
    });

    it('inserts nothing twice when it stops before the checkpoint was saved', async () => {
      await write(clicks(200));
      const first = start();
      await vi.waitFor(async () => expect((await count()).rows).toBe(200), WAIT);
      await first.stop();
      await rm(join(folder, 'checkpoint.json'));
      await write(clicks(50));
      const second = start();
      await vi.waitFor(async () => expect((await count()).rows).toBe(250), WAIT);
      expect(await count()).toEqual({ rows: 250, places: 250 });
      await vi.waitFor(() => expect(second.counters).toMatchObject({ known: 200, applied: 50 }), WAIT);
    });

    it('ingests segments that start later, once', async () => {
      const ingest = start();
      for (const expected of [30, 60, 90]) {
        await write(clicks(30));
        await vi.waitFor(async () => expect(await count()).toEqual({ rows: expected, places: expected }), WAIT);
      }
      await vi.waitFor(() => expect(ingest.counters).toMatchObject({ applied: 90, known: 0 }), WAIT);
    });

    it('reads a segment to its end although its writer has moved on to the next', async () => {
      const ingest = start();
      const eventLog = openEventLog({ folder: await claimOwnFolder(folder), ack: 'write', log, segmentBytes: 20_000 });
      for (let round = 0; round < 80; round += 1) {
        await Promise.all(clicks(50).map(([kind, payload]) => eventLog.append(kind, payload)));
        await sleep(10);
      }
      // A segment that is given up too early is read again only after a minute.
      await expect.poll(() => ingest.counters.applied, { timeout: 30_000 }).toBe(4_000);
      expect(await count()).toEqual({ rows: 4_000, places: 4_000 });
      await eventLog.close();
    });

    it('inserts every batch once although responses, requests and tokens are lost', async () => {
      const faults: Fault[][] = [
        ['none'],
        ['drop answer'],
        ['drop request', 'drop answer'],
        ['refuse', 'drop request'],
        ['drop request', 'swallow'],
        ['refuse', 'swallow', 'swallow', 'drop answer'],
      ];
      const plan: Fault[] = [];
      const proxy = await startFaultProxy(url, () => plan.shift() ?? 'none');
      const cut = quietClient(proxy.url);
      try {
        for (const [index, sequence] of faults.entries()) {
          const batch = new RowBatch(TABLES.clicks);
          const offsets = Array.from({ length: 20 }, (_, row) => index * 100 + row);
          const made = offsets.map((offset) => ({ offset, fields: { at: NOON, click_id: `${offset}` } }));
          addClicks(batch, `segment-${index % 2}`, made);
          const onRejected = async () => expect.unreachable();
          plan.splice(0, plan.length, ...sequence);
          await applyBatch(batch, { client: cut, log, signal: AbortSignal.any([]), onRejected });
          expect(plan).toEqual([]);
          expect(await count()).toEqual({ rows: (index + 1) * 20, places: (index + 1) * 20 });
        }
      } finally {
        await cut.close().finally(() => proxy.close());
      }
    });

    it('sets aside a record that ClickHouse cannot read, and inserts the others', async () => {
      const poison = clickRecord({ click_id: 'poison', at: NOON, account_id: 'not a number' });
      await write([...clicks(30), ['c', poison], ...clicks(30)]);
      const ingest = start();
      await vi.waitFor(async () => expect((await count()).rows).toBe(60), WAIT);
      await vi.waitFor(() => expect(ingest.counters.rejected).toBe(1), WAIT);
      expect(await count()).toEqual({ rows: 60, places: 60 });
      expect(await readFile(join(folder, 'rejected.tsv'), 'utf8')).toContain(poison);
    });

    it('counts a visitor once per campaign within the window, without bots, also after a restart', async () => {
      const begin = Date.now() - 30 * HOUR;
      const at = (hours: number) => begin + hours * HOUR;
      await write([
        ['c', clickRecord({ click_id: 'new', visitor: '18446744073709551615', at: at(0) })],
        ['c', clickRecord({ click_id: 'again', visitor: '18446744073709551615', at: at(23) })],
        ['c', clickRecord({ click_id: 'elsewhere', visitor: '18446744073709551615', at: at(23), campaign_id: 2 })],
        ['c', clickRecord({ click_id: 'next day', visitor: '18446744073709551615', at: at(25) })],
        ['c', clickRecord({ click_id: 'robot', visitor: 5, is_bot: 1, at: at(25) })],
        ['c', clickRecord({ click_id: 'excluded', visitor: 5, verdict: 1, at: at(25) })],
        ['c', clickRecord({ click_id: 'person', visitor: 5, at: at(26) })],
      ]);
      const first = start();
      await vi.waitFor(async () => expect((await count()).rows).toBe(7), WAIT);
      await first.stop();
      await write([
        ['c', clickRecord({ click_id: 'after the restart', visitor: '18446744073709551615', at: at(48) })],
        ['c', clickRecord({ click_id: 'long after', visitor: '18446744073709551615', at: at(49) })],
      ]);
      start();
      await vi.waitFor(async () => expect((await count()).rows).toBe(9), WAIT);
      const unique = await ask<{ click_id: string }>(
        'SELECT click_id FROM clicks WHERE is_unique = 1 ORDER BY at, click_id',
      );
      expect(unique.map(({ click_id }) => click_id)).toEqual(['new', 'elsewhere', 'next day', 'person', 'long after']);
    });

    it('fills a new database from the beginning, and deletes ingested segments after their retention', async () => {
      await write(clicks(40));
      const first = start();
      await vi.waitFor(async () => expect((await count()).rows).toBe(40), WAIT);
      await first.stop();
      const checkpoint = join(folder, 'checkpoint.json');
      const written = JSON.parse(await readFile(checkpoint, 'utf8'));
      await writeFile(checkpoint, JSON.stringify({ ...written, store: 'another' }));
      const second = start();
      await vi.waitFor(() => expect(second.counters.known).toBe(40), WAIT);
      await vi.waitFor(async () => expect(await readFile(checkpoint, 'utf8')).toMatch(/^(?!.*another).*doneAt/), WAIT);
      await second.stop();
      expect(await listSegments(folder)).toHaveLength(1);
      start({ keepDays: 0 });
      await vi.waitFor(async () => expect(await listSegments(folder)).toEqual([]), WAIT);
      expect(await count()).toEqual({ rows: 40, places: 40 });
    });

    it('answers metrics queries from rollups that match the rows', async () => {
      const records: [string, string][] = [];
      for (let index = 0; index < 400; index += 1) {
        const excluded = index % 20 === 0;
        records.push([
          'c',
          clickRecord({
            // 18:30 in Kolkata, 13:30 in London: days also start on half hours.
            at: Date.UTC(2026, 4, 20, 18) + (index % 4) * 15 * 60_000 + index,
            account_id: 1 + (index % 2),
            campaign_id: 10 + (index % 2),
            visitor: index % 100,
            is_bot: index % 10 === 1 ? 1 : 0,
            verdict: excluded ? 1 + ((index / 20) % 2) : 0,
            black_list_id: excluded ? 7 : 0,
            cost_micro: index % 50 === 2 ? 0 : 1_000_001,
            cost_currency: index % 3 === 0 ? 'EUR' : 'USD',
            cost_model: index % 50 === 2 ? 'unreadable' : index % 2 === 0 ? 'cpc' : 'cpuc',
            country: ['UA', 'DE', 'FR'][index % 3] ?? '',
          }),
        ]);
      }
      for (const event of ['impression\t\tUA\tmobile\t2500', 'scroll\t\tUA\tmobile\t0'])
        records.push(['e', `${NOON}\t1\t10\t${event}\tUSD`]);
      await write(records);
      start();
      await vi.waitFor(async () => expect((await count('page_events')).rows).toBe(2), WAIT);

      const { rows, rollups: counted } = await readDailyTotals(client, 0);
      expect(rows.map(({ accountId, what }) => [accountId, what])).toEqual(
        expect.arrayContaining([
          [1, 'clicks'],
          [2, 'clicks'],
          [1, 'page_events'],
        ]),
      );
      expect(findDifferences(rows, counted)).toEqual([]);

      const period = { from: NOON / 1000, until: (NOON + 24 * HOUR) / 1000 };
      const question = { period, timeZone: 'Asia/Kolkata', timeBasis: 'click', filters: [] } as const;
      const rates = [{ currency: 'EUR', rate: '2', since: 0 }];
      const mine = { ...question, accountId: 1, campaignIds: [10, 11], rates };
      const figures = {
        ...ZERO_TOTALS,
        clicks: 180,
        unique_clicks: 45,
        ...{ excluded: 10, blocked: 10, impressions: 1 },
        unpriced_clicks: 8,
        cost: 2n * 58n * 1_000_001n + 114n * 1_000_001n + 2_500n,
      };
      const own = { rows: [{ ...figures, keys: ['10'] }], total: 1, totals: figures };
      expect(await queryMetrics(client, { ...mine, groupBy: ['campaign'] })).toEqual(own);
      expect((await queryMetrics(client, { ...mine, groupBy: ['version'] })).totals, 'from rows').toEqual(figures);
      const unconverted = await queryMetrics(client, { ...mine, rates: [], groupBy: [] });
      expect(unconverted.rows).toMatchObject([{ clicks: 180, cost: null }]);
      const theirs = await queryMetrics(client, {
        ...question,
        accountId: 2,
        campaignIds: [11],
        rates: [],
        groupBy: [],
      });
      expect(theirs.rows).toMatchObject([{ clicks: 200, bots: 40, unique_clicks: 40 }]);
      const days = await queryMetrics(client, { ...mine, groupBy: ['day'] });
      expect(days.rows.map(({ keys, clicks }) => [...keys, clicks])).toEqual([
        ['2026-05-20', 80],
        ['2026-05-21', 100],
      ]);
      const [hits] = await countBlackListHits(client, 1, [7, 8]);
      expect(hits).toEqual({ blackListId: 7, hits: 20, lastHitAt: new Date(Date.UTC(2026, 4, 20, 18) + 380) });
      expect(await countClicksByCampaign(client, { campaignIds: [10, 11, 12], period })).toEqual(
        new Map([
          [10, 180],
          [11, 200],
        ]),
      );
    });
  },
);
