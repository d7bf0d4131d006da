import { describe, expect, it } from 'vitest';
import { linkBehavior, trafficState } from './traffic-state.ts';

const now = Date.parse('2026-06-01T12:00:00Z');
const open = { status: 'active', start_at: null, end_at: null, daily_cap: null } as const;

describe('campaign state', () => {
  it.each([
    ['is open', {}, 0, 'open'],
    ['that is a draft says so', { status: 'draft' }, 0, 'draft'],
    ['that is paused says so', { status: 'paused' }, 0, 'paused'],
    ['that is archived says so', { status: 'archived' }, 0, 'archived'],
    ['that is paused says so even if it has ended', { status: 'paused', end_at: '2026-05-01T00:00:00Z' }, 0, 'paused'],
    ['has not started a millisecond before', { start_at: '2026-06-01T12:00:00.001Z' }, 0, 'not_started'],
    ['has started at the moment itself', { start_at: '2026-06-01T12:00:00Z' }, 0, 'open'],
    ['is open a millisecond before its end', { end_at: '2026-06-01T12:00:00.001Z' }, 0, 'open'],
    ['has ended at the moment itself', { end_at: '2026-06-01T12:00:00Z' }, 0, 'ended'],
    ['takes its last click below the cap', { daily_cap: 5 }, 4, 'open'],
    ['is capped at the cap', { daily_cap: 5 }, 5, 'capped'],
    ['without a cap is never capped', {}, 1e9, 'open'],
  ] as const)('%s', (_, change, clicksToday, expected) => {
    expect(trafficState({ ...open, ...change }, now, clicksToday)).toBe(expected);
  });
});

describe('link behavior', () => {
  it.each([
    ['open', 'default_url', 'rules'],
    ['open', 'gone', 'rules'],
    ['draft', 'default_url', 'missing'],
    ['draft', 'gone', 'missing'],
    ['archived', 'default_url', 'gone'],
    ['paused', 'default_url', 'default_url'],
    ['paused', 'gone', 'gone'],
    ['not_started', 'default_url', 'default_url'],
    ['ended', 'gone', 'gone'],
    ['capped', 'default_url', 'default_url'],
  ] as const)('of a %s campaign with the fallback %s is %s', (state, paused_fallback, expected) => {
    expect(linkBehavior({ paused_fallback }, state)).toBe(expected);
  });
});
