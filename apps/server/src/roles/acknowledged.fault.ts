import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { open, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { type Acknowledged, createAcknowledged } from '../testing/acknowledged.ts';
import { hasEngine } from '../testing/stats-command.ts';
import { createDatabase } from '../testing/test-clickhouse.ts';
import type { TrackerProcess } from '../testing/tracker-process.ts';

const HOUR = 3_600_000;
const SHIFTS = [0, HOUR, -HOUR, -5 * 60_000, 365 * 24 * HOUR, -365 * 24 * HOUR];
const SENDERS = 20;
const PATIENCE_MS = 300_000;
const isRoot = process.platform === 'linux' && process.getuid?.() === 0;

const upTo = (ms: number) => sleep(Math.random() * ms);

describe.skipIf(!(await hasEngine()))('what is acknowledged arrives once', { timeout: 3_600_000 }, () => {
  let on: Acknowledged;
  afterEach(() => on.close(), 120_000);

  /** Clicks and postbacks until told to stop. */
  function load(tracker: TrackerProcess): { stop(): Promise<void> } {
    let isOver = false;
    const senders = Array.from({ length: SENDERS }, async () => {
      while (!isOver) if ((await on.send(tracker)) === undefined) await sleep(20);
    });
    return {
      async stop() {
        isOver = true;
        await Promise.all(senders);
      },
    };
  }

  const killStats = (): void => {
    const pid = on.clickhouse.pid();
    if (pid !== undefined) process.kill(pid, 'SIGKILL');
  };

  async function expectAll(what: string): Promise<void> {
    const outcome = await on.outcome(PATIENCE_MS);
    process.stdout.write(`${what}: ${JSON.stringify(outcome)}\n`);
    const none = { lost: 0, twice: 0 };
    expect(outcome).toMatchObject({ clicks: none, postbacks: none, conversions: none });
    expect(outcome.postbacks.acknowledged).toBeGreaterThan(100);
  }

  it('whose tracker is killed 30 times while the clock jumps, the statistics process 10 times', async () => {
    on = await createAcknowledged();
    for (let round = 0; round < 30; round += 1) {
      await on.setClock(SHIFTS[round % SHIFTS.length] ?? 0);
      const tracker = await on.start();
      const sending = load(tracker);
      await upTo(1_500);
      await on.setClock(SHIFTS[(round * 5 + 2) % SHIFTS.length] ?? 0);
      await upTo(1_500);
      if (round % 3 === 0) killStats();
      await tracker.stop('SIGKILL');
      await sending.stop();
    }
    await on.setClock(0);
    await on.start();
    await expectAll('30 kills, 60 jumps of the clock');
  });

  it.skipIf(!isRoot)('whose disk is full 50 times (needs root, to mount a small one)', async () => {
    const volume = mkdtempSync(join(tmpdir(), 'poklik-small-'));
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=384m', 'tmpfs', volume]);
    const ballast = join(volume, 'ballast');
    /** For a moment there is no room for anything. */
    const fill = async (): Promise<void> => {
      const file = await open(ballast, 'w');
      try {
        const block = Buffer.alloc(1024 * 1024);
        const { bavail, bsize } = await statfs(volume);
        for (let left = bavail * bsize; left > 0; left -= block.length) await file.write(block);
        for (let size = 4_096; size > 0; size -= 4_096) await file.write(block, 0, size);
      } catch {
        // Full.
      } finally {
        await file.close();
      }
      await upTo(1_500);
      await rm(ballast);
    };
    try {
      on = await createAcknowledged(join(volume, 'data'));
      let tracker = await on.start();
      for (let round = 0; round < 50; round += 1) {
        const sending = load(tracker);
        await upTo(500);
        if (round % 3 === 0) await fill();
        else if (round % 3 === 1) {
          killStats();
          await Promise.all([tracker.stop('SIGKILL'), upTo(1_000).then(fill)]);
        } else {
          const made = createDatabase(on.clickhouse, `round_${round}`).catch(() => undefined);
          await upTo(1_000);
          await fill();
          await (await made)?.client.close();
          await on.clickhouse.client
            .command({ query: `DROP DATABASE IF EXISTS round_${round}` })
            .catch(() => undefined);
        }
        await sending.stop();
        if (round % 3 === 1) tracker = await startOnFullDisk(fill);
      }
      await expectAll('50 times a full disk');
    } finally {
      await on.close();
      execFileSync('umount', ['-l', volume]);
      rmSync(volume, { recursive: true });
    }
  });

  /** A tracker that cannot start says so and ends; whoever watches over it starts it again. */
  async function startOnFullDisk(fill: () => Promise<void>): Promise<TrackerProcess> {
    const filling = upTo(2_000).then(fill);
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await on.start();
      } catch (error) {
        if (attempt === 5) throw error;
        await filling;
      }
    }
  }
});
