import { Agent, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { ClickHouseClient } from '@clickhouse/client';
import { openEventLog } from '@poklik/event-log/event-log';
import { claimOwnFolder } from '@poklik/event-log/own-folder';
import { pino } from 'pino';
import { loadConfig } from '../../config.ts';
import { startConversionLoops } from '../../features/conversions/conversions.jobs.ts';
import { createHttpServer } from '../../http/http-server.ts';
import type { Services } from '../../services.ts';
import { migrateClickhouse } from '../../stores/clickhouse-migrations.ts';
import { campaigns } from '../../stores/tables/campaigns.ts';
import { accounts } from '../../stores/tables/users.ts';
import { startPostbackUpload } from '../../tracking/postbacks/upload-postbacks.ts';
import { createTracker } from '../../tracking/tracker.ts';
import { startTestClickhouse } from '../test-clickhouse.ts';
import { createTestDatabase } from '../test-database.ts';
import { settingsOf, until } from '../test-tracker.ts';

const log = pino({ level: 'silent' });
const KEY = 'load-key';
const STATUSES = ['pending', 'approved', 'rejected', 'chargeback'] as const;
/** Statuses reported for one conversion. In any order of arrival, the last one is the result. */
const LIVES = [
  ['approved'],
  ['pending', 'approved'],
  ['pending', 'rejected'],
  ['approved', 'chargeback'],
  ['pending'],
] as const;

export interface ConversionLoad {
  conversions: number;
  /** How often ClickHouse is killed during the load. */
  engineKills: number;
  /** How often the worker is restarted. */
  workerRestarts: number;
}

export type Sums = Record<string, { count: number; micro: string }>;

export interface ConversionLoadReport {
  sent: number;
  answers: Record<string, number>;
  model: Sums;
  postgres: Sums;
  clickhouse: Sums;
  /** Postbacks that arrived before their click was in ClickHouse. */
  overtook: number;
}

/** Sends every postback one to five times in random order to a real tracker with both databases. */
export async function runConversionLoad(load: ConversionLoad): Promise<ConversionLoadReport> {
  const random = seeded(20_261_115);
  const database = await createTestDatabase();
  const clickhouse = await startTestClickhouse();
  const { dataDir, client } = clickhouse;
  await migrateClickhouse(client);
  const config = {
    ...loadConfig({ PUBLIC_URL: 'https://track.test', LIMIT_POSTBACKS_PER_MINUTE: '1000000000' }),
    dataDir,
  };
  const services = {
    ...{ config, log, db: database.db, pool: database.pool, listen: database.listen },
    clickhouse: { client, ping: async () => ({ ok: true }) },
  } as unknown as Services;
  const eventLog = openEventLog({ folder: await claimOwnFolder(join(dataDir, 'events')), ack: 'write', log });
  const folder = join(dataDir, 'postbacks');
  const own = await claimOwnFolder(folder);
  const postbackLog = openEventLog({ folder: own, ack: 'fsync', log });
  const shipping = startPostbackUpload({ db: database.db, folder, node: own.node, keepDays: 7, log });
  const keys = await plantCampaigns(database.db);
  const tracker = await createTracker({ ...services, eventLog, postbackLog, onPostback: () => shipping.wake() });
  const server = createHttpServer((req, res) => void (tracker.handle(req, res) || res.writeHead(418).end()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  let worker = await startConversionLoops(services);
  const agent = new Agent({ keepAlive: true, maxSockets: 256 });
  try {
    const model: Sums = {};
    const calls: { due: number; path: string }[] = [];
    const answers: Record<string, number> = {};
    await inParallel(load.conversions, 64, async (place) => {
      const clickId = await click(agent, port, keys[place % keys.length] as string);
      for (const path of reportsOf(clickId, place, model, random)) calls.push({ due: random(), path });
      // Sends some postbacks at once, while the click is only in the log.
      if (place % 10 === 0) await send(agent, port, calls.at(-1)?.path ?? '', answers);
    });
    calls.sort((one, other) => one.due - other.due);
    const pauses = new Set(evenly(calls.length, load.engineKills).map((at) => `kill ${at}`));
    for (const at of evenly(calls.length, load.workerRestarts)) pauses.add(`restart ${at + 7}`);
    await inParallel(calls.length, 256, async (place) => {
      if (pauses.has(`kill ${place}`)) clickhouse.kill();
      if (pauses.has(`restart ${place}`)) {
        const before = worker;
        worker = await startConversionLoops(services);
        await before.stop();
      }
      await send(agent, port, calls[place]?.path ?? '', answers);
    });
    const { pool } = database;
    const count = async (query: string) => Number((await pool.query(query)).rows[0].count);
    await until(async () => (await count('select count(*) from postbacks where due_at is not null')) === 0, 400_000);
    await until(
      async () => (await count('select count(*) from conversion_changes where fed_at is null')) === 0,
      400_000,
    );
    const rows = await pool.query(
      'select status, count(*)::int as count, sum(payout_base_micro)::text as micro from conversions group by 1',
    );
    return {
      sent: calls.length + Math.ceil(load.conversions / 10),
      answers,
      model: sorted(model),
      postgres: sorted(Object.fromEntries(rows.rows.map(({ status, ...sums }) => [status, sums]))),
      clickhouse: sorted(await factSums(client)),
      overtook: await count(`select count(*) from postbacks where resolved_at > received_at + interval '0.6 seconds'`),
    };
  } finally {
    agent.destroy();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await worker.stop();
    await tracker.close();
    await postbackLog.close();
    await shipping.stop();
    await eventLog.close();
    await clickhouse.stop();
    await database.drop();
  }
}

async function plantCampaigns(db: Services['db']): Promise<string[]> {
  const [account] = await db.insert(accounts).values({}).returning();
  const keys = ['one', 'two', 'three'];
  const { name, status, ...rest } = settingsOf({ default_url: 'https://shop.test/?c={click_id}' });
  await db.insert(campaigns).values(
    keys.map((key) => ({
      accountId: account?.id ?? 0,
      key,
      name: `${name} ${key}`,
      status,
      settings: { name, status, ...rest },
      postbackKey: KEY,
    })),
  );
  return keys;
}

/** All postbacks of one conversion, one to five times each. Adds the expected result to the model. */
function reportsOf(clickId: string, place: number, model: Sums, random: () => number): string[] {
  const life = LIVES[place % LIVES.length] ?? ['approved'];
  const type = ['lead', 'sale', 'rebill', 'install'][place % 4] ?? 'lead';
  const txid = place % 3 === 0 ? '' : `tx-${place}`;
  const cents = 100 + (place % 997);
  const end = life.at(-1) ?? 'approved';
  const sums = model[end] ?? { count: 0, micro: '0' };
  model[end] = sums;
  sums.count += 1;
  sums.micro = String(BigInt(sums.micro) + BigInt(cents + life.length - 1) * 10_000n);
  return life.flatMap((status, step) => {
    const payout = ((cents + step) / 100).toFixed(2);
    const path = `/postback?cid=${clickId}&type=${type}&txid=${txid}&status=${status}&payout=${payout}&key=${KEY}`;
    return Array.from({ length: 1 + Math.floor(random() * 5) }, () => path);
  });
}

async function click(agent: Agent, port: number, key: string): Promise<string> {
  const { location } = await ask(agent, port, `/c/${key}`);
  const clickId = new URL(location).searchParams.get('c');
  if (!clickId) throw new Error('no click id');
  return clickId;
}

async function send(agent: Agent, port: number, path: string, answers: Record<string, number>): Promise<void> {
  const { status, body } = await ask(agent, port, path);
  answers[`${status} ${body}`] = (answers[`${status} ${body}`] ?? 0) + 1;
}

const ask = (agent: Agent, port: number, path: string): Promise<{ status: number; location: string; body: string }> =>
  new Promise((resolve, reject) => {
    request(
      { host: '127.0.0.1', port, path, agent, headers: { 'user-agent': 'Mozilla/5.0 Chrome/126.0.0.0' } },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            location: answer.headers.location ?? '',
            body: Buffer.concat(chunks).toString('utf8'),
          }),
        );
      },
    )
      .on('error', reject)
      .end();
  });

async function factSums(client: ClickHouseClient): Promise<Sums> {
  const answer = await client.query({
    query: `SELECT status, toInt64(sum(sign)) AS count, toString(sum(sign * payout_micro)) AS micro
      FROM conversions GROUP BY status HAVING count != 0 OR micro != '0'`,
    format: 'JSONEachRow',
  });
  const rows = await answer.json<{ status: string; count: string; micro: string }>();
  return Object.fromEntries(rows.map(({ status, count, micro }) => [status, { count: Number(count), micro }]));
}

const sorted = (sums: Sums): Sums =>
  Object.fromEntries(STATUSES.flatMap((status) => (sums[status] ? [[status, sums[status]]] : [])));

const evenly = (length: number, times: number): number[] =>
  Array.from({ length: times }, (_, turn) => Math.floor((length * (turn + 1)) / (times + 1)));

async function inParallel(count: number, atOnce: number, work: (place: number) => Promise<void>): Promise<void> {
  let next = 0;
  await Promise.all(
    Array.from({ length: Math.min(atOnce, count) }, async () => {
      while (next < count) {
        next += 1;
        await work(next - 1);
      }
    }),
  );
}

/** A deterministic random number generator. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
