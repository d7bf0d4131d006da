import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OWN_SET } from '@poklik/contract/routing';
import { eq, sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPostgres } from '../../stores/postgres.ts';
import { blackListEntries, campaigns, learnedWeights } from '../../stores/tables/campaigns.ts';
import { type OutageProxy, startOutageProxy } from '../../testing/outage-proxy.ts';
import {
  createTestTracking,
  serveTestTracker,
  type TestTracking,
  temporaryFolder,
  until,
} from '../../testing/test-tracker.ts';

const SILENT = pino({ level: 'silent' });
let tracking: TestTracking;
beforeAll(async () => {
  tracking = await createTestTracking();
}, 60_000);
afterAll(() => tracking.close());

const statusOf = async (path: string, ip = '198.18.0.1') =>
  (await tracking.click(path, { 'x-forwarded-for': ip })).status;

describe('a change by the owner', () => {
  it('reaches the tracker within a second with its new version', async () => {
    const { id, key } = await tracking.campaign();
    const start = performance.now();
    await tracking.save(id, { default_url: 'https://new.test/' });
    await until(async () => (await tracking.click(`/c/${key}`)).headers.location === 'https://new.test/');
    expect(performance.now() - start).toBeLessThan(1_000);
    expect(tracking.log.clicks.at(-1)?.version).toBe('2');
  });

  it('is not needed for learned weights, which reach it within a second', async () => {
    const to = (uid: string) => ({ uid, name: '', url: `https://${uid}.test/`, weight: 100, active: true });
    const { id, key } = await tracking.campaign({
      destinations: [to('left0001'), to('right001')],
      optimise: { mode: 'learn', goal: 'conversions', floor: 5, warm_up: 10, half_life_days: 14 },
    });
    const { db } = tracking.database;
    const start = performance.now();
    await db.insert(learnedWeights).values({
      ...{ campaignId: id, setUid: OWN_SET, epoch: 1, weights: { left0001: 1, right001: 1_000_000_000 } },
      why: { state: 'learned', goal: 'conversions', targets: [], beats: null },
    });
    await db.update(campaigns).set({ learnedEpoch: 1 }).where(eq(campaigns.id, id));
    await db.execute(sql`select pg_notify('campaigns_changed', ${String(id)})`);
    const hosts = async () => {
      const clicks = await Promise.all(Array.from({ length: 12 }, () => tracking.click(`/c/${key}`)));
      return new Set(clicks.map(({ headers }) => headers.location));
    };
    await until(async () => (await hosts()).size === 1);
    expect(performance.now() - start).toBeLessThan(1_000);
    expect(await hosts()).toEqual(new Set(['https://right001.test/']));
    expect(tracking.log.clicks.at(-1)?.version).toBe('1');
  });

  it('of the black list takes effect within a second, both ways', async () => {
    const { key } = await tracking.campaign();
    const start = performance.now();
    const entryId = await tracking.block('203.0.113.0/24', 'block');
    await until(async () => (await statusOf(`/c/${key}`, '203.0.113.5')) === 403);
    expect(performance.now() - start).toBeLessThan(1_000);
    const again = performance.now();
    await tracking.database.db.delete(blackListEntries).where(eq(blackListEntries.id, entryId));
    await tracking.database.pool.query("SELECT pg_notify('black_list_changed', $1)", [String(tracking.accountId)]);
    await until(async () => (await statusOf(`/c/${key}`, '203.0.113.5')) === 302);
    expect(performance.now() - again).toBeLessThan(1_000);
  });

  it('that deletes a campaign ends its link', async () => {
    const { id, key } = await tracking.campaign();
    await tracking.database.db.update(campaigns).set({ deletedAt: new Date() }).where(eq(campaigns.id, id));
    await tracking.database.pool.query("SELECT pg_notify('campaigns_changed', $1)", [String(id)]);
    await until(async () => (await statusOf(`/c/${key}`)) === 404);
  });
});

describe('while PostgreSQL is unavailable', () => {
  let proxy: OutageProxy;
  let dataDir: string;
  beforeAll(async () => {
    proxy = await startOutageProxy(tracking.database.url);
    dataDir = await temporaryFolder();
  });
  afterAll(async () => {
    await proxy.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('known links work, a tracker starts from its snapshot, and changes are synced afterwards', async () => {
    const known = await tracking.campaign();
    await tracking.block('203.0.113.77', 'block');
    const postgres = openPostgres(proxy.url, SILENT);
    const first = await serveTestTracker(postgres, dataDir);
    try {
      expect((await first.click(`/c/${known.key}`)).status).toBe(302);
      proxy.cut();
      const statuses: number[] = [];
      for (let turn = 0; turn < 200; turn += 1) statuses.push((await first.click(`/c/${known.key}`)).status);
      expect(new Set(statuses)).toEqual(new Set([302]));
      await tracking.save(known.id, { default_url: 'https://while-away.test/' });
      proxy.restore();
      await until(
        async () => (await first.click(`/c/${known.key}`)).headers.location === 'https://while-away.test/',
        15_000,
      );
    } finally {
      await first.close();
      await postgres.close();
    }

    proxy.cut();
    const cutOff = openPostgres(proxy.url, SILENT);
    const start = performance.now();
    const second = await serveTestTracker(cutOff, dataDir);
    try {
      expect(performance.now() - start).toBeLessThan(5_000);
      expect((await second.click(`/c/${known.key}`)).headers.location).toBe('https://while-away.test/');
      expect((await second.click(`/c/${known.key}`, { 'x-forwarded-for': '203.0.113.77' })).status).toBe(403);
      // 503, because the campaign may have been created meanwhile.
      expect((await second.click('/c/unknown')).status).toBe(503);
      const later = await tracking.campaign({ default_url: 'https://later.test/' });
      proxy.restore();
      await until(async () => (await second.click(`/c/${later.key}`)).status === 302, 15_000);
      expect((await second.click('/c/unknown')).status).toBe(404);
    } finally {
      await second.close();
      await cutOff.close();
    }
  }, 90_000);

  it('a tracker starts with a snapshot truncated by a crash', async () => {
    const { key } = await tracking.campaign();
    const folder = await temporaryFolder();
    const before = await serveTestTracker(tracking.database, folder);
    await before.close();
    const path = join(folder, 'tracker', 'campaigns.jsonl');
    await writeFile(path, '{"kind":"campaign","id":999999,"value":{"id":9', { flag: 'a' });
    proxy.cut();
    const postgres = openPostgres(proxy.url, SILENT);
    const after = await serveTestTracker(postgres, folder);
    try {
      expect((await after.click(`/c/${key}`)).status).toBe(302);
    } finally {
      await after.close();
      await postgres.close();
      await rm(folder, { recursive: true, force: true });
    }
  }, 60_000);
});
