import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { listSegments } from '@poklik/event-log/list-segments';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDeliverySetup, type DeliverySetup } from '../testing/conversions/delivery-setup.ts';
import { hasEngine } from '../testing/processes/has-engine.ts';
import type { TrackerProcess } from '../testing/processes/tracker-process.ts';
import { temporaryFolder } from '../testing/test-tracker.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const YEAR = 365 * 24 * HOUR;

describe.skipIf(!(await hasEngine()))(
  'acknowledged clicks and postbacks are stored exactly once',
  { timeout: 300_000 },
  () => {
    let setup: DeliverySetup;
    let sent = 0;
    beforeAll(async () => {
      setup = await createDeliverySetup();
    }, 400_000);
    afterAll(() => setup.close());

    async function send(tracker: TrackerProcess, number: number): Promise<string[]> {
      const ids = await Promise.all(Array.from({ length: number }, () => setup.send(tracker)));
      expect(ids).not.toContain(undefined);
      sent += number;
      return ids as string[];
    }
    async function expectDeliveredOnce(): Promise<void> {
      const all = { acknowledged: sent, lost: 0, twice: 0 };
      expect(await setup.outcome(90_000)).toEqual({ clicks: all, postbacks: all, conversions: all, unconverted: [] });
    }

    it('when the clock is set back and forward, across restarts and while running', async () => {
      await setup.setClock(HOUR);
      const ahead = await setup.start();
      await send(ahead, 5);
      expect(await ahead.stop()).toBe(0);
      await setup.setClock(0);
      const right = await setup.start();
      await send(right, 20);
      await expectDeliveredOnce();
      for (const shift of [-5 * MINUTE, YEAR, -YEAR, 0]) {
        await setup.setClock(shift);
        await sleep(100);
        await send(right, 2);
        await expectDeliveredOnce();
      }
      await right.stop('SIGKILL');
      await setup.setClock(-HOUR);
      await send(await setup.start(), 5);
      await expectDeliveredOnce();
    });

    it('with two trackers on one machine and one data folder', async () => {
      const [first, second] = [await setup.start(), await setup.start()];
      for (let turn = 0; turn < 5; turn += 1) await Promise.all([send(first, 10), send(second, 10)]);
      await expectDeliveredOnce();
    });

    it('with a checkpoint of an older release that is too far ahead, and a folder from another machine', async () => {
      const elsewhere = await temporaryFolder();
      const other = await setup.start(elsewhere);
      const ids = await send(other, 5);
      await other.stop('SIGKILL');
      for (const table of ['conversions', 'postbacks'])
        await setup.database.pool.query(`delete from ${table} where click_id = any($1)`, [ids]);
      for (const log of ['events', 'postbacks']) {
        const [left] = await listSegments(join(elsewhere, log));
        const copied = join(setup.dataDir, log, 'machine.example');
        await mkdir(copied);
        await cp(left?.path ?? '', join(copied, `${left?.segment}.log`));
        const segments = { [left?.segment ?? '']: { offset: 0, doneAt: Date.now() } };
        if (log === 'postbacks')
          await writeFile(join(setup.dataDir, log, 'checkpoint.json'), JSON.stringify({ store: '', segments }));
      }
      await rm(elsewhere, { recursive: true });
      await setup.start();
      await expectDeliveredOnce();
    });
  },
);
