import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { loadConfig } from '../../config.ts';
import { startConversionLoops } from '../../features/conversions/conversions.jobs.ts';
import { runClickhouseMigrations } from '../../roles/clickhouse-migrations-loop.ts';
import type { Services } from '../../services.ts';
import { campaigns } from '../../stores/tables/campaigns.ts';
import { accounts } from '../../stores/tables/users.ts';
import { shiftedBy } from '../processes/program.ts';
import { startTrackerProcess, type TrackerProcess } from '../processes/tracker-process.ts';
import { startTestClickhouse, type TestClickhouse } from '../test-clickhouse.ts';
import { createTestDatabase, type TestDatabase } from '../test-database.ts';
import { sendRequest, settingsOf, temporaryFolder, until } from '../test-tracker.ts';

const log = pino({ level: 'silent' });

export interface Tally {
  acknowledged: number;
  lost: number;
  twice: number;
}

export interface Outcome {
  clicks: Tally;
  postbacks: Tally;
  conversions: Tally;
  /** Results of the acknowledged postbacks whose conversion is missing. */
  unconverted: string[];
}

export interface DeliverySetup {
  database: TestDatabase;
  clickhouse: TestClickhouse;
  dataDir: string;
  /** Shifts the clock of all processes against real time. */
  setClock(byMs: number): Promise<void>;
  /** Starts a tracker, by default on the shared data folder. */
  start(dataDir?: string): Promise<TrackerProcess>;
  /** Sends a click and its postback and records what was acknowledged. Resolves to the click ID if both were. */
  send(tracker: TrackerProcess): Promise<string | undefined>;
  /** Waits until everything has arrived, or for the timeout. */
  outcome(patienceMs: number): Promise<Outcome>;
  close(): Promise<void>;
}

/** Tracker processes, ClickHouse, the ingest and PostgreSQL, with a record of what was acknowledged. */
export async function createDeliverySetup(onFolder?: string): Promise<DeliverySetup> {
  const database = await createTestDatabase();
  await insertCampaign(database);
  const clockFolder = await temporaryFolder();
  const clockFile = join(clockFolder, 'clock');
  // Renamed, because a process that reads a half-written file would take its clock for right.
  const setClock = async (byMs: number) => {
    await writeFile(`${clockFile}.new`, String(byMs));
    await rename(`${clockFile}.new`, clockFile);
  };
  await setClock(0);
  const clickhouse = await startTestClickhouse(shiftedBy(clockFile), onFolder);
  const { client, dataDir } = clickhouse;
  const closing = new AbortController();
  const ping = async () => ((await client.ping()).success ? { ok: true as const } : { ok: false as const, reason: '' });
  void runClickhouseMigrations({ client, ping }, database.url, log, closing.signal);

  const { db, pool, listen } = database;
  const services = { config: loadConfig({}), log, db, pool, listen, clickhouse: { client, ping } };
  const worker = await startConversionLoops(services as unknown as Services);

  const running: TrackerProcess[] = [];
  const acknowledged = { clicks: new Set<string>(), postbacks: new Set<string>() };

  return {
    database,
    clickhouse,
    dataDir,
    setClock,
    async start(folder = dataDir) {
      const tracker = await startTrackerProcess({ DATA_DIR: folder, DATABASE_URL: database.url }, clockFile);
      running.push(tracker);
      return tracker;
    },
    async send({ port }) {
      try {
        return await sendClickAndPostback(port, acknowledged);
      } catch {
        return undefined; // the tracker was killed and has acknowledged nothing
      }
    },
    async outcome(patienceMs) {
      let found: Outcome | undefined;
      const holds = async () => {
        found = await readOutcome(clickhouse, database, acknowledged);
        return found.clicks.lost + found.postbacks.lost + found.conversions.lost === 0;
      };
      await until(() => holds().catch(() => false), patienceMs).catch(() => undefined);
      if (!found) throw new Error('the analytics database stays away');
      return found;
    },
    async close() {
      if (closing.signal.aborted) return;
      closing.abort();
      await Promise.all(running.map((tracker) => tracker.stop('SIGKILL')));
      await worker.stop();
      await clickhouse.stop();
      await database.drop();
      await rm(clockFolder, { recursive: true });
    },
  };
}

interface Acknowledged {
  clicks: Set<string>;
  postbacks: Set<string>;
}

async function insertCampaign({ db }: TestDatabase): Promise<void> {
  const [account] = await db.insert(accounts).values({}).returning();
  const { name, status, ...rest } = settingsOf({
    default_url: 'https://shop.test/?c={click_id}',
    // The clock may jump by a year between a click and its postback.
    attribution_days: 365,
  });
  await db.insert(campaigns).values({
    ...{ accountId: account?.id ?? 0, key: 'known', name, status, postbackKey: 'k' },
    settings: { name, status, ...rest },
  });
}

async function sendClickAndPostback(port: number, { clicks, postbacks }: Acknowledged): Promise<string | undefined> {
  const click = await sendRequest(port, '/c/known');
  if (click.status !== 302 || click.headers['x-poklik-recorded'] !== undefined) return undefined;
  const id = new URL(click.headers.location ?? '').searchParams.get('c') ?? '';
  clicks.add(id);
  if ((await sendRequest(port, `/postback?cid=${id}&txid=${id}&payout=1&key=k`)).status !== 200) return undefined;
  postbacks.add(id);
  return id;
}

async function readOutcome(
  { client }: TestClickhouse,
  { pool }: TestDatabase,
  { clicks, postbacks }: Acknowledged,
): Promise<Outcome> {
  const answer = await client.query({ query: 'SELECT click_id FROM clicks', format: 'TabSeparated' });
  const clickRows = (await answer.text()).split('\n').filter(Boolean);
  const rowsOf = async (table: 'postbacks' | 'conversions'): Promise<string[]> =>
    (await pool.query(`select click_id from ${table}`)).rows.map(({ click_id }) => click_id);
  const outcome = {
    clicks: tally(clicks, clickRows),
    postbacks: tally(postbacks, await rowsOf('postbacks')),
    conversions: tally(postbacks, await rowsOf('conversions')),
  };
  const { rows } = await pool.query(
    'select click_id, verdict from postbacks where click_id not in (select click_id from conversions)',
  );
  const unconverted = rows
    .filter(({ click_id }) => postbacks.has(click_id))
    .map(({ click_id, verdict }) => `${click_id} ${verdict}`);
  return { ...outcome, unconverted };
}

function tally(acknowledged: ReadonlySet<string>, rows: readonly string[]): Tally {
  const present = new Set(rows);
  const lost = [...acknowledged].filter((id) => !present.has(id)).length;
  return { acknowledged: acknowledged.size, lost, twice: rows.length - present.size };
}
