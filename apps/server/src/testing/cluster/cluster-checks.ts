import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { ClickHouseClient } from '@clickhouse/client';
import { findDifferences } from '@poklik/domain/statistics/reconcile';
import { openEventLog } from '@poklik/event-log/event-log';
import { claimOwnFolder } from '@poklik/event-log/own-folder';
import { sql } from 'drizzle-orm';
import { INITIAL_SYNC_STATE, syncConversions } from '../../features/conversions/sync/conversion-sync.service.ts';
import { createLog } from '../../log.ts';
import { readDailyTotals } from '../../stats/daily-totals.ts';
import { startIngest } from '../../stats/ingest/ingest.ts';
import { onlyStore } from '../../stats/ingest/ingest-stores.ts';
import { catchUp } from '../../stores/shards/cluster.ts';
import { clickRecord } from '../conversions/click-records.ts';
import type { ClusterDatabase } from './cluster-database.ts';
import type { ClusterOptions } from './cluster-options.ts';

export interface ClusterContext extends ClusterDatabase {
  options: ClusterOptions;
  /** Of a click log. */
  folder: string;
  clicks: number;
}

export interface ClusterCheck {
  name: string;
  /** What this needs; it is left out otherwise. */
  isPossible?: (options: ClusterOptions) => boolean;
  /** Throws what is wrong. */
  run(context: ClusterContext): Promise<void>;
}

const log = createLog('silent');
const PATIENCE_MS = 120_000;
const CLICKS = 20_000;
const CONVERSIONS = 50;
const isReplicated = ({ cluster, clickhouse }: ClusterOptions): boolean =>
  cluster !== undefined && clickhouse.length > 1;

export const CLUSTER_CHECKS: readonly ClusterCheck[] = [
  {
    name: 'every table is replicated, on every server',
    isPossible: isReplicated,
    async run({ clients }) {
      for (const client of clients) {
        const plain = await list(client, "engine LIKE '%MergeTree' AND engine NOT LIKE 'Replicated%'");
        if (plain.length > 0) throw new Error(`not replicated: ${plain.join(', ')}`);
        if ((await list(client, "engine LIKE 'Replicated%'")).length < 7) throw new Error('tables are missing');
      }
    },
  },
  {
    name: `${CLICKS} clicks are copied from the log once`,
    run: async (context) => ingest(context, context.clients[0] as ClickHouseClient, CLICKS),
  },
  {
    name: 'a crash before the checkpoint inserts nothing twice, through the other server',
    async run(context) {
      await rm(join(context.folder, 'checkpoint.json'));
      await ingest(context, context.clients[1] ?? (context.clients[0] as ClickHouseClient), 1_000);
    },
  },
  {
    name: 'an insert that is repeated with its token has no effect, through either server',
    async run({ clients }) {
      const values = [{ account_id: 7, campaign_id: 7, at: Date.now(), name: 'scroll', seg: 'token', off: 1 }];
      for (const client of [...clients, ...clients].slice(0, 3))
        await client.insert({
          table: 'page_events',
          format: 'JSONEachRow',
          values,
          clickhouse_settings: { async_insert: 0, insert_deduplication_token: 'cluster test' },
        });
      const client = clients[0] as ClickHouseClient;
      await catchUp(client, ['page_events']);
      await expectNumber(client, "SELECT count() FROM page_events WHERE seg = 'token'", 1);
    },
  },
  {
    name: 'conversions are sent once',
    async run({ clients, postgres }) {
      await storeConversions(postgres);
      for (const client of clients) {
        const state = { ...INITIAL_SYNC_STATE };
        const ping = async () => ({ ok: true }) as const;
        while (await syncConversions({ db: postgres.db, clickhouse: { client, ping } }, state));
        await catchUp(client, ['conversions']);
        await expectNumber(client, 'SELECT sum(sign) FROM conversions', CONVERSIONS);
      }
    },
  },
  {
    name: 'clicks are copied on when a server has stopped',
    isPossible: (options) => isReplicated(options) && options.stopCommand !== undefined,
    async run(context) {
      await promisify(execFile)('sh', ['-c', context.options.stopCommand as string]);
      await ingest(context, context.clients[1] as ClickHouseClient, 1_000);
    },
  },
  {
    name: 'the rollups are what a recount of the rows gives, on every server that answers',
    async run({ clients, clicks }) {
      let asked = 0;
      for (const client of clients) {
        if (!(await client.ping()).success) continue;
        asked += 1;
        await catchUp(client, ['clicks', 'page_events', 'conversions', 'figures']);
        await expectNumber(client, 'SELECT count() FROM clicks', clicks);
        const { rows, rollups } = await readDailyTotals(client, 0);
        const differences = findDifferences(rows, rollups);
        if (differences.length > 0 || rows.length === 0) throw new Error(JSON.stringify(differences));
      }
      if (asked === 0) throw new Error('no server answers');
    },
  },
];

