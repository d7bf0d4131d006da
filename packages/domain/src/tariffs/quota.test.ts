import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calendarMonth, exhaustedAt, levelReached, overQuotaFrom, projectedUsage } from './quota.ts';

describe('quota', () => {
  it.each([
    [0, 10_000, null],
    [7_999, 10_000, null],
    [8_000, 10_000, 80],
    [9_999, 10_000, 80],
    [10_000, 10_000, 100],
    [99_999, 10_000, 100],
    [1_000_000, null, null],
  ])('with %i of %s used has reached the level %s', (used, limit, level) => {
    expect(levelReached(used, limit)).toBe(level);
  });

  it('covers a calendar month in UTC', () => {
    expect(calendarMonth(new Date('2026-12-31T23:59:59.999Z'))).toEqual({
      month: '2026-12',
      from: new Date('2026-12-01T00:00:00Z'),
      until: new Date('2027-01-01T00:00:00Z'),
    });
  });

  it.each([
    ['half of it in ten days is all of it in twenty', 5_000, 10_000, '2026-11-11T00:00:00Z', '2026-11-21T00:00:00Z'],
    ['less than the month allows is never', 1_000, 10_000, '2026-11-11T00:00:00Z', null],
    ['nothing used says nothing', 0, 10_000, '2026-11-11T00:00:00Z', null],
    ['no limit is never reached', 5_000, null, '2026-11-11T00:00:00Z', null],
    ['all of it is now', 10_000, 10_000, '2026-11-11T00:00:00Z', '2026-11-11T00:00:00Z'],
    ['the first minutes say nothing', 50, 10_000, '2026-11-01T00:10:00Z', null],
  ])('%s', (_, used, limit, now, expected) => {
    expect(exhaustedAt(used, limit, new Date(now))).toEqual(expected === null ? null : new Date(expected));
  });

  it.each([
    [5_000, '2026-11-16T00:00:00Z', 10_000],
    [0, '2026-11-16T00:00:00Z', 0],
    [10, '2026-11-01T00:00:00Z', 7_200],
  ])('with %i used by %s is projected to reach %i', (used, now, expected) => {
    expect(projectedUsage(used, new Date(now))).toBe(expected);
  });

  it('exhaustion is predicted only for the rest of the current month', () => {
    const now = fc.date({ min: new Date('2026-01-01'), max: new Date('2030-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(fc.nat(10_000_000), fc.integer({ min: 1, max: 5_000_000 }), now, (used, limit, at) => {
        const foreseen = exhaustedAt(used, limit, at);
        if (foreseen) expect(foreseen >= at && foreseen < calendarMonth(at).until).toBe(true);
      }),
    );
  });
});

describe('over-quota period', () => {
  it.each([
    [[], 10, null],
    [[{ at: 0, events: 9 }], 10, null],
    [[{ at: 0, events: 10 }], 10, 900],
    [[{ at: 0, events: 11 }], 10, 900],
    [
      [
        { at: 900, events: 4 },
        { at: 4500, events: 5 },
        { at: 9000, events: 1 },
        { at: 18_000, events: 7 },
      ],
      10,
      9900,
    ],
  ])('for %j with a limit of %i starts at %s', (quarters, limit, from) => {
    expect(overQuotaFrom(quarters, limit)).toBe(from);
  });
});
