import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Acknowledged, createAcknowledged } from '../testing/acknowledged.ts';
import { hasEngine } from '../testing/stats-command.ts';
import { temporaryFolder } from '../testing/test-tracker.ts';
import type { TrackerProcess } from '../testing/tracker-process.ts';
import { listSegments } from '../tracking/event-log/list-segments.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const YEAR = 365 * 24 * HOUR;

describe.skipIf(!(await hasEngine()))('what is acknowledged arrives once', { timeout: 300_000 }, () => {
  let on: Acknowledged;
  let sent = 0;
  beforeAll(async () => {
    on = await createAcknowledged();
  }, 400_000);
  afterAll(() => on.close());

  async function send(tracker: TrackerProcess, number: number): Promise<string[]> {
    const ids = await Promise.all(Array.from({ length: number }, () => on.send(tracker)));
    expect(ids).not.toContain(undefined);
    sent += number;
    return ids as string[];
  }
  async function expectAll(): Promise<void> {
    const all = { acknowledged: sent, lost: 0, twice: 0 };
    expect(await on.outcome(90_000)).toEqual({ clicks: all, postbacks: all, conversions: all });
  }

  it('when the clock is set back and forward, across starts and while it runs', async () => {
    await on.setClock(HOUR);
    const ahead = await on.start();
    await send(ahead, 5);
    expect(await ahead.stop()).toBe(0);
    await on.setClock(0);
    const right = await on.start();
    await send(right, 20);
    await expectAll();
    for (const shift of [-5 * MINUTE, YEAR, -YEAR, 0]) {
      await on.setClock(shift);
      await sleep(100);
      await send(right, 2);
      await expectAll();
    }
    await right.stop('SIGKILL');
    await on.setClock(-HOUR);
    await send(await on.start(), 5);
    await expectAll();
  });

  it('from two trackers on one machine and one data folder', async () => {
    const [first, second] = [await on.start(), await on.start()];
    for (let turn = 0; turn < 5; turn += 1) await Promise.all([send(first, 10), send(second, 10)]);
    await expectAll();
  });

  it('from what an older release has held for done too early, and from a folder of another machine', async () => {
    const elsewhere = await temporaryFolder();
    const other = await on.start(elsewhere);
    const ids = await send(other, 5);
    await other.stop('SIGKILL');
    for (const table of ['conversions', 'postbacks'])
      await on.database.pool.query(`delete from ${table} where click_id = any($1)`, [ids]);
    for (const log of ['events', 'postbacks']) {
      const [left] = await listSegments(join(elsewhere, log));
      const copied = join(on.dataDir, log, 'machine.example');
      await mkdir(copied);
      await cp(left?.path ?? '', join(copied, `${left?.segment}.log`));
      const segments = { [left?.segment ?? '']: { offset: 0, doneAt: Date.now() } };
      if (log === 'postbacks')
        await writeFile(join(on.dataDir, log, 'checkpoint.json'), JSON.stringify({ store: '', segments }));
    }
    await rm(elsewhere, { recursive: true });
    await on.start();
    await expectAll();
  });
});
