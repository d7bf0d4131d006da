import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { momentAt, wallTime } from './wall-time.ts';

describe('wall time', () => {
  it.each([
    ['2026-12-01T09:30', 'Europe/Kyiv', '2026-12-01T07:30:00.000Z'],
    ['2026-07-01T09:30', 'Europe/Kyiv', '2026-07-01T06:30:00.000Z'],
    ['2026-01-01T00:00', 'Asia/Kathmandu', '2025-12-31T18:15:00.000Z'],
    ['2026-01-01T00:00', 'UTC', '2026-01-01T00:00:00.000Z'],
  ])('%s in %s is %s', (wall, timezone, iso) => {
    expect(momentAt(wall, timezone)).toBe(iso);
    expect(wallTime(iso, timezone)).toBe(wall);
  });

  it('in a skipped hour moves by an hour', () => {
    expect(wallTime(momentAt('2026-03-29T03:30', 'Europe/Kyiv') ?? '', 'Europe/Kyiv')).toMatch(/T0[24]:30$/);
  });

  it.each(['', 'tomorrow', '2026-13-01T00:00', '2026-01-01'])('rejects %j', (wall) => {
    expect(momentAt(wall, 'UTC')).toBeNull();
  });

  it('round-trips every instant', () => {
    const minute = fc.integer({ min: 0, max: 40_000_000 }).map((minutes) => minutes * 60_000);
    fc.assert(
      fc.property(
        minute,
        fc.constantFrom('Europe/Kyiv', 'America/New_York', 'Australia/Lord_Howe', 'UTC'),
        (at, zone) => {
          const wall = wallTime(new Date(at).toISOString(), zone);
          expect(wallTime(momentAt(wall, zone) ?? '', zone)).toBe(wall);
        },
      ),
    );
  });
});
