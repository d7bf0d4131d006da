import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Conversion } from '@poklik/contract/conversions';
import { openEventLog } from '@poklik/event-log/event-log';
import { claimOwnFolder } from '@poklik/event-log/own-folder';
import { expect, vi } from 'vitest';
import type { Config } from '../config.ts';
import { migrateClickhouse } from '../stores/clickhouse-migrations.ts';
import { startPostbackUpload } from '../tracking/postbacks/upload-postbacks.ts';
import { createTracker } from '../tracking/tracker.ts';
import { createTestApp, type Person, type TestApp } from './test-app.ts';
import { startTestClickhouse, type TestClickhouse } from './test-clickhouse.ts';
import { type Answer, sendRequest } from './test-tracker.ts';

/** Long, because the machine may be busy. */
export const WAIT = { timeout: 120_000, interval: 50 };

export interface TrackedCampaign {
  id: number;
  key: string;
  postback_key: string;
}

export interface TrackedApp {
  product: TestApp;
  clickhouse: TestClickhouse;
  owner: Person;
  /** Port of the tracker. */
  port: number;
  call(method: 'GET' | 'POST' | 'PUT', path: string, body?: object, person?: Person): Promise<ApiAnswer>;
  /** Resolves once the tracker has loaded it. */
  newCampaign(settings: object): Promise<TrackedCampaign>;
  /** Resolves to the click ID. */
  click(of: TrackedCampaign, headers?: Record<string, string>, query?: string): Promise<string>;
  postback(query: string, of: TrackedCampaign): Promise<Answer>;
  conversionsOf(clickId: string): Promise<Conversion[]>;
  /** Waits for the first conversion of a click. */
  arrived(clickId: string): Promise<[Conversion, ...Conversion[]]>;
  /** Waits until the click is in ClickHouse. */
  known(clickId: string): Promise<void>;
  close(): Promise<void>;
}

interface ApiAnswer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: responses have many shapes
  body: any;
}

/** The API, the worker, a tracker with its logs, and both databases. */
export async function createTrackedApp(change: Partial<Config> = {}): Promise<TrackedApp> {
  const clickhouse = await startTestClickhouse();
  await migrateClickhouse(clickhouse.client);
  const product = await createTestApp({ dataDir: clickhouse.dataDir, ...change });
  product.services.clickhouse.client = clickhouse.client;
  const owner = await product.person();
  const { config, db, listen, log } = product.services;
  const eventLog = openEventLog({
    folder: await claimOwnFolder(join(clickhouse.dataDir, 'events')),
    ack: 'write',
    log,
  });
  const folder = join(clickhouse.dataDir, 'postbacks');
  const own = await claimOwnFolder(folder);
  const postbackLog = openEventLog({ folder: own, ack: 'fsync', log });
  const shipping = startPostbackUpload({ db, folder, node: own.node, keepDays: 7, log });
  const tracker = await createTracker({ config, db, listen, log, eventLog, postbackLog, onPostback: shipping.wake });
  const server = createServer((req, res) => void (tracker.handle(req, res) || res.writeHead(418).end()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  const call: TrackedApp['call'] = async (method, path, body, person = owner) => {
    const ask = () => product.call(method, path, { token: person.token, ...(body ? { body } : {}) });
    let answer = await ask();
    // On a busy machine ClickHouse may take longer than a caller waits, who is then asked to try again.
    for (let attempt = 0; answer.statusCode === 503 && attempt < 30; attempt += 1) answer = await ask();
    return { status: answer.statusCode, body: answer.json() };
  };
  const conversionsOf: TrackedApp['conversionsOf'] = async (clickId) =>
    (await call('GET', `/conversions?search=${clickId}`)).body.data;

  return {
    product,
    clickhouse,
    owner,
    port,
    call,
    conversionsOf,
    async newCampaign(settings) {
      const answer = await call('POST', '/companies', { default_url: 'https://shop.test/?c={click_id}', ...settings });
      if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
      const made = answer.body.data as TrackedCampaign;
      await vi.waitFor(
        async () => expect((await sendRequest(port, `/i/${made.key}.gif`, { dnt: '1' })).status).toBe(200),
        WAIT,
      );
      return made;
    },
    async click(of, headers = {}, query = 'sub1=ad-7') {
      const answer = await sendRequest(port, `/c/${of.key}?${query}`, headers);
      return new URL(answer.headers.location ?? '').searchParams.get('c') ?? '';
    },
    postback: (query, of) => sendRequest(port, `/postback?${query}&key=${of.postback_key}`),
    arrived: (clickId) =>
      vi.waitFor(async () => {
        const rows = await conversionsOf(clickId);
        expect(rows).not.toEqual([]);
        return rows as [Conversion, ...Conversion[]];
      }, WAIT),
    known: (clickId) =>
      vi.waitFor(async () => expect((await call('GET', `/clicks/${clickId}`)).status).toBe(200), WAIT),
    async close() {
      await new Promise((resolve) => server.close(resolve));
      await tracker.close();
      await postbackLog.close();
      await shipping.stop();
      await eventLog.close();
      await product.close();
      await clickhouse.stop();
    },
  };
}
