import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BackupSetup, createBackupSetup, listFiles, POKLIK } from '../testing/backup-setup.ts';
import { hasEngine } from '../testing/processes/has-engine.ts';
import { killProcessesOn } from '../testing/processes/processes.ts';

const KILLS = 20;
const NO_DIFFERENCES = { status: 0, stdout: expect.stringMatching(/\n0 differences\.\n$/) };

describe.skipIf(!(await hasEngine()))('killed at 20 random moments', { timeout: 3_600_000 }, () => {
  let setup: BackupSetup;
  beforeAll(async () => {
    setup = await createBackupSetup();
  }, 300_000);
  afterAll(() => setup.stop());

  async function timeOf(args: string[]): Promise<number> {
    const start = performance.now();
    expect(setup.run(args)).toMatchObject({ status: 0 });
    return performance.now() - start;
  }

  /** Returns whether it was still running. */
  async function killDuring(args: string[], ms: number): Promise<boolean> {
    const command = spawn(process.execPath, [POKLIK, ...args], {
      env: { ...process.env, ...setup.env },
      stdio: 'ignore',
    });
    const closed = once(command, 'close');
    await sleep(Math.random() * ms);
    command.kill('SIGKILL');
    const [, signal] = await closed;
    return signal === 'SIGKILL';
  }

  it('a backup leaves older ones sound, and the next one succeeds', async () => {
    for (let count = 0; count < 20; count += 1) await setup.click();
    const ms = await timeOf(['backup']);
    const first = setup.latest();
    let interrupted = 0;
    for (let round = 0; round < KILLS; round += 1) {
      await setup.click();
      const args = round % 2 === 0 ? ['backup'] : ['backup', '--hourly'];
      if (await killDuring(args, ms)) interrupted += 1;
      // Complete or invisible: every backup that is listed has a readable manifest.
      expect(setup.run(['backups'])).toMatchObject({ status: 0, stdout: expect.stringContaining('version') });
    }
    expect(interrupted).toBeGreaterThan(KILLS / 2);
    expect(setup.run(['verify-backup', first])).toMatchObject(NO_DIFFERENCES);
    expect(setup.run(['verify-backup', setup.latest()])).toMatchObject(NO_DIFFERENCES);
    for (const args of [['backup'], ['backup', '--hourly']]) {
      expect(setup.run(args)).toMatchObject({ status: 0, stderr: '' });
      expect(setup.run(['verify-backup', setup.latest()])).toMatchObject(NO_DIFFERENCES);
    }
    const files = await listFiles(join(setup.place, 'backups'));
    expect(files.filter((path) => path.endsWith('.part'))).toEqual([]);
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
    const ms = await timeOf(restore);
    await clear();
    let interrupted = 0;
    for (let round = 0; round < KILLS; round += 1) {
      if (await killDuring(restore, ms)) interrupted += 1;
      // What is left is never taken for a whole one.
      if (interrupted === 1)
        expect(setup.run(restore)).toMatchObject({ status: 1, stderr: expect.stringContaining('is not empty') });
      await clear();
    }
    expect(interrupted).toBeGreaterThan(KILLS / 2);
    expect(setup.run(restore)).toMatchObject(NO_DIFFERENCES);
    await clear();
    expect(setup.run(['verify-backup', id])).toMatchObject(NO_DIFFERENCES);
  });
});
