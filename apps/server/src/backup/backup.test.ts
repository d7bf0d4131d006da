import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import S3rver from 's3rver';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postbacks } from '../stores/tables/conversions.ts';
import {
  type BackupSetup,
  createBackupSetup,
  listFiles,
  listRestoredClicks,
  POKLIK,
  withRestoredPostgres,
} from '../testing/backup-setup.ts';
import { hasEngine } from '../testing/processes/has-engine.ts';

describe.skipIf(!(await hasEngine()))('backup of a running installation', { timeout: 300_000 }, () => {
  let setup: BackupSetup;
  let place: string;
  let env: Record<string, string>;
  /** IDs of clicks that were acknowledged. */
  const clicks: string[] = [];

  beforeAll(async () => {
    setup = await createBackupSetup();
    ({ place, env } = setup);
  }, 300_000);
  afterAll(() => setup.stop());

  const click = async () => void clicks.push(await setup.click());
  const run: BackupSetup['run'] = (...args) => setup.run(...args);
  const latest = (): string => setup.latest();

  it('contains every click that was acknowledged before, while clicks go on', async () => {
    await setup.createCampaign('purged');
    for (let count = 0; count < 50; count += 1) await click();
    const before = [...clicks];
    let isOver = false;
    const load = (async () => {
      while (!isOver) await click().then(() => sleep(5));
    })();
    const backup = await setup.runAside(['backup']);
    isOver = true;
    await load;
    expect(backup).toEqual({ code: 0, output: expect.stringMatching(/^Backup \d{8}T\d{6}Z created: /) });

    const into = join(place, 'restored');
    const restored = run(['restore', latest(), '--into', into]);
    expect(restored).toMatchObject({ status: 0, stdout: expect.stringMatching(/\n0 differences\.\n$/) });
    expect(await readFile(join(into, 'secret.key'), 'utf8')).toBe(
      await readFile(join(place, 'data/secret.key'), 'utf8'),
    );

    const found = await listRestoredClicks(into);
    expect(new Set(found).size).toBe(found.length);
    expect(before.filter((id) => !found.includes(id))).toEqual([]);
  });

  it('is refused where data is', async () => {
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
    const files = await listFiles(join(place, 'backups'));
    for (const file of files.filter((path) => !path.endsWith('manifest.json')))
      expect((await readFile(file)).subarray(0, 15).toString()).toBe('poklik backup 1');
  });

  it('shares unchanged clicks and full log pieces with the next one, and leaves nothing when it is killed', async () => {
    const before = await listFiles(join(place, 'backups'));
    for (let round = 0; round < 3; round += 1) {
      const backup = spawn(process.execPath, [POKLIK, 'backup'], { env: { ...process.env, ...env }, stdio: 'ignore' });
      // Listens before the kill, because a backup on a quick machine may be done by then.
      const closed = once(backup, 'close');
      await sleep(300 + Math.random() * 1_200);
      backup.kill('SIGKILL');
      await closed;
    }
    expect(run(['backups']).status).toBe(0);
    expect(run(['backup'])).toMatchObject({ status: 0, stderr: '' });
    const files = await listFiles(join(place, 'backups'));
    const newest = latest();
    expect(files.filter((path) => path.endsWith('.part'))).toEqual([]);
    // A killed one may have been complete.
    const complete = run(['backups']).stdout.match(/^\w+/gm) ?? [];
    const isKnown = (path: string) => path.includes('archive') || complete.some((id) => path.includes(id));
    expect(files.filter((path) => !before.includes(path) && !isKnown(path))).toEqual([]);
    expect(run(['verify-backup', newest])).toMatchObject({ status: 0 });
  });

  it('restores the state at a time, from an hourly backup and the one before', async () => {
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

    const before = await listFiles(join(place, 'backups'));
    expect(run(['backup', '--hourly'])).toMatchObject({ status: 0, stderr: '' });
    const added = (await listFiles(join(place, 'backups'))).filter((path) => !before.includes(path));
    expect(added.filter((path) => path.includes('archive/clickhouse'))).toEqual([]);

    const into = join(place, 'at');
    expect(run(['restore', '--at', at, '--into', into])).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(
        `^${full}: .*\nState at ${at}: .* from the logs of ${latest()}, PostgreSQL as of .*\nNot in it: .*\n.*\n0 differences.\n$`,
      ),
    });
    const found = await listRestoredClicks(into);
    const last = clicks.at(-1) as string;
    expect(clicks.filter((id) => !found.includes(id))).toEqual([last]);
    await withRestoredPostgres(into, async (db) => {
      const rows = await db.select({ clickId: postbacks.clickId }).from(postbacks);
      expect([early, late].map((id) => rows.some(({ clickId }) => clickId === id))).toEqual([true, false]);
      // The number of a campaign that was created after PostgreSQL was copied has clicks.
      const { rows: next } = await db.execute(sql`select nextval('campaigns_id_seq')::int as id`);
      expect(next).toEqual([{ id: later + 1 }]);
    });
  });

  it('says when nothing reaches a time', () => {
    for (const [at, message] of [
      ['2020-01-01T00:00:00Z', 'No backup reaches back to 2020-01-01T00:00:00.000Z. The oldest has'],
      ['2999-01-01T00:00:00Z', 'No backup reaches 2999-01-01T00:00:00.000Z. The latest has all clicks'],
    ] as const) {
      const { status, stderr } = run(['restore', '--at', at, '--into', join(place, 'no')]);
      expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining(message) });
    }
  });

  it('names the damaged file after one flipped bit', async () => {
    const newest = latest();
    const files = (await listFiles(join(place, 'backups'))).filter((path) => path.includes(newest));
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

  it('goes to a bucket and back, hourly too, without what was purged', async () => {
    const buckets = { directory: join(place, 's3'), configureBuckets: [{ name: 'backups' }] };
    const server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, ...buckets });
    const { port } = await server.run();
    const keys = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' };
    const bucket = { BACKUP_TO: 's3://backups/poklik', AWS_ENDPOINT_URL: `http://127.0.0.1:${port}`, ...keys };
    // The bucket is in this process, which a synchronous command would block.
    const runAside = (args: string[]) => setup.runAside(args, bucket);
    try {
      const full = await runAside(['backup']);
      await setup.withDatabase(({ db }) => db.execute(sql`delete from campaigns where key = 'purged'`));
      await click();
      const hourly = await runAside(['backup', '--hourly']);
      const [baseId, id = ''] = [full, hourly].map(
        ({ output }) => /^Backup (\d{8}T\d{6}Z) created: /.exec(output)?.[1],
      );
      const { output } = await runAside(['backups']);
      expect(
        output
          .split('\n')
          .map((line) => line.split(/ +/).filter((word) => [baseId, id, 'full', 'hourly'].includes(word))),
      ).toEqual([[baseId, 'full'], [id, 'hourly'], []]);
      expect(await runAside(['verify-backup', id])).toMatchObject({
        code: 0,
        // All of the other campaigns, of which one each made sure that it works, and none of the purged one.
        output: expect.stringMatching(new RegExp(`, ${clicks.length + 2} clicks, [^]*\\n0 differences`)),
      });
    } finally {
      await server.close();
    }
  });

  it('fails without a place, and tells the operator', async () => {
    const notifications = async () =>
      (await setup.withDatabase(({ db }) => db.execute(sql`select kind from notifications order by id`))).rows;
    const before = await notifications();
    expect(run(['backup'], { BACKUP_TO: join(place, 'key.txt') })).toMatchObject({ status: 1 });
    expect(await notifications()).toEqual([...before, { kind: 'backup_failed' }]);
  });
});
