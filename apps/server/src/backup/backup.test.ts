import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import S3rver from 's3rver';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postbacks } from '../stores/tables/conversions.ts';
import { type BackupSetup, createBackupSetup, listFiles } from '../testing/backup-setup.ts';
import { createEmptyServers, listClickIds } from '../testing/empty-servers.ts';
import { hasEngine } from '../testing/processes/has-engine.ts';
import { createTestAnalytics, type TestAnalytics } from '../testing/test-clickhouse.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';

const DAY_MS = 86_400_000;

/** Runs on servers and restores to servers; embedded databases are in the bucket's test and in `test:faults`. */
describe.skipIf(!(await hasEngine()))('backup of a running installation', { timeout: 300_000 }, () => {
  let setup: BackupSetup;
  let place: string;
  let database: TestDatabase;
  let analytics: TestAnalytics;
  const drops: (() => Promise<void>)[] = [];
  /** IDs of clicks that were acknowledged. */
  const clicks: string[] = [];
  /** Those that were acknowledged before the first backup. */
  let before: string[];

  beforeAll(async () => {
    database = await createTestDatabase();
    analytics = await createTestAnalytics();
    setup = await createBackupSetup({ servers: { DATABASE_URL: database.url, CLICKHOUSE_URL: analytics.url.href } });
    ({ place } = setup);
  }, 300_000);
  afterAll(async () => {
    await setup.stop();
    for (const drop of [...drops, () => database.drop(), () => analytics.drop()]) await drop();
  });

  const click = async () => void clicks.push(await setup.click());
  const run: BackupSetup['run'] = (...args) => setup.run(...args);
  const latest = (): string => setup.latest();
  const listOwnFiles = () => listFiles(join(place, 'backups'));

  /** Restores into new servers. */
  async function restore(args: string[], into: string) {
    const { servers, db, client, drop } = await createEmptyServers();
    drops.push(drop);
    const { status, stdout, stderr } = run(['restore', ...args, '--into', join(place, into)], {
      ...servers,
      CLICK_IP_DAYS: '7',
    });
    return { status, stdout, stderr, db, client };
  }

  /** One past the retention of its plan, and one whose IP address is to be truncated. */
  async function insertOldClicks(): Promise<void> {
    const { rows } = await setup.withDatabase(({ db }) =>
      db.execute(sql`select id as campaign_id, account_id from campaigns where key = 'known'`),
    );
    const old = (click_id: string, days: number) => ({
      ...{ ...rows[0], click_id, at: Date.now() - days * DAY_MS, ip: '203.0.113.77', seg: 'old', off: days },
    });
    await analytics.client.insert({
      ...{ table: 'clicks', format: 'JSONEachRow', values: [old('past', 400), old('aged', 10)] },
    });
  }

  it('is made while clicks go on', async () => {
    await setup.createCampaign('purged');
    await insertOldClicks();
    for (let count = 0; count < 50; count += 1) await click();
    before = [...clicks];
    let isOver = false;
    const load = (async () => {
      while (!isOver) await click().then(() => sleep(20));
    })();
    const backup = await setup.runAside(['backup']);
    isOver = true;
    await load;
    expect(backup).toEqual({ code: 0, output: expect.stringMatching(/^Backup \d{8}T\d{6}Z created: /) });
  });

  it('is refused where data is', () => {
    expect(run(['restore', latest()])).toMatchObject({ status: 1, stderr: expect.stringContaining('is not empty') });
    expect(run(['restore', '20200101T000000Z', '--into', join(place, 'no')])).toMatchObject({
      status: 1,
      stderr: 'There is no backup 20200101T000000Z.\n',
    });
  });

  it('opens only with its key', async () => {
    expect(run(['verify-backup', latest()], { BACKUP_IDENTITY: '' })).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('BACKUP_IDENTITY'),
    });
    for (const file of (await listOwnFiles()).filter((path) => !path.endsWith('manifest.json')))
      expect((await readFile(file)).subarray(0, 15).toString()).toBe('poklik backup 1');
  });

  it('restores the state at a time, with every click that was acknowledged before', async () => {
    const full = latest();
    const later = await setup.createCampaign('later');
    const early = await setup.click();
    const late = await setup.click();
    clicks.push(early, late);
    expect((await setup.postback(early)).status).toBe(200);
    await sleep(20);
    const at = new Date().toISOString();
    await sleep(20);
    clicks.push(await setup.click());
    expect((await setup.postback(late)).status).toBe(200);

    const present = await listOwnFiles();
    expect(run(['backup', '--hourly'])).toMatchObject({ status: 0, stderr: '' });
    const added = (await listOwnFiles()).filter((path) => !present.includes(path));
    expect(added.filter((path) => path.includes('archive/clickhouse'))).toEqual([]);

    const restored = await restore(['--at', at], 'at');
    expect(restored).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(
        `^${full}: .*\nState at ${at}: .* from the logs of ${latest()}, PostgreSQL as of .*\nNot in it: .*\n.*\n0 differences.\n$`,
      ),
    });
    const found = await listClickIds(restored.client);
    expect(new Set(found).size).toBe(found.length);
    expect(before.filter((id) => !found.includes(id))).toEqual([]);
    expect(clicks.filter((id) => !found.includes(id))).toEqual([clicks.at(-1)]);
    // What was to be forgotten meanwhile is forgotten again.
    const aged = await restored.client.query({
      query: `SELECT ip FROM clicks WHERE click_id = 'aged'`,
      format: 'JSON',
    });
    expect([(await aged.json()).data, found.includes('past')]).toEqual([[{ ip: '203.0.113.0' }], false]);
    const key = await Promise.all(['data', 'at'].map((folder) => readFile(join(place, folder, 'secret.key'), 'utf8')));
    expect(key[1]).toBe(key[0]);
    const rows = await restored.db.select({ clickId: postbacks.clickId }).from(postbacks);
    expect([early, late].map((id) => rows.some(({ clickId }) => clickId === id))).toEqual([true, false]);
    // The number of a campaign that was created after PostgreSQL was copied has clicks.
    const { rows: next } = await restored.db.execute(sql`select nextval('campaigns_id_seq')::int as id`);
    expect(next).toEqual([{ id: later + 1 }]);
  });

  it('says when nothing reaches a time', () => {
    for (const [at, message] of [
      ['2020-01-01T00:00:00Z', 'No backup reaches back to 2020-01-01T00:00:00.000Z. The oldest has'],
      ['2999-01-01T00:00:00Z', 'No backup reaches 2999-01-01T00:00:00.000Z. The latest clicks'],
    ] as const) {
      const { status, stderr } = run(['restore', '--at', at, '--into', join(place, 'no')]);
      expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining(message) });
    }
  });

  it('names the damaged file after one flipped bit', async () => {
    const newest = latest();
    const files = (await listOwnFiles()).filter((path) => path.includes(newest));
    for (const file of [files.find((path) => path.includes('users')), files.find((path) => path.endsWith('.json'))]) {
      const bytes = await readFile(file as string);
      const flipped = Buffer.from(bytes);
      flipped[bytes.length >> 1] = (flipped[bytes.length >> 1] ?? 0) ^ 1;
      await writeFile(file as string, flipped);
      const name = (file as string).slice(join(place, 'backups/').length);
      expect(run(['verify-backup', name.split('/')[0] as string])).toMatchObject({
        status: 1,
        stderr: expect.stringContaining(`${name} is damaged`),
      });
      await writeFile(file as string, bytes);
    }
  });

  it('goes to a bucket and back, with what was archived last, after ClickHouse was lost and a campaign purged', async () => {
    const buckets = { directory: join(place, 's3'), configureBuckets: [{ name: 'backups' }] };
    const server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, ...buckets });
    const { port } = await server.run();
    const keys = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' };
    const bucket = { BACKUP_TO: 's3://backups/poklik', AWS_ENDPOINT_URL: `http://127.0.0.1:${port}`, ...keys };
    // The bucket is in this process, which a synchronous command would block.
    const runAside = (args: string[]) => setup.runAside(args, bucket);
    try {
      const full = await runAside(['backup']);
      for (const table of ['clicks', 'page_events', 'conversions', 'figures'])
        await analytics.client.command({ query: `TRUNCATE TABLE ${table}` });
      await setup.withDatabase(({ db }) => db.execute(sql`delete from campaigns where key = 'purged'`));
      await click();
      const hourly = await runAside(['backup', '--hourly']);
      const [baseId, id] = [full, hourly].map(({ output }) => /^Backup (\d{8}T\d{6}Z) created: /.exec(output)?.[1]);
      const { output } = await runAside(['backups']);
      expect(
        output
          .split('\n')
          .map((line) => line.split(/ +/).filter((word) => [baseId, id, 'full', 'hourly'].includes(word ?? ''))),
      ).toEqual([[baseId, 'full'], [id, 'hourly'], []]);

      await click();
      const { archive, bytesWritten } = await setup.archive(bucket);
      expect(bytesWritten).toBeLessThan(5_000);
      await setup.click(); // too late
      // Into embedded databases.
      const { code, output: verified } = await runAside(['verify-backup']);
      // All of the other campaigns, of which one each made sure that it works, two old ones, and none of the purged one.
      const lines = [
        `${id}: .*, ${clicks.length + 4} clicks, .*`,
        `State at ${archive.startedAt}: .* the log archive, .*`,
      ];
      expect({ code, verified }).toEqual({
        code: 0,
        verified: expect.stringMatching(new RegExp(`^${lines.join('\n')}\n[^]*\n0 differences.\n$`)),
      });
    } finally {
      await server.close();
    }
  });

  it('fails without a place, and tells the operator', async () => {
    const notifications = async () =>
      (await setup.withDatabase(({ db }) => db.execute(sql`select kind from notifications order by id`))).rows;
    const present = await notifications();
    expect(run(['backup'], { BACKUP_TO: join(place, 'key.txt') })).toMatchObject({ status: 1 });
    expect(await notifications()).toEqual([...present, { kind: 'backup_failed' }]);
  });
});
