import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDailyCounts } from './daily-counts.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'poklik-counts-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const log = pino({ level: 'silent' });
const CAP = 1_000;
const open = (node = 'machine') => openDailyCounts(folder, node, log);

describe('daily cap counts', () => {
  it('reset every day', async () => {
    const counts = await open();
    counts.add(1, '2026-01-01');
    counts.add(1, '2026-01-01');
    counts.add(2, '2026-01-01');
    const clicks = (id: number, day: string) => counts.get(id, day, CAP);
    expect([clicks(1, '2026-01-01'), clicks(2, '2026-01-01'), clicks(1, '2026-01-02')]).toEqual([2, 1, 0]);
    counts.add(1, '2026-01-02');
    expect([clicks(1, '2026-01-02'), clicks(1, '2026-01-01')]).toEqual([1, 2]);
    await counts.close();
  });

  it('survive a restart and a crash, with the identity of the tracker', async () => {
    const first = await open();
    for (let turn = 0; turn < 5; turn += 1) first.add(7, '2026-01-01');
    await new Promise((resolve) => setTimeout(resolve, 1_300));
    const afterCrash = await open();
    expect(afterCrash.get(7, '2026-01-01', CAP)).toBe(5);
    first.add(7, '2026-01-01');
    await first.close();
    await afterCrash.close();
    const again = await open();
    expect([again.get(7, '2026-01-01', CAP), again.tracker]).toEqual([6, first.tracker]);
    await again.close();
  });

  it('of several trackers on one folder are separate', async () => {
    const [first, second] = [await open(), await open('machine@2')];
    first.add(7, '2026-01-01');
    await first.close();
    await second.close();
    expect(second.tracker).not.toBe(first.tracker);
    const again = [await open(), await open('machine@2')];
    expect(again.map((counts) => counts.get(7, '2026-01-01', CAP))).toEqual([1, 0]);
    for (const counts of again) await counts.close();
  });

  it('of an earlier release are continued by one tracker', async () => {
    await writeFile(join(folder, 'daily-counts.json'), '[[7,{"day":"2026-01-01","clicks":41}]]');
    const both = await Promise.all([open(), open('machine@2')]);
    expect(both.map((counts) => counts.get(7, '2026-01-01', CAP)).sort()).toEqual([0, 41]);
    for (const counts of both) await counts.close();
    const again = await Promise.all([open(), open('machine@2')]);
    expect(again.map((counts) => counts.get(7, '2026-01-01', CAP)).sort()).toEqual([0, 41]);
    expect(again.map(({ tracker }) => tracker)).toEqual(both.map(({ tracker }) => tracker));
    for (const counts of again) await counts.close();
  });

  it('start at zero when the file is damaged', async () => {
    await mkdir(join(folder, 'daily-counts'));
    await writeFile(join(folder, 'daily-counts', 'machine.json'), '[[1,');
    const counts = await open();
    expect(counts.get(1, '2026-01-01', CAP)).toBe(0);
    await counts.close();
  });
});
