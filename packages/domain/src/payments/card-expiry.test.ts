import { expect, it } from 'vitest';
import { dueCardNotice } from './card-expiry.ts';

it.each([
  ['2026-11', '2026-10-31T12:00:00Z', null],
  ['2026-11', '2026-11-01T12:00:00Z', 30],
  ['2026-11', '2026-11-23T12:00:00Z', 30],
  ['2026-11', '2026-11-24T00:00:00Z', 7],
  ['2026-11', '2026-11-30T23:00:00Z', 7],
  ['2026-11', '2026-12-01T00:00:00Z', null],
  ['2026-12', '2026-12-10T00:00:00Z', 30],
])('a card until %s at %s has a notice of %s days', (expires, now, days) => {
  expect(dueCardNotice(expires, new Date(now))?.days ?? null).toBe(days);
});

it('names the last day', () => {
  expect(dueCardNotice('2028-02', new Date('2028-02-25T00:00:00Z'))).toEqual({ days: 7, lastDay: '2028-02-29' });
});
