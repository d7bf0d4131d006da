import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadConfig } from '../config.ts';
import { SETTINGS_CHANNEL } from '../settings/live-config.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { serveTestTracker, temporaryFolder } from '../testing/test-tracker.ts';
import { TRACKER_FOLDER } from '../tracking/tracker.ts';
import { openTrackerSettings } from './tracker-settings.ts';

const log = pino({ level: 'silent' });
let database: TestDatabase;
let dataDir: string;
beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await temporaryFolder();
});
afterAll(() => database.drop());

async function change(version: number, key: string, value: unknown) {
  await database.pool.query('insert into settings (version, key, value) values ($1, $2, $3)', [
    version,
    key,
    JSON.stringify(value),
  ]);
  await database.pool.query('select pg_notify($1, $2)', [SETTINGS_CHANNEL, '']);
}

it('a tracker follows changed settings, and starts with them while PostgreSQL is away, without secrets', async () => {
  const start = { ...loadConfig({ PUBLIC_URL: 'https://track.test' }), dataDir };
  const live = await openTrackerSettings(start, { ...database, log });
  await live.ready;
  const served = await serveTestTracker(database, dataDir, live.config);
  const isNamed = async () => (await served.click('/c/unknown+')).body.includes('Acme Track');
  expect(await isNamed()).toBe(false);
  await change(1, 'app_name', 'Acme Track');
  await change(2, 'click_ip', 'truncated');
  await change(3, 'smtp_password', { sealed: 'unreadable', last4: '' });
  await expect.poll(() => live.config.clicks.keepFullIp).toBe(false);
  expect(live.config.appName).toBe('Acme Track');
  await served.close();
  await live.close();

  const never = new Promise<never>(() => undefined);
  const alone = await openTrackerSettings(start, { db: never, listen: () => never, log });
  expect(alone.config.appName).toBe('Acme Track');
  expect(alone.config.clicks.keepFullIp).toBe(false);

  await writeFile(join(dataDir, TRACKER_FOLDER, 'settings.json'), '{"format":1,"val');
  const damaged = await openTrackerSettings(start, { db: never, listen: () => never, log });
  expect(damaged.config.appName).toBe('Poklik');
});
