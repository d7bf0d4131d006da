import { mkdtemp, rm, writeFile } from 'node:fs/promises';
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

const open = () => openDailyCounts(join(folder, 'tracker', 'daily-counts.json'), pino({ level: 'silent' }));

describe('daily cap counts', () => {
  it('reset every day', async () => {
    const counts = await open();
    counts.add(1, '2026-01-01');
    counts.add(1, '2026-01-01');
    counts.add(2, '2026-01-01');
    expect([counts.get(1, '2026-01-01'), counts.get(2, '2026-01-01'), counts.get(1, '2026-01-02')]).toEqual([2, 1, 0]);
    counts.add(1, '2026-01-02');
    expect([counts.get(1, '2026-01-02'), counts.get(1, '2026-01-01')]).toEqual([1, 0]);
    await counts.close();
  });

  it('survive a restart and a crash', async () => {
    const first = await open();
    for (let turn = 0; turn < 5; turn += 1) first.add(7, '2026-01-01');
    await new Promise((resolve) => setTimeout(resolve, 1_300));
    const afterCrash = await open();
    expect(afterCrash.get(7, '2026-01-01')).toBe(5);
    first.add(7, '2026-01-01');
    await first.close();
    await afterCrash.close();
    expect((await open()).get(7, '2026-01-01')).toBe(6);
  });

  it('start at zero when the file is damaged', async () => {
    await writeFile(join(folder, 'daily-counts.json'), '[[1,');
    const counts = await openDailyCounts(join(folder, 'daily-counts.json'), pino({ level: 'silent' }));
    expect(counts.get(1, '2026-01-01')).toBe(0);
    await counts.close();
  });
});
