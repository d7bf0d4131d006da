import { cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrateClickhouse } from '../stores/clickhouse-migrations.ts';
import { campaigns } from '../stores/tables/campaigns.ts';
import { accounts } from '../stores/tables/users.ts';
import { shiftedBy } from '../testing/program.ts';
import { hasEngine } from '../testing/stats-command.ts';
import { startTestClickhouse, type TestClickhouse } from '../testing/test-clickhouse.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { ask, settingsOf, temporaryFolder, until } from '../testing/test-tracker.ts';
import { startTrackerProcess, type TrackerProcess } from '../testing/tracker-process.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const YEAR = 365 * 24 * HOUR;
const PATIENCE_MS = 90_000;

/** What the tracker has answered for, and has to be found in the stores, each once. */
describe.skipIf(!(await hasEngine()))('what is acknowledged arrives once', { timeout: 240_000 }, () => {
  let database: TestDatabase;
  let clickhouse: TestClickhouse;
  let dataDir: string;
  let clockFolder: string;
  let clockFile: string;
  const running: TrackerProcess[] = [];
  const clicks = new Set<string>();
  const postbacks = new Set<string>();

  beforeAll(async () => {
    database = await createTestDatabase();
    const [account] = await database.db.insert(accounts).values({}).returning();
    const { name, status, ...rest } = settingsOf({ default_url: 'https://shop.test/?c={click_id}' });
    await database.db.insert(campaigns).values({
      ...{ accountId: account?.id ?? 0, key: 'known', name, status, postbackKey: 'k' },
      settings: { name, status, ...rest },
    });
    clockFolder = await temporaryFolder();
    clockFile = join(clockFolder, 'clock');
    await setClock(0);
    clickhouse = await startTestClickhouse(shiftedBy(clockFile));
    await migrateClickhouse(clickhouse.client);
    ({ dataDir } = clickhouse);
  }, 400_000);
  afterAll(async () => {
    for (const tracker of running) await tracker.stop('SIGKILL');
    await clickhouse.stop();
    await database.drop();
    await rm(clockFolder, { recursive: true });
  });

  const setClock = (byMs: number) => writeFile(clockFile, String(byMs));
  async function start(folder = dataDir): Promise<TrackerProcess> {
    const tracker = await startTrackerProcess({ DATA_DIR: folder, DATABASE_URL: database.url }, clockFile);
    running.push(tracker);
    return tracker;
  }
  const send = ({ port }: TrackerProcess, number: number) =>
    Promise.all(Array.from({ length: number }, () => clickAndReport(port)));
  async function clickAndReport(port: number): Promise<void> {
    const click = await ask(port, '/c/known');
    const id = new URL(click.headers.location ?? '').searchParams.get('c') ?? '';
    expect([click.status, click.headers['x-poklik-recorded']]).toEqual([302, undefined]);
    clicks.add(id);
    expect((await ask(port, `/postback?cid=${id}&txid=${id}&payout=1&key=k`)).status).toBe(200);
    postbacks.add(id);
  }
  const postbackRows = async (): Promise<string[]> =>
    (await database.pool.query('select click_id from postbacks')).rows.map(({ click_id }) => click_id);
  const clickRows = async (): Promise<string[]> => {
    const answer = await clickhouse.client.query({ query: 'SELECT click_id FROM clicks', format: 'TabSeparated' });
    return (await answer.text()).split('\n').filter(Boolean);
  };
  async function expectAll(): Promise<void> {
    const holds = async () =>
      (await postbackRows()).length >= postbacks.size && (await clickRows()).length >= clicks.size;
    await until(holds, PATIENCE_MS).catch(() => undefined);
    expect({ clicks: (await clickRows()).sort(), postbacks: (await postbackRows()).sort() }).toEqual({
      clicks: [...clicks].sort(),
      postbacks: [...postbacks].sort(),
    });
  }

  it('when the clock is set back and forward, across starts and while it runs', async () => {
    await setClock(HOUR);
    const ahead = await start();
    await send(ahead, 5);
    expect(await ahead.stop()).toBe(0);
    await setClock(0);
    const right = await start();
    await send(right, 20);
    await expectAll();
    for (const shift of [-5 * MINUTE, YEAR, -YEAR, 0]) {
      await setClock(shift);
      await sleep(100);
      await send(right, 2);
      await expectAll();
    }
    await right.stop('SIGKILL');
    await setClock(-HOUR);
    await send(await start(), 5);
    await expectAll();
  });

  it('from two trackers on one machine and one data folder', async () => {
    const [first, second] = [await start(), await start()];
    for (let turn = 0; turn < 5; turn += 1) await Promise.all([send(first, 10), send(second, 10)]);
    await expectAll();
  });

  it('from what an older release has held for done too early, and from a folder of another machine', async () => {
    const elsewhere = await temporaryFolder();
    const other = await start(elsewhere);
    await send(other, 5);
    await other.stop('SIGKILL');
    await database.pool.query('delete from postbacks where click_id = any($1)', [[...clicks].slice(-5)]);
    for (const log of ['events', 'postbacks']) {
      const [node = ''] = (await readdir(join(elsewhere, log), { withFileTypes: true }))
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name);
      const [file = ''] = (await readdir(join(elsewhere, log, node))).filter((name) => name.endsWith('.log'));
      const copied = join(dataDir, log, `${log}.example`);
      await mkdir(copied);
      await cp(join(elsewhere, log, node, file), join(copied, file));
      if (log === 'postbacks') {
        const done = { [file.replace('.log', '')]: { offset: 0, doneAt: Date.now() } };
        await writeFile(join(dataDir, log, 'checkpoint.json'), JSON.stringify({ store: '', segments: done }));
      }
    }
    await rm(elsewhere, { recursive: true });
    await start();
    await expectAll();
  });
});
