import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BackupSetup, createBackupSetup, POKLIK } from '../testing/backup-setup.ts';
import { hasEngine } from '../testing/processes/has-engine.ts';
import { killProcessesOn } from '../testing/processes/processes.ts';
import { listBackups } from './list-backups.ts';
import { holdArchive, readLogArchive } from './log-archive.ts';
import { openFolderTarget } from './targets/folder-target.ts';

const KILLS = 20;
const NO_DIFFERENCES = { status: 0, stdout: expect.stringMatching(/\n0 differences\.\n$/) };

describe.skipIf(!(await hasEngine()))('killed at 20 random moments', { timeout: 3_600_000 }, () => {
  let setup: BackupSetup;
  beforeAll(async () => {
    setup = await createBackupSetup({ isScheduled: true });
  }, 300_000);
  afterAll(() => setup.stop());

  async function timeOf(args: string[]): Promise<number> {
    const start = performance.now();
    expect(setup.run(args)).toMatchObject({ status: 0 });
    return performance.now() - start;
  }

  /** Kills a command at random moments that often; one that was faster is started again. */
  async function killAtRandom(times: number, args: string[], check: () => unknown): Promise<void> {
    let longest = await timeOf(args);
    await check();
    for (let killed = 0; killed < times; ) {
      const start = performance.now();
      const command = spawn(process.execPath, [POKLIK, ...args], {
        env: { ...process.env, ...setup.env },
        stdio: 'ignore',
      });
      const closed = once(command, 'close').then(([code, signal]) => ({ code, signal, ms: performance.now() - start }));
      await sleep(Math.random() * longest);
      command.kill('SIGKILL');
      const { code, signal, ms } = await closed;
      if (signal === 'SIGKILL') killed += 1;
      else {
        expect(code).toBe(0);
        longest = Math.min(longest, ms);
      }
      await check();
    }
  }

  it('a backup leaves older ones sound, and the next one succeeds', async () => {
    for (let count = 0; count < 20; count += 1) await setup.click();
    expect(setup.run(['backup'])).toMatchObject({ status: 0 });
    const first = setup.latest();
    const check = async () => {
      await setup.click();
      // Every backup that is listed has a readable manifest.
      expect(setup.run(['backups'])).toMatchObject({ status: 0, stdout: expect.stringContaining(first) });
    };
    await killAtRandom(KILLS / 2, ['backup'], check);
    await killAtRandom(KILLS / 2, ['backup', '--hourly'], check);
    expect(setup.run(['verify-backup', first])).toMatchObject(NO_DIFFERENCES);
    expect(setup.run(['verify-backup', setup.latest()])).toMatchObject(NO_DIFFERENCES);
    for (const args of [['backup'], ['backup', '--hourly']]) {
      expect(setup.run(args)).toMatchObject({ status: 0, stderr: '' });
      expect(setup.run(['verify-backup', setup.latest()])).toMatchObject(NO_DIFFERENCES);
    }
    const target = openFolderTarget(join(setup.place, 'backups'));
    const left = await holdArchive(join(setup.place, 'data'), undefined, async () => {
      const manifests = [...(await listBackups(target)), await readLogArchive(target)];
      const used = manifests.flatMap((manifest) => manifest?.files ?? []).map(({ path }) => path);
      return (await target.list()).filter((path) => !path.endsWith('manifest.json') && !used.includes(path));
    });
    expect(left).toEqual([]);
  });

  it('a restore leaves the backup sound, and the next one succeeds in an empty folder', async () => {
    await setup.click();
    expect(setup.run(['backup'])).toMatchObject({ status: 0 });
    const id = setup.latest();
    const into = join(setup.place, 'restored');
    const restore = ['restore', id, '--into', into];
    const clear = async () => {
      await killProcessesOn(into);
      // PostgreSQL's data may be linked from there.
      const postgres = await realpath(join(into, 'postgres')).catch(() => into);
      for (const folder of [postgres, into]) await rm(folder, { recursive: true, force: true });
    };
    await killAtRandom(KILLS, restore, clear);
    expect(setup.run(restore)).toMatchObject(NO_DIFFERENCES);
    await clear();
    expect(setup.run(['verify-backup', id])).toMatchObject(NO_DIFFERENCES);
  });
});
