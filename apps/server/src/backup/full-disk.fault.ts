import { execFileSync } from 'node:child_process';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type BackupSetup, createBackupSetup, listFiles } from '../testing/backup-setup.ts';
import { hasEngine } from '../testing/processes/has-engine.ts';
import { readLogArchive } from './log-archive.ts';
import { openFolderTarget } from './targets/folder-target.ts';

const isRoot = process.platform === 'linux' && process.getuid?.() === 0;

describe.skipIf(!isRoot || !(await hasEngine()))(
  'a full disk for backups (needs root to mount a small disk)',
  { timeout: 600_000 },
  () => {
    let disk: string;
    let setup: BackupSetup;
    beforeEach(async () => {
      disk = await mkdtemp(join(tmpdir(), 'poklik-full-'));
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', disk]);
      setup = await createBackupSetup({ isScheduled: true, backupTo: disk });
    }, 300_000);
    afterEach(async () => {
      await setup.stop();
      execFileSync('umount', ['-l', disk]);
      await rm(disk, { recursive: true, force: true });
    }, 120_000);

    const listOwnFiles = async () => (await listFiles(disk)).filter((path) => !path.endsWith('ballast')).sort();
    const countFailures = async () => {
      const { rows } = await setup.withDatabase(({ db }) =>
        db.execute<{ count: number }>(sql`select count(*)::int from notifications where kind = 'backup_failed'`),
      );
      return rows[0]?.count;
    };

    it('fails the backup, tells the operator, loses no click and leaves nothing half', async () => {
      for (let count = 0; count < 50; count += 1) await setup.click();
      expect(setup.run(['backup'])).toMatchObject({ status: 0 });
      const first = setup.latest();
      await fill(join(disk, 'ballast'));
      const before = await listOwnFiles();

      // Rejects at the end if one was not recorded.
      const load = setup.clickSteadily(200);
      for (const [args, failures] of [
        [['backup'], 1],
        [['backup', '--hourly'], 1], // the same fault is told once a day
      ] as const) {
        const { code, output } = await setup.runAside([...args]);
        expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining('ENOSPC') });
        expect(await countFailures()).toBe(failures);
        expect(await listOwnFiles()).toEqual(before);
      }
      await load.stop();
      expect(load.acknowledged.length).toBeGreaterThan(200);
      expect(setup.run(['verify-backup', first])).toMatchObject({ status: 0 });
      const archivedAt = async () => Date.parse((await readLogArchive(openFolderTarget(disk)))?.startedAt ?? '');
      const full = Date.now();

      await rm(join(disk, 'ballast'));
      // Every minute, by itself.
      await expect.poll(archivedAt, { timeout: 90_000 }).toBeGreaterThan(full);
      expect(setup.run(['backup', '--hourly'])).toMatchObject({ status: 0 });
      expect(setup.run(['verify-backup'])).toMatchObject({
        status: 0,
        stdout: expect.stringMatching(new RegExp(`, ${load.acknowledged.length + 51} clicks, [^]*\n0 differences`)),
      });
    });
  },
);

/** To the last byte. */
async function fill(path: string): Promise<void> {
  const ballast = await open(path, 'w');
  for (let block = Buffer.alloc(1024 * 1024); block.length > 0; ) {
    const isWritten = await ballast.write(block).catch(() => undefined);
    if (!isWritten) block = block.subarray(0, block.length >> 1);
  }
  await ballast.close();
}
