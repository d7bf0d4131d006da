import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { postbacks } from '../stores/tables/conversions.ts';
import { type BackupSetup, createBackupSetup } from '../testing/backup-setup.ts';
import { createEmptyServers, type EmptyServers, listClickIds } from '../testing/empty-servers.ts';
import { hasEngine } from '../testing/processes/has-engine.ts';
import { killProcessesOn } from '../testing/processes/processes.ts';
import { until } from '../testing/test-tracker.ts';
import { readLogArchive } from './log-archive.ts';
import { openFolderTarget } from './targets/folder-target.ts';

const NO_DIFFERENCES = { status: 0, stdout: expect.stringMatching(/\n0 differences\.\n$/) };
const MINUTE_MS = 60_000;
/** Of a pass of the archive, and of starting the next one. */
const PASS_MS = 15_000;

describe.skipIf(!(await hasEngine()))('an installation with backups under load', { timeout: 900_000 }, () => {
  let setup: BackupSetup;
  let empty: EmptyServers;
  beforeEach(async () => {
    setup = await createBackupSetup({ isScheduled: true });
    empty = await createEmptyServers();
  }, 300_000);
  afterEach(async () => {
    await setup.stop();
    await empty.drop();
  }, 120_000);

  const restore = (...args: string[]) =>
    setup.run(['restore', ...args, '--into', join(setup.place, 'restored')], empty.servers);

  async function listRestored() {
    const rows = await empty.db.select({ clickId: postbacks.clickId }).from(postbacks);
    return {
      clicks: new Set(await listClickIds(empty.client)),
      converted: new Set(rows.map(({ clickId }) => clickId)),
    };
  }

  it('has every click and postback that was acknowledged before a backup began', async () => {
    const load = setup.clickSteadily(200, (turn) => turn % 20 === 0);
    await until(() => load.acknowledged.length > 1_000, 120_000);
    const began = Date.now();
    expect(await setup.runAside(['backup'])).toEqual({ code: 0, output: expect.any(String) });
    await load.stop();
    expect(restore(setup.latest())).toMatchObject(NO_DIFFERENCES);
    const { clicks, converted } = await listRestored();
    const before = load.acknowledged.filter(({ at }) => at < began);
    expect(before.filter(({ id }) => !clicks.has(id))).toEqual([]);
    const convertedBefore = load.acknowledged.filter(({ convertedAt = began }) => convertedAt < began);
    expect(convertedBefore.length).toBeGreaterThan(20);
    expect(convertedBefore.filter(({ id }) => !converted.has(id))).toEqual([]);
  });

  it('loses at most a minute of clicks and postbacks with its server', async () => {
    expect(await setup.runAside(['backup'])).toEqual({ code: 0, output: expect.any(String) });
    const load = setup.clickSteadily(20, (turn) => turn % 5 === 0);
    await sleep(2 * MINUTE_MS + Math.random() * MINUTE_MS);
    const lostAt = Date.now();
    await killProcessesOn(join(setup.place, 'data'));
    await load.stop().catch(() => undefined); // clicks fail now
    await rename(join(setup.place, 'data'), join(setup.place, 'lost'));

    const archive = await readLogArchive(openFolderTarget(join(setup.place, 'backups')));
    const reaches = Date.parse(archive?.startedAt ?? '');
    expect(lostAt - reaches).toBeLessThan(MINUTE_MS + PASS_MS);
    const at = new Date(reaches - 1_000 - Math.random() * MINUTE_MS);
    for (const args of [['--at', at.toISOString()], []]) {
      expect(restore(...args)).toMatchObject(NO_DIFFERENCES);
      const { clicks, converted } = await listRestored();
      const end = args.length > 0 ? at.getTime() : reaches;
      const archived = load.acknowledged.filter((click) => click.at <= end);
      expect(archived.length).toBeGreaterThan(100);
      expect(archived.filter(({ id }) => !clicks.has(id))).toEqual([]);
      const convertedBefore = load.acknowledged.filter(({ convertedAt = end + 1 }) => convertedAt <= end);
      expect(convertedBefore.filter(({ id }) => !converted.has(id))).toEqual([]);
      // Acknowledged so much later that it was asked for later, too.
      if (args.length > 0)
        expect(load.acknowledged.filter((click) => click.at > end + 10_000 && clicks.has(click.id))).toEqual([]);
      await empty.drop();
      empty = await createEmptyServers();
      await rm(join(setup.place, 'restored'), { recursive: true });
    }
  });

  it('gets its statistics back when the folder of ClickHouse is deleted', async () => {
    const load = setup.clickSteadily(50, (turn) => turn % 10 === 0);
    await sleep(3_000);
    expect(await setup.runAside(['backup'])).toEqual({ code: 0, output: expect.any(String) });
    // Renamed, because its engine still writes there.
    await rename(join(setup.place, 'data/clickhouse'), join(setup.place, 'deleted'));
    await sleep(2_000);
    await load.stop();
    expect(await setup.runAside(['backup', '--hourly'])).toEqual({ code: 0, output: expect.any(String) });
    expect(restore()).toMatchObject(NO_DIFFERENCES);
    const { clicks } = await listRestored();
    expect(load.acknowledged.filter(({ id }) => !clicks.has(id))).toEqual([]);
    // One made sure that the campaign works.
    expect(clicks.size).toBe(load.acknowledged.length + 1);
  });
});
