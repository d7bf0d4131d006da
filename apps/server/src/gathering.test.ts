import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createGathering } from './gathering.ts';

const MOMENT_MS = 5;

describe('a gathering', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('does the work once for all who come within a moment of each other, and after the last of them came', async () => {
    const gather = createGathering<string>(MOMENT_MS);
    let truth = 'old';
    const work = vi.fn(async () => truth);
    const first = gather('panels', work);
    await vi.advanceTimersByTimeAsync(MOMENT_MS - 1);
    truth = 'new';
    const second = gather('panels', work);
    await vi.advanceTimersByTimeAsync(MOMENT_MS - 1);
    expect(work).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(await Promise.all([first, second])).toEqual(['new', 'new']);
    expect(work).toHaveBeenCalledTimes(1);
  });

  it('waits without a moment only until everything that has arrived is read', async () => {
    vi.useRealTimers();
    const gather = createGathering<string>();
    let truth = 'old';
    const work = vi.fn(async () => truth);
    const first = gather('session', work);
    await Promise.resolve();
    truth = 'new';
    expect(await Promise.all([first, gather('session', work)])).toEqual(['new', 'new']);
    expect(work).toHaveBeenCalledTimes(1);
    truth = 'revoked';
    expect(await gather('session', work)).toBe('revoked');
  });

  it('does other work by itself, and the same again for who comes later, be the first still under way', async () => {
    const gather = createGathering<number>(MOMENT_MS);
    let finish = () => {};
    const slow = vi.fn(() => new Promise<number>((resolve) => (finish = () => resolve(1))));
    const one = gather('one', slow);
    const other = gather('other', async () => 2);
    await vi.advanceTimersByTimeAsync(MOMENT_MS);
    const later = gather('one', async () => 3);
    await vi.advanceTimersByTimeAsync(MOMENT_MS);
    finish();
    expect(await Promise.all([one, other, later])).toEqual([1, 2, 3]);
  });

  it('fails for all who came, and not for those who come afterwards', async () => {
    const gather = createGathering<number>(MOMENT_MS);
    const fails = () => Promise.reject(new Error('away'));
    const settled = Promise.allSettled([gather('same', fails), gather('same', fails)]);
    await vi.advanceTimersByTimeAsync(MOMENT_MS);
    expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const again = gather('same', async () => 4);
    await vi.advanceTimersByTimeAsync(MOMENT_MS);
    expect(await again).toBe(4);
  });
});
