import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ATTEMPTS_MAX, type Attempt, dunningMoments, nextCharge } from './dunning.ts';

const DAYS = [1, 3, 5, 6];
const ISSUED = new Date('2026-11-20T15:30:00Z');
const MOMENTS = dunningMoments(ISSUED, 'UTC', DAYS);
const at = (text: string): Date => new Date(text);
const attempt = (methodId: number, time: string, status: Attempt['status'] = 'failed'): Attempt => ({
  methodId,
  at: at(time),
  status,
});

describe('moments of dunning', () => {
  it.each([
    ['UTC', '2026-11-20T15:30:00Z', ['2026-11-21T10:00', '2026-11-23T10:00', '2026-11-25T10:00', '2026-11-26T10:00']],
    [
      'Europe/Kyiv',
      '2026-11-20T15:30:00Z',
      ['2026-11-21T08:00', '2026-11-23T08:00', '2026-11-25T08:00', '2026-11-26T08:00'],
    ],
    // It is the next day there already.
    [
      'Pacific/Auckland',
      '2026-11-20T15:30:00Z',
      ['2026-11-21T21:00', '2026-11-23T21:00', '2026-11-25T21:00', '2026-11-26T21:00'],
    ],
    // Summer time ends on 1 November.
    [
      'America/New_York',
      '2026-10-30T15:30:00Z',
      ['2026-10-31T14:00', '2026-11-02T15:00', '2026-11-04T15:00', '2026-11-05T15:00'],
    ],
  ])('in %s are 10:00 of the days after %s', (timezone, issued, expected) => {
    const moments = dunningMoments(at(issued), timezone, DAYS);
    expect(moments[0]).toEqual(at(issued));
    expect(moments.slice(1).map((moment) => moment.toISOString().slice(0, 16))).toEqual(expected);
  });

  it('lie within the seven days of grace for any time zone and hour', () => {
    const zones = fc.constantFrom('UTC', 'Europe/Kyiv', 'Pacific/Kiritimati', 'Etc/GMT+12', 'Asia/Kathmandu');
    const moment = fc.date({ min: at('2026-01-01T00:00:00Z'), max: at('2028-01-01T00:00:00Z'), noInvalidDate: true });
    fc.assert(
      fc.property(zones, moment, (timezone, issued) => {
        const moments = dunningMoments(issued, timezone, DAYS);
        const ends = issued.getTime() + 7 * 86_400_000;
        expect(moments.every((one, place) => place === 0 || (one > issued && one.getTime() < ends))).toBe(true);
      }),
    );
  });
});

describe('next charge', () => {
  const RENEWED = '2026-11-20T15:30:00Z';
  it.each<[string, Attempt[], number[], string, object]>([
    ['is the first card at renewal', [], [7, 8], RENEWED, { kind: 'charge', methodId: 7, attempt: 1 }],
    ['is the next card at once', [attempt(7, RENEWED)], [7, 8], RENEWED, { kind: 'charge', methodId: 8, attempt: 2 }],
    ['waits when every card was tried', [attempt(7, RENEWED)], [7], RENEWED, { kind: 'wait', until: MOMENTS[1] }],
    ['comes at 10:00', [attempt(7, RENEWED)], [7], '2026-11-21T10:00:00Z', { kind: 'charge', methodId: 7, attempt: 2 }],
    [
      'is one a day afterwards, of the card tried least often',
      [attempt(7, RENEWED), attempt(8, RENEWED), attempt(7, '2026-11-21T10:04:00Z')],
      [7, 8],
      '2026-11-23T10:04:00Z',
      { kind: 'charge', methodId: 8, attempt: 4 },
    ],
    [
      'comes late after a downtime, once',
      [attempt(7, RENEWED)],
      [7],
      '2026-11-24T20:00:00Z',
      { kind: 'charge', methodId: 7, attempt: 2 },
    ],
    [
      'is that of a new card at once',
      [attempt(7, RENEWED), attempt(7, '2026-11-21T10:04:00Z')],
      [7, 9],
      '2026-11-22T12:00:00Z',
      { kind: 'charge', methodId: 9, attempt: 3 },
    ],
    [
      'waits for an answer',
      [attempt(7, RENEWED, 'pending')],
      [7, 8],
      '2026-11-25T10:00:00Z',
      { kind: 'wait', until: null },
    ],
    ['needs a card', [], [], RENEWED, { kind: 'wait', until: null }],
    [
      'is none after the last day',
      [attempt(7, '2026-11-26T10:00:00Z')],
      [7],
      '2026-11-27T00:00:00Z',
      { kind: 'wait', until: null },
    ],
  ])('%s', (_, attempts, methods, now, expected) => {
    expect(nextCharge({ moments: MOMENTS, attempts, methods, now: at(now) })).toEqual(expected);
  });

  it('is never a sixth, and never two of one card at one moment', () => {
    const methods = fc.uniqueArray(fc.integer({ min: 1, max: 9 }), { maxLength: 7 });
    const hours = fc.array(fc.integer({ min: 0, max: 167 }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(methods, hours, (ids, visits) => {
        const attempts: Attempt[] = [];
        for (const hour of visits.toSorted((one, other) => one - other)) {
          const now = new Date(ISSUED.getTime() + hour * 3_600_000);
          for (;;) {
            const step = nextCharge({ moments: MOMENTS, attempts, methods: ids, now });
            if (step.kind === 'wait') break;
            expect(attempts.some(({ methodId, at: time }) => methodId === step.methodId && +time === +now)).toBe(false);
            attempts.push({ methodId: step.methodId, at: now, status: 'failed' });
          }
        }
        expect(attempts.length).toBeLessThanOrEqual(ATTEMPTS_MAX);
      }),
    );
  });
});