async function list(client: ClickHouseClient, condition: string): Promise<string[]> {
  const query = `SELECT name FROM system.tables WHERE database = currentDatabase() AND ${condition} ORDER BY name`;
  const answer = await client.query({ query, format: 'JSONCompactEachRow' });
  return (await answer.json<[string]>()).map(([name]) => name);
}

async function readNumber(client: ClickHouseClient, query: string): Promise<number> {
  const answer = await client.query({ query, format: 'JSONCompactEachRow' });
  return Number((await answer.json<[string]>())[0]?.[0]);
}

async function expectNumber(client: ClickHouseClient, query: string, expected: number): Promise<void> {
  const found = await readNumber(client, query);
  if (found !== expected) throw new Error(`${query} is ${found} instead of ${expected}`);
}

/** Writes clicks to the log and waits until the database has them all, and no more. */
async function ingest(context: ClusterContext, client: ClickHouseClient, more: number): Promise<void> {
  const { folder } = context;
  const eventLog = openEventLog({ folder: await claimOwnFolder(folder), ack: 'write', log });
  const from = context.clicks;
  context.clicks += more;
  for (let place = from; place < context.clicks; place += 1)
    await eventLog.append('c', clickRecord({ click_id: `id${place}`, at: Date.now(), visitor: place + 1 }));
  await eventLog.close();
  const running = startIngest({ stores: onlyStore(client), folder, keepDays: 7, log });
  try {
    const deadline = performance.now() + PATIENCE_MS;
    while ((await readNumber(client, 'SELECT count() FROM clicks').catch(() => 0)) < context.clicks) {
      if (performance.now() > deadline) throw new Error(`not all of ${context.clicks} clicks arrived`);
      await sleep(200);
    }
  } finally {
    await running.stop();
  }
  await expectNumber(client, 'SELECT count() FROM clicks', context.clicks);
  await expectNumber(client, 'SELECT uniqExact(seg, off) FROM clicks', context.clicks);
}

/** Of an account that is not there: only the sync is tested. */
async function storeConversions({ db }: ClusterDatabase['postgres']): Promise<void> {
  await db.execute(sql`alter table conversions drop constraint conversions_account_id_accounts_id_fk,
    drop constraint conversions_campaign_id_campaigns_id_fk`);
  const click = JSON.stringify({ version: 1, subs: [] });
  const state = JSON.stringify({ status: 'approved', payout_base_micro: '5000000', cost_base_micro: '0' });
  for (let place = 0; place < CONVERSIONS; place += 1) {
    const id = `conversion ${place}`;
    await db.execute(sql`
      insert into conversions (id, account_id, campaign_id, click_id, type, status, payout_micro, currency,
        payout_base_micro, cost_base_micro, params, source, click_at, received_at, country, click)
      values (${id}, 1, 1, ${id}, 'lead', 'approved', 5000000, 'USD', 5000000, 0, '{}', 'api', now(), now(), 'UA', ${click})`);
    await db.execute(sql`
      insert into conversion_changes (conversion_id, revision, source, after, month)
      values (${id}, 1, 'api', ${state}, ${new Date().getUTCFullYear() * 100 + new Date().getUTCMonth() + 1})`);
  }
}
