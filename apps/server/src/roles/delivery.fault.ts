import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { open, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { createDeliverySetup, type DeliverySetup } from '../testing/conversions/delivery-setup.ts';
import { hasEngine } from '../testing/processes/has-engine.ts';
import type { TrackerProcess } from '../testing/processes/tracker-process.ts';
import { createDatabase } from '../testing/test-clickhouse.ts';

const HOUR = 3_600_000;
const SHIFTS = [0, HOUR, -HOUR, -5 * 60_000, 365 * 24 * HOUR, -365 * 24 * HOUR];
const SENDERS = 20;
const TIMEOUT_MS = 300_000;
const isRoot = process.platform === 'linux' && process.getuid?.() === 0;

const sleepUpTo = (ms: number) => sleep(Math.random() * ms);

describe.skipIf(!(await hasEngine()))(
  'acknowledged clicks and postbacks are stored exactly once',
  { timeout: 3_600_000 },
  () => {
    let setup: DeliverySetup;
    afterEach(() => setup.close(), 120_000);

    /** Sends clicks and postbacks until stopped. */
    function startLoad(tracker: TrackerProcess): { stop(): Promise<void> } {
      let isOver = false;
      const senders = Array.from({ length: SENDERS }, async () => {
        while (!isOver) if ((await setup.send(tracker)) === undefined) await sleep(20);
      });
      return {
        async stop() {
          isOver = true;
          await Promise.all(senders);
        },
      };
    }

    async function expectDeliveredOnce(what: string): Promise<void> {
      const outcome = await setup.outcome(TIMEOUT_MS);
      process.stdout.write(`${what}: ${JSON.stringify(outcome)}\n`);
      const none = { lost: 0, twice: 0 };
      expect(outcome).toMatchObject({ clicks: none, postbacks: none, conversions: none, unconverted: [] });
      expect(outcome.postbacks.acknowledged).toBeGreaterThan(100);
    }

    it('when the tracker is killed 30 times and the engine and the ingest 10 times while the clock jumps', async () => {
      setup = await createDeliverySetup();
      for (let round = 0; round < 30; round += 1) {
        await setup.setClock(SHIFTS[round % SHIFTS.length] ?? 0);
        const tracker = await setup.start();
        const sending = startLoad(tracker);
        await sleepUpTo(1_500);
        await setup.setClock(SHIFTS[(round * 5 + 2) % SHIFTS.length] ?? 0);
        await sleepUpTo(1_500);
        if (round % 3 === 0) setup.clickhouse.kill();
        await tracker.stop('SIGKILL');
        await sending.stop();
      }
      await setup.setClock(0);
      await setup.start();
      await expectDeliveredOnce('30 kills, 60 jumps of the clock');
    });

    it.skipIf(!isRoot)('when the disk is full 50 times (needs root to mount a small disk)', async () => {
      const volume = mkdtempSync(join(tmpdir(), 'poklik-small-'));
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=384m', 'tmpfs', volume]);
      let fills = 0;
      /** Fills the disk for a moment. The next one may begin before this one has ended. */
      const fill = async (): Promise<void> => {
        fills += 1;
        const ballast = join(volume, `ballast-${fills}`);
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
        await sleepUpTo(1_500);
        await rm(ballast);
      };
      try {
        setup = await createDeliverySetup(join(volume, 'data'));
        let tracker = await setup.start();
        for (let round = 0; round < 50; round += 1) {
          const sending = startLoad(tracker);
          await sleepUpTo(500);
          if (round % 3 === 0) await fill();
          else if (round % 3 === 1) {
            setup.clickhouse.kill();
            await Promise.all([tracker.stop('SIGKILL'), sleepUpTo(1_000).then(fill)]);
          } else {
            const made = createDatabase(setup.clickhouse, `round_${round}`).catch(() => undefined);
            await sleepUpTo(1_000);
            await fill();
            await (await made)?.client.close();
            await setup.clickhouse.client
              .command({ query: `DROP DATABASE IF EXISTS round_${round}` })
              .catch(() => undefined);
          }
          await sending.stop();
          if (round % 3 === 1) tracker = await startOnFullDisk(fill);
        }
        await expectDeliveredOnce('50 times a full disk');
      } finally {
        await setup.close();
        execFileSync('umount', ['-l', volume]);
        rmSync(volume, { recursive: true });
      }
    });

    /** A tracker that cannot start exits with a message; its supervisor starts it again. */
    async function startOnFullDisk(fill: () => Promise<void>): Promise<TrackerProcess> {
      const filling = sleepUpTo(2_000).then(fill);
      for (let attempt = 0; ; attempt += 1) {
        try {
          return await setup.start();
        } catch (error) {
          if (attempt === 5) throw error;
          await filling;
        }
      }
    }
  },
);
