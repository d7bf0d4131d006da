import { cp, readdir, rm, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { ROLES } from '@poklik/contract/roles';
import { openEventLog } from '@poklik/event-log/event-log';
import { listSegments } from '@poklik/event-log/list-segments';
import { claimOwnFolder } from '@poklik/event-log/own-folder';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { saveIngestProgress } from '../../stats/ingest/ingest-progress.ts';
import { migrateClickhouse } from '../../stores/clickhouse-migrations.ts';
import { clickRecord } from '../../testing/conversions/click-records.ts';
import { hasEngine } from '../../testing/processes/has-engine.ts';
import { temporaryFolder } from '../../testing/test-tracker.ts';
import { createTrackedApp, type TrackedApp, type TrackedCampaign, WAIT } from '../../testing/tracked-app.ts';
import { findCurrentDatabase } from './analytics-database.repo.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
const log = pino({ level: 'silent' });

describe.skipIf(!(await hasEngine()))('incomplete statistics', { timeout: 400_000 }, () => {
  let tracked: TrackedApp;
  let campaign: TrackedCampaign;
  let oldSegment: string;
  beforeAll(async () => {
    tracked = await createTrackedApp();
    campaign = await tracked.newCampaign({ name: 'Nutra' });
    oldSegment = await addOldClick();
    await vi.waitFor(async () => expect((await report(60)).data.summary.clicks).toBe(1), WAIT);
  }, 400_000);
  afterAll(() => tracked.close());

  const daysAgo = (days: number) => new Date(Date.now() - days * DAY).toISOString().slice(0, 10);
  async function report(days: number) {
    const period = `start_date=${daysAgo(days)}&end_date=${daysAgo(0)}&timezone=UTC`;
    const { status, body } = await tracked.call('GET', `/statistics?${period}`);
    expect(status).toBe(200);
    return body;
  }

  /** Adds a log segment older than the tracker's, with one click from a month ago. */
  async function addOldClick(): Promise<string> {
    const events = join(tracked.clickhouse.dataDir, 'events');
    const [live] = await listSegments(events);
    for (;;) {
      const elsewhere = await temporaryFolder();
      const eventLog = openEventLog({ folder: await claimOwnFolder(elsewhere), ack: 'write', log });
      const own = { account_id: tracked.owner.accountId, campaign_id: campaign.id };
      await eventLog.append('c', clickRecord({ click_id: 'old', at: Date.now() - 30 * DAY, ...own }));
      await eventLog.close();
      const [made] = await listSegments(elsewhere);
      const isOlder = made && live && made.segment < live.segment;
      const path = join(events, 'before', `${made?.segment}.log`);
      if (isOlder) await cp(made.path, path);
      await rm(elsewhere, { recursive: true });
      if (isOlder) return path;
    }
  }

  it('return until when they are complete, and whether ingest is behind', async () => {
    await tracked.known(await tracked.click(campaign));
    const upToDate = await vi.waitFor(async () => {
      const { meta } = await report(1);
      expect(meta.complete_until).not.toBeNull();
      return meta;
    }, WAIT);
    expect(upToDate.is_behind).toBe(false);
    const behind = Date.now() - 10 * MINUTE;
    await saveIngestProgress(tracked.clickhouse.client, 'another machine', behind);
    await vi.waitFor(async () => {
      const { meta } = await report(1);
      expect([meta.is_behind, meta.complete_until]).toEqual([true, new Date(behind).toISOString()]);
    }, WAIT);
    const health = await tracked.call('GET', '/health/statistics');
    expect(health.body).toEqual({ state: 'behind', complete_until: new Date(behind).toISOString() });
    await saveIngestProgress(tracked.clickhouse.client, 'another machine', Date.now() + DAY);
    await vi.waitFor(async () => expect((await report(1)).meta.is_behind).toBe(false), WAIT);
  });

  it('recover from a damaged database and return from when clicks are complete', async () => {
    const { clickhouse, product } = tracked;
    await rm(oldSegment);
    await vi.waitFor(
      async () => expect((await findCurrentDatabase(product.services.db))?.firstClickAt).not.toBeNull(),
      WAIT,
    );
    expect((await report(60)).meta.data_health).toMatchObject({ status: 'unknown', complete_from: null });

    // Like a disk that was full while the table was created.
    await truncate(join(clickhouse.dataDir, 'clickhouse', 'metadata', 'poklik', 'clicks.sql'), 0);
    const aside = join(clickhouse.dataDir, 'clickhouse.damaged-1');
    await vi.waitFor(async () => expect((await stat(aside)).isDirectory()).toBe(true), WAIT);
    await vi.waitFor(() => migrateClickhouse(clickhouse.client), WAIT);
    await vi.waitFor(async () => {
      const { data, meta } = await report(60);
      expect([data.summary.clicks, meta.data_health.status]).toEqual([1, 'incomplete']);
    }, WAIT);
    // Until a click is found in the new database, it counts as complete from when it was created.
    await vi.waitFor(
      async () => expect((await findCurrentDatabase(product.services.db))?.firstClickAt).not.toBeNull(),
      WAIT,
    );
    const { complete_from } = (await report(60)).meta.data_health;
    expect(Math.abs(Date.parse(complete_from) - Date.now())).toBeLessThan(10 * MINUTE);
    expect(await readdir(aside)).toContain('metadata');

    const operator = await product.person({ role: ROLES.SUPER_ADMIN });
    const overview = await tracked.call('GET', '/overview', undefined, operator);
    expect(overview.body.data.data_health.figures).toMatchObject({ status: 'incomplete', complete_from });
    // Accounts created later miss nothing.
    const later = await product.person();
    const theirs = await tracked.call('GET', '/statistics', undefined, later);
    expect(theirs.body.meta.data_health).toMatchObject({ status: 'unknown', complete_from: null });
  });
});
