import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Clickhouse } from '../stores/clickhouse.ts';
import { listRecentClicks, type RecentClick } from './recent-clicks.ts';

const HOUR_MS = 3_600_000;
const NOON = Date.parse('2026-11-18T12:00:00Z');

/** Finds stored clicks between the bounds of the query, newest first. */
function createClickStore(stored: readonly { clickId: string; atMs: number }[]): Clickhouse['client'] {
  const query = async ({ query_params: { since, until } }: { query_params: { since: number; until: number } }) => ({
    json: async () =>
      stored
        .filter(({ atMs }) => atMs > since && atMs <= until)
        .toSorted((one, other) => other.atMs - one.atMs)
        .map(({ clickId, atMs }) => ({ clickId, atMs: String(atMs), campaignId: '1' })),
  });
  return { query } as unknown as Clickhouse['client'];
}

const list = async (stored: { clickId: string; atMs: number }[], after?: RecentClick): Promise<RecentClick[]> =>
  listRecentClicks(createClickStore(stored), 1, { after, perCampaign: 20, limit: 100 });
const names = (clicks: readonly RecentClick[]) => clicks.map(({ clickId }) => clickId);

describe('recent clicks', () => {
  afterEach(() => void vi.useRealTimers());

  it('continue after the newest known one', async () => {
    vi.useFakeTimers({ now: NOON });
    const stored = [{ clickId: 'first', atMs: NOON - 2_000 }];
    const [newest] = await list(stored);
    expect(await list(stored, newest)).toEqual([]);
    stored.push({ clickId: 'second', atMs: NOON - 1_000 });
    expect(names(await list(stored, newest))).toEqual(['second']);
  });

  it.each([HOUR_MS, 365 * 24 * HOUR_MS])('go on at once when the clock is set back by %d ms', async (shift) => {
    vi.useFakeTimers({ now: NOON + shift });
    const stored = [{ clickId: 'ahead', atMs: NOON + shift }];
    const [newest] = await list(stored);
    expect(newest?.clickId).toBe('ahead');
    vi.setSystemTime(NOON);
    stored.push({ clickId: 'later', atMs: NOON - 1_000 });
    expect(names(await list(stored, newest)), 'for a stream that is open').toEqual(['later']);
    expect(names(await list(stored)), 'for a stream that is opened now').toEqual(['later']);
  });
});
