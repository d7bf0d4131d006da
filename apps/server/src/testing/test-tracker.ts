import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CampaignSettings } from '@poklik/contract/campaigns';
import { CLICK_COLUMNS, CLICK_ID_COLUMNS, PAGE_EVENT_COLUMNS, STEP_COLUMNS } from '@poklik/domain/clicks/click-columns';
import type { EventLog } from '@poklik/event-log/event-log';
import { eq, sql } from 'drizzle-orm';
import { pino } from 'pino';
import { type Config, loadConfig } from '../config.ts';
import { blackListEntries, campaigns } from '../stores/tables/campaigns.ts';
import { accounts } from '../stores/tables/users.ts';
import { POSTBACK_KIND, type PostbackRecord } from '../tracking/postbacks/postback-record.ts';
import { createTracker, type Tracker } from '../tracking/tracker.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

type Fields = Record<string, string>;
export type SettingsChange = Partial<CampaignSettings>;

/** Campaign settings with defaults. */
export const settingsOf = (change: SettingsChange = {}): CampaignSettings =>
  CampaignSettings.parse({ name: 'A campaign', default_url: 'https://default.test/', ...change });

/** An in-memory log that can fail on demand. */
export function memoryLog(): Pick<EventLog, 'append'> & {
  clicks: Fields[];
  steps: Fields[];
  /** As they are in the log. */
  records: [kind: string, payload: string][];
  events: Fields[];
  ids: Fields[];
  postbacks: PostbackRecord[];
  isBroken: boolean;
} {
  const read = (columns: readonly (readonly [string, string])[], payload: string): Fields => {
    const values = payload.split('\t').map((value) => value.replaceAll('\\\\', '\\'));
    // The record of a click ends before the columns that a plain URL, or an offer, doesn't have.
    if (
      values.length !== columns.length &&
      !['offer_id', 'lander_id', 'tag_kind'].includes(columns[values.length]?.[0] ?? '')
    )
      throw new Error(`${values.length} fields: ${payload}`);
    return Object.fromEntries(columns.map(([name], place) => [name, values[place] ?? '']));
  };
  const log = {
    clicks: [] as Fields[],
    steps: [] as Fields[],
    records: [] as [string, string][],
    postbacks: [] as PostbackRecord[],
    events: [] as Fields[],
    ids: [] as Fields[],
    isBroken: false,
    async append(kind: string, payload: string): Promise<boolean> {
      if (log.isBroken) return false;
      log.records.push([kind, payload]);
      if (kind === 'c') log.clicks.push(read(CLICK_COLUMNS, payload));
      else if (kind === 's') log.steps.push(read(STEP_COLUMNS, payload));
      else if (kind === 'i') log.ids.push(read(CLICK_ID_COLUMNS, payload));
      else if (kind === POSTBACK_KIND) log.postbacks.push(JSON.parse(payload) as PostbackRecord);
      else log.events.push(read(PAGE_EVENT_COLUMNS, payload));
      return true;
    },
  };
  return log;
}

/** Sends a request without following redirects or normalizing the path. */
export const sendRequest = (
  port: number,
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
  body?: string,
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port, path, method, headers: { 'user-agent': DESKTOP, ...headers } },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            body: Buffer.concat(chunks).toString('utf8'),
          }),
        );
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });

export const DESKTOP =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';

export interface TestTracker {
  tracker: Tracker;
  log: ReturnType<typeof memoryLog>;
  port: number;
  click(path: string, headers?: Record<string, string>, method?: string, body?: string): Promise<Answer>;
  close(): Promise<void>;
}

const SILENT = pino({ level: 'silent' });

/** Serves the tracker on a real port. */
export async function serveTestTracker(
  database: Pick<TestDatabase, 'db' | 'listen'>,
  dataDir: string,
  change: Partial<Config> = {},
): Promise<TestTracker> {
  const config = {
    ...loadConfig({ PUBLIC_URL: 'https://track.test', TRUSTED_PROXIES: 'loopback' }),
    dataDir,
    ...change,
  };
  const log = memoryLog();
  const { db, listen } = database;
  const tracker = await createTracker({ config, db, listen, eventLog: log, postbackLog: log, log: SILENT });
  const server: Server = createServer((req, res) => {
    if (!tracker.handle(req, res)) res.writeHead(418).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    tracker,
    log,
    port,
    click: (path, headers, method, body) => sendRequest(port, path, headers, method, body),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await tracker.close();
    },
  };
}

export const temporaryFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'poklik-tracker-'));

export interface TestTracking extends TestTracker {
  database: TestDatabase;
  dataDir: string;
  accountId: number;
  /** Creates a campaign like the API does, with a notification; resolves when the tracker has loaded it. */
  campaign(change?: SettingsChange): Promise<{ id: number; key: string }>;
  save(id: number, change: SettingsChange): Promise<void>;
  block(range: string, action?: 'exclude' | 'block', campaignId?: number | null): Promise<number>;
}

/** A database with an account, and a tracker that uses it. */
export async function createTestTracking(change: Partial<Config> = {}): Promise<TestTracking> {
  const database = await createTestDatabase();
  const dataDir = await temporaryFolder();
  const served = await serveTestTracker(database, dataDir, change);
  const { db } = database;
  const [account] = await db.insert(accounts).values({}).returning();
  if (!account) throw new Error('no account');
  const accountId = account.id;
  let made = 0;
  const notify = (channel: string, id: number) => db.execute(sql`select pg_notify(${channel}, ${String(id)})`);
  return {
    ...served,
    database,
    dataDir,
    accountId,
    async campaign(settings = {}) {
      made += 1;
      const { name, status, ...rest } = settingsOf({ name: `Campaign ${made}`, ...settings });
      const key = `key${made}`;
      const [row] = await db
        .insert(campaigns)
        .values({ accountId, key, name, status, settings: { name, status, ...rest }, postbackKey: 'k' })
        .returning();
      if (!row) throw new Error('no campaign');
      await notify('campaigns_changed', row.id);
      await until(async () => (await sendRequest(served.port, `/i/${key}.gif`, { dnt: '1' })).status === 200);
      return { id: row.id, key };
    },
    async save(id, settings) {
      const [row] = await db.select().from(campaigns).where(eq(campaigns.id, id));
      if (!row) throw new Error('no campaign');
      const next = { ...row.settings, ...settings };
      await db
        .update(campaigns)
        .set({ settings: next, name: next.name, status: next.status, version: row.version + 1, updatedAt: new Date() })
        .where(eq(campaigns.id, id));
      await notify('campaigns_changed', id);
    },
    async block(range, action = 'exclude', campaignId = null) {
      const [row] = await db.insert(blackListEntries).values({ accountId, campaignId, range, action }).returning();
      if (!row) throw new Error('no entry');
      await notify('black_list_changed', accountId);
      return row.id;
    },
    async close() {
      await served.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Waits for a condition; returns the milliseconds that it took. */
export async function until(happened: () => Promise<boolean> | boolean, patienceMs = 10_000): Promise<number> {
  const start = performance.now();
  for (;;) {
    if (await happened()) return performance.now() - start;
    if (performance.now() - start > patienceMs) throw new Error('it did not happen in time');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
