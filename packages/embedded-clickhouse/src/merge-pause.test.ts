import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMergePause } from './merge-pause.ts';

const LARGE = 8 * 1024 * 1024;
const [STOP, START] = ['SYSTEM STOP MERGES poklik.clicks', 'SYSTEM START MERGES poklik.clicks'];

describe('merge pause', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const begin = () => {
    const said: string[] = [];
    const pause = createMergePause(async (sql) => said.push(sql));
    return { said, pause };
  };

  it('lasts from the first large batch until two seconds after the last', async () => {
    const { said, pause } = begin();
    await pause.onRows('poklik.clicks', LARGE - 1);
    expect(said).toEqual([]);
    for (let batch = 0; batch < 5; batch += 1) {
      await pause.onRows('poklik.clicks', LARGE);
      await vi.advanceTimersByTimeAsync(1_999);
    }
    expect(said).toEqual([STOP]);
    await vi.advanceTimersByTimeAsync(1);
    expect(said).toEqual([STOP, START]);
    await pause.onRows('poklik.clicks', LARGE);
    expect(said).toEqual([STOP, START, STOP]);
  });

  it('applies to each table separately', async () => {
    const { said, pause } = begin();
    await pause.onRows('poklik.clicks', LARGE);
    await pause.onRows('poklik.page_events', LARGE);
    expect(said).toEqual([STOP, 'SYSTEM STOP MERGES poklik.page_events']);
  });

  it('ends when there are many parts, even during a backlog', async () => {
    const { said, pause } = begin();
    for (let batch = 0; batch < 100; batch += 1) await pause.onRows('poklik.clicks', LARGE);
    expect(said).toEqual([STOP, START]);
  });

  it('sends nothing to a closed engine', async () => {
    const { said, pause } = begin();
    await pause.onRows('poklik.clicks', LARGE);
    pause.close();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(said).toEqual([STOP]);
  });
});
