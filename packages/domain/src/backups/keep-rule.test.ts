import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseKeepRule, selectKept } from './keep-rule.ts';

describe('rule for backups to keep', () => {
  it.each([
    ['24h,7d,4w,6m', { hours: 24, days: 7, weeks: 4, months: 6 }],
    ['7d,4w,6m', { hours: 0, days: 7, weeks: 4, months: 6 }],
    ['30d', { hours: 0, days: 30, weeks: 0, months: 0 }],
    [' 1m , 2d', { hours: 0, days: 2, weeks: 0, months: 1 }],
    ['', undefined],
    ['7', undefined],
    ['-1d', undefined],
    ['7d,,4w', undefined],
    ['7y', undefined],
  ])('reads %j', (text, rule) => {
    expect(parseKeepRule(text)).toEqual(rule);
  });

  const backupsAt = (...times: string[]) => times.map((id) => ({ id, at: new Date(id) }));
  const times = [
    '2026-09-30T03:10:00Z',
    '2026-10-31T03:10:00Z',
    '2026-11-14T03:10:00Z', // Saturday
    '2026-11-16T03:10:00Z', // Monday
    '2026-11-18T03:10:00Z',
    '2026-11-18T14:10:00Z',
    '2026-11-18T15:00:00Z',
  ];

  it.each([
    [{ hours: 0, days: 2, weeks: 0, months: 0 }, [times[3], times[6]]],
    [{ hours: 0, days: 0, weeks: 2, months: 0 }, [times[2], times[6]]],
    [{ hours: 0, days: 0, weeks: 0, months: 2 }, [times[1], times[6]]],
    [{ hours: 0, days: 1, weeks: 2, months: 9 }, [times[0], times[1], times[2], times[6]]],
    [{ hours: 1, days: 0, weeks: 0, months: 0 }, [times[5], times[6]]],
    [{ hours: 3, days: 0, weeks: 0, months: 0 }, [times[4], times[5], times[6]]],
    [{ hours: 0, days: 0, weeks: 0, months: 0 }, [times[6]]],
  ])('keeps the latest of each period: %j', (rule, kept) => {
    expect([...selectKept(backupsAt(...times), rule)].sort()).toEqual(kept);
  });

  it('always keeps the latest, whatever the order, and never more than the rule allows', () => {
    const count = fc.integer({ min: 0, max: 4 });
    const times = fc.uniqueArray(fc.integer({ min: 0, max: 200 }), { minLength: 1 });
    fc.assert(
      fc.property(times, count, count, count, count, (times, hours, days, weeks, months) => {
        const backups = times.map((time) => ({ id: String(time), at: new Date(time * 7 * 1_800_000) }));
        const kept = selectKept(backups, { hours, days, weeks, months });
        expect(kept).toContain(String(Math.max(...times)));
        expect(kept.size).toBeLessThanOrEqual(Math.max(1, hours + days + weeks + months));
      }),
    );
  });
});
