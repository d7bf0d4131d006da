import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseKeepRule, selectKept } from './keep-rule.ts';

describe('rule for backups to keep', () => {
  it.each([
    ['7d,4w,6m', { days: 7, weeks: 4, months: 6 }],
    ['30d', { days: 30, weeks: 0, months: 0 }],
    [' 1m , 2d', { days: 2, weeks: 0, months: 1 }],
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
    '2026-11-18T15:00:00Z',
  ];

  it.each([
    [{ days: 2, weeks: 0, months: 0 }, [times[3], times[5]]],
    [{ days: 0, weeks: 2, months: 0 }, [times[2], times[5]]],
    [{ days: 0, weeks: 0, months: 2 }, [times[1], times[5]]],
    [{ days: 1, weeks: 2, months: 9 }, [times[0], times[1], times[2], times[5]]],
    [{ days: 0, weeks: 0, months: 0 }, [times[5]]],
  ])('keeps the latest of each period: %j', (rule, kept) => {
    expect([...selectKept(backupsAt(...times), rule)].sort()).toEqual(kept);
  });

  it('always keeps the latest, whatever the order, and never more than the rule allows', () => {
    const count = fc.integer({ min: 0, max: 4 });
    const times = fc.uniqueArray(fc.integer({ min: 0, max: 200 }), { minLength: 1 });
    fc.assert(
      fc.property(times, count, count, count, (hours, days, weeks, months) => {
        const backups = hours.map((hour) => ({ id: String(hour), at: new Date(hour * 7 * 3_600_000) }));
        const kept = selectKept(backups, { days, weeks, months });
        expect(kept).toContain(String(Math.max(...hours)));
        expect(kept.size).toBeLessThanOrEqual(Math.max(1, days + weeks + months));
      }),
    );
  });
});
