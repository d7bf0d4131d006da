import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createBatcher } from './batcher.ts';

const DELAY_MS = 5;

describe('createBatcher', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('runs the work once for calls within the delay, after the last of them', async () => {
    const gather = createBatcher<string>(DELAY_MS);
    let truth = 'old';
    const work = vi.fn(async () => truth);
    const first = gather('panels', work);
    await vi.advanceTimersByTimeAsync(DELAY_MS - 1);
    truth = 'new';
    const second = gather('panels', work);
    await vi.advanceTimersByTimeAsync(DELAY_MS - 1);
    expect(work).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(await Promise.all([first, second])).toEqual(['new', 'new']);
    expect(work).toHaveBeenCalledTimes(1);
  });

  it('without a delay, runs the work after all pending input is read', async () => {
    vi.useRealTimers();
    const gather = createBatcher<string>();
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

  it('runs different keys separately, and runs a key again for calls made after the work started', async () => {
    const gather = createBatcher<number>(DELAY_MS);
    let finish = () => {};
    const slow = vi.fn(() => new Promise<number>((resolve) => (finish = () => resolve(1))));
    const one = gather('one', slow);
    const other = gather('other', async () => 2);
    await vi.advanceTimersByTimeAsync(DELAY_MS);
    const later = gather('one', async () => 3);
    await vi.advanceTimersByTimeAsync(DELAY_MS);
    finish();
    expect(await Promise.all([one, other, later])).toEqual([1, 2, 3]);
  });

  it('rejects all calls of a failed batch but not later ones', async () => {
    const gather = createBatcher<number>(DELAY_MS);
    const fails = () => Promise.reject(new Error('unavailable'));
    const settled = Promise.allSettled([gather('same', fails), gather('same', fails)]);
    await vi.advanceTimersByTimeAsync(DELAY_MS);
    expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const again = gather('same', async () => 4);
    await vi.advanceTimersByTimeAsync(DELAY_MS);
    expect(await again).toBe(4);
  });
});
