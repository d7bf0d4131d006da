import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { KEY_BYTES } from '../stores/secret-box.ts';
import { createCappedTrackers } from '../testing/capped-trackers.ts';
import { createDeliverySetup } from '../testing/conversions/delivery-setup.ts';
import { hasEngine } from '../testing/processes/has-engine.ts';
import { startProgram } from '../testing/processes/running-program.ts';
import { startTrackerProcess } from '../testing/processes/tracker-process.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { DESKTOP, sendRequest, temporaryFolder, until } from '../testing/test-tracker.ts';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

describe('four tracker processes', () => {
  it('redirect as many visitors to a campaign as its daily cap, and at most 1 % more', async () => {
    const capped = await createCappedTrackers(200, 4);
    closers.push(capped.close);
    const redirected = await capped.sendUntilCapped({ connections: 2, quietMs: 3_000 });
    expect(redirected).toBeGreaterThanOrEqual(200);
    expect(redirected).toBeLessThanOrEqual(203);
    await until(async () => (await capped.storedClicks()) === redirected);
  });
});

describe.skipIf(!(await hasEngine()))('two trackers on one data folder', { timeout: 300_000 }, () => {
  it('count a visitor of both as unique once', async () => {
    const setup = await createDeliverySetup();
    closers.push(setup.close);
    const trackers = [await setup.start(), await setup.start()];
    const visitors = Array.from({ length: 25 }, (_, at) => `${DESKTOP} Visitor/${at}`);
    const visit = async (port: number, visitor: string) => {
      const answer = await sendRequest(port, '/c/known', { 'user-agent': visitor });
      expect([answer.status, answer.headers['x-poklik-recorded']]).toEqual([302, undefined]);
    };
    for (let turn = 0; turn < 3; turn += 1)
      await Promise.all(trackers.flatMap(({ port }) => visitors.map((visitor) => visit(port, visitor))));
    const count = async () => {
      const query = 'SELECT count() AS clicks, sum(is_unique) AS unique, uniqExact(visitor) AS visitors FROM clicks';
      const answer = await setup.clickhouse.client.query({ query, format: 'JSONEachRow' });
      const [row] = await answer.json<Record<string, string | number>>();
      return Object.values(row ?? {}).map(Number);
    };
    await until(async () => (await count().catch(() => []))[0] === 150, 120_000);
    expect(await count()).toEqual([150, 25, 25]);
  });
});

describe('machines with one PostgreSQL and one SECRET_KEY', { timeout: 180_000 }, () => {
  it('recognize visitors by the key of the first one', async () => {
    const database = await createTestDatabase();
    closers.push(() => database.drop());
    const [first, second, third] = await Promise.all([temporaryFolder(), temporaryFolder(), temporaryFolder()]);
    for (const folder of [first, second, third]) closers.push(() => rm(folder, { recursive: true }));
    const keyFile = (folder: string) => join(folder, 'tracker', 'visitor.key');
    const key = `${'ab'.repeat(32)}\n`;
    await mkdir(join(first, 'tracker'));
    await writeFile(keyFile(first), key);

    const settings = { DATABASE_URL: database.url, SECRET_KEY: randomBytes(KEY_BYTES).toString('base64') };
    for (const folder of [first, second]) {
      const program = await startProgram(folder, settings);
      closers.push(() => program.stop());
    }
    await until(async () => (await readFile(keyFile(second), 'utf8')) === key, 60_000);
    const tracker = await startTrackerProcess({ ...settings, DATA_DIR: third });
    closers.push(() => tracker.stop('SIGKILL'));
    expect(await readFile(keyFile(third), 'utf8')).toBe(key);
  });
});
