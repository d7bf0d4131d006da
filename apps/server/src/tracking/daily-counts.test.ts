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

describe('counts for daily caps', () => {
  it('begin anew every day', async () => {
    const counts = await open();
    counts.add(1, '2026-01-01');
    counts.add(1, '2026-01-01');
    counts.add(2, '2026-01-01');
    expect([counts.of(1, '2026-01-01'), counts.of(2, '2026-01-01'), counts.of(1, '2026-01-02')]).toEqual([2, 1, 0]);
    counts.add(1, '2026-01-02');
    expect([counts.of(1, '2026-01-02'), counts.of(1, '2026-01-01')]).toEqual([1, 0]);
    await counts.close();
  });

  it('go on after a restart, also after one without goodbye', async () => {
    const first = await open();
    for (let turn = 0; turn < 5; turn += 1) first.add(7, '2026-01-01');
    await new Promise((resolve) => setTimeout(resolve, 1_300));
    const afterCrash = await open();
    expect(afterCrash.of(7, '2026-01-01')).toBe(5);
    first.add(7, '2026-01-01');
    await first.close();
    await afterCrash.close();
    expect((await open()).of(7, '2026-01-01')).toBe(6);
  });

  it('start from nothing where the file is broken', async () => {
    await writeFile(join(folder, 'daily-counts.json'), '[[1,');
    const counts = await openDailyCounts(join(folder, 'daily-counts.json'), pino({ level: 'silent' }));
    expect(counts.of(1, '2026-01-01')).toBe(0);
    await counts.close();
  });
});
