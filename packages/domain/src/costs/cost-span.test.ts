import { describe, expect, it } from 'vitest';
import { changedDays, costSpan, overlappingSpan, pricedUntil } from './cost-span.ts';

const HOUR = 3_600;
const at = (iso: string): number => Date.parse(iso) / 1000;

describe('the span of a cost', () => {
  it.each([
    ['Europe/Kyiv', '2026-10-25', 25],
    ['Europe/Kyiv', '2026-03-29', 23],
    ['America/New_York', '2026-11-01', 25],
    ['America/New_York', '2026-03-08', 23],
    ['Asia/Kathmandu', '2026-10-25', 24],
  ])('in %s on %s has %d hours', (timezone, day, hours) => {
    const span = costSpan(timezone, day, day);
    expect(span && (span.until - span.from) / HOUR).toBe(hours);
  });

  it.each([
    ['2026-05-31', '2026-06-01', '2026-05-30T21:00Z', '2026-06-01T21:00Z'],
    ['2026-05-31 14:00', '2026-05-31 15:00', '2026-05-31T11:00Z', '2026-05-31T12:00Z'],
    ['2026-05-31T14:10', '2026-05-31 14:20:01', '2026-05-31T11:00Z', '2026-05-31T11:30Z'],
    ['2026-05-31 00:00', '2026-05-31 23:59:59', '2026-05-30T21:00Z', '2026-05-31T21:00Z'],
  ])('from %s to %s ends on quarter-hours', (start, end, from, until) => {
    expect(costSpan('Europe/Kyiv', start, end)).toEqual({ from: at(from), until: at(until) });
  });

  it('does not reach past the quarter-hour in which it was entered', () => {
    const until = at('2026-05-31T21:00Z');
    expect(pricedUntil(until, Date.parse('2026-05-31T15:07Z'))).toBe(at('2026-05-31T15:15Z'));
    expect(pricedUntil(until, Date.parse('2026-05-31T15:15Z'))).toBe(at('2026-05-31T15:30Z'));
    expect(pricedUntil(until, Date.parse('2026-06-02T00:00Z'))).toBe(until);
  });
});

describe('what is folded together', () => {
  const day = (from: number, until: number) => ({ from: from * 24 * HOUR, until: until * 24 * HOUR });

  it('is every entry that overlaps, and those that overlap it, in whole days', () => {
    const entries = [day(0.5, 1.5), day(1.2, 3), day(3, 4), day(6, 7)];
    expect(overlappingSpan(day(0.6, 0.7), entries)).toEqual(day(0, 3));
    expect(overlappingSpan(day(3.1, 3.2), entries)).toEqual(day(3, 4));
    expect(overlappingSpan(day(5, 5.5), entries)).toEqual(day(5, 6));
  });

  it.each([
    [{}, {}, null],
    [{ '1970-01-02': 1 }, { '1970-01-02': 1 }, null],
    [{ '1970-01-02': 1 }, { '1970-01-02': 2, '1970-01-04': 1 }, day(1, 4)],
    [{ '1970-01-03': 1 }, {}, day(2, 3)],
  ])('are the days that changed from %o to %o', (before, after, span) => {
    expect(changedDays(before as Record<string, number>, after as Record<string, number>)).toEqual(span);
  });
});
