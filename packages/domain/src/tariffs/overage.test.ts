import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AgreedTerms,
  agreedFor,
  appliesFrom,
  billedAt,
  eventsAllowed,
  largestPlan,
  monthToBill,
  overageForecast,
  overageOf,
  termsOf,
} from './overage.ts';

const TERMS = { priceMinor: 150n, capMinor: 1_000n };

describe('events above the plan', () => {
  it.each([
    ['within it', 10_000, 10_000, TERMS, 0, 0n],
    ['one more', 10_001, 10_000, TERMS, 1, 150n],
    ['a thousand more', 11_000, 10_000, TERMS, 1, 150n],
    ['a thousand and one more', 11_001, 10_000, TERMS, 2, 300n],
    ['up to the cap', 16_000, 10_000, TERMS, 6, 900n],
    ['beyond the cap', 900_000, 10_000, TERMS, 6, 900n],
    ['a cap of whole thousands', 900_000, 10_000, { priceMinor: 150n, capMinor: 900n }, 6, 900n],
    ['a cap below one thousand', 900_000, 10_000, { priceMinor: 150n, capMinor: 149n }, 0, 0n],
    ['a plan without events', 1, 0, TERMS, 1, 150n],
    ['a plan without a limit', 900_000, null, TERMS, 0, 0n],
    ['nothing agreed', 900_000, 10_000, null, 0, 0n],
  ])('%s', (_, events, included, terms, thousands, amountMinor) =>
    expect(overageOf(events, included, terms)).toEqual({ thousands, amountMinor }),
  );

  const terms = fc.record({ priceMinor: fc.bigInt(1n, 10n ** 7n), capMinor: fc.bigInt(1n, 10n ** 11n) });
  const count = fc.nat(10 ** 9);
  it('cost whole thousands, never more than the cap, and never less for more of them', () =>
    fc.assert(
      fc.property(count, fc.nat(10 ** 6), count, terms, (events, more, included, agreed) => {
        const { thousands, amountMinor } = overageOf(events, included, agreed);
        expect(amountMinor).toBe(BigInt(thousands) * agreed.priceMinor);
        expect(amountMinor <= agreed.capMinor).toBe(true);
        expect(overageOf(events + more, included, agreed).amountMinor >= amountMinor).toBe(true);
      }),
    ));

  it('are all paid for exactly as long as reports are not locked', () =>
    fc.assert(
      fc.property(count, count, terms, (events, included, agreed) => {
        const { thousands } = overageOf(events, included, agreed);
        const allowed = eventsAllowed(included, agreed) as number;
        expect(events <= allowed).toBe(events <= included + thousands * 1_000);
      }),
    ));

  it.each([
    [10_000, TERMS, 16_000],
    [10_000, null, 10_000],
    [null, TERMS, null],
  ])('of %s are allowed up to the cap', (included, agreed, allowed) =>
    expect(eventsAllowed(included, agreed)).toBe(allowed),
  );

  it.each([
    ['at the pace of ten days', 5_000, '2026-11-11T00:00:00Z', 5],
    ['on the last day', 12_500, '2026-11-30T23:59:59Z', 3],
    ['without a limit', 5_000, '2026-11-11T00:00:00Z', 0],
  ])('are forecast %s', (what, used, now, thousands) => {
    const included = what === 'without a limit' ? null : 10_000;
    expect(overageForecast(used, { included, terms: TERMS, now: new Date(now) }).thousands).toBe(thousands);
  });
});

describe('what was agreed', () => {
  const HISTORY: AgreedTerms[] = [
    { fromMonth: '2026-12', priceMinor: 100n, capMinor: null },
    { fromMonth: '2026-09', priceMinor: 150n, capMinor: 1_000n },
    { fromMonth: '2026-11', priceMinor: 100n, capMinor: 5_000n },
  ];
  it.each([
    ['2026-08', undefined],
    ['2026-09', 1_000n],
    ['2026-10', 1_000n],
    ['2026-11', 5_000n],
    ['2027-03', null],
  ])('counts in %s', (month, capMinor) => expect(agreedFor(HISTORY, month)?.capMinor).toBe(capMinor));

  it.each([
    ['a cheaper plan', 100n, 150n, 1_000n, { priceMinor: 100n, capMinor: 1_000n }],
    ['a dearer plan', 200n, 150n, 1_000n, { priceMinor: 150n, capMinor: 1_000n }],
    ['a plan that sells none', null, 150n, 1_000n, null],
    ['a switch that is off', 100n, 150n, null, null],
  ])('with %s', (_, planPrice, priceMinor, capMinor, terms) =>
    expect(termsOf({ fromMonth: '2026-11', priceMinor, capMinor }, planPrice)).toEqual(terms),
  );
  it('is nothing at first', () => expect(termsOf(null, 100n)).toBeNull());

  const NOW = new Date('2026-12-31T23:59:59Z');
  const now = { fromMonth: '2026-11', priceMinor: 100n, capMinor: 1_000n };
  it.each([
    ['first', null, 1_000n, '2026-12'],
    ['more', now, 1_001n, '2026-12'],
    ['the same', now, 1_000n, '2026-12'],
    ['less', now, 999n, '2027-01'],
    ['off', now, null, '2027-01'],
    ['on again', { ...now, capMinor: null }, 1n, '2026-12'],
    ['off twice', { ...now, capMinor: null }, null, '2026-12'],
    ['off without ever being on', null, null, '2026-12'],
  ])('changes to %s from %4$s', (_, current, capMinor, from) => expect(appliesFrom(current, capMinor, NOW)).toBe(from));
});

describe('the bill', () => {
  it.each([
    ['2026-11-03T23:59:59Z', null],
    ['2026-11-04T00:00:00Z', '2026-10'],
    ['2026-11-30T00:00:00Z', '2026-10'],
    ['2027-01-04T00:00:00Z', '2026-12'],
  ])('on %s is for %s', (now, month) => expect(monthToBill(new Date(now))).toBe(month));

  it('comes on the fourth', () =>
    expect(billedAt(new Date('2026-12-31T12:00:00Z')).toISOString()).toBe('2027-01-04T00:00:00.000Z'));

  it.each([
    [[10, 30, 20], 30],
    [[10, null, 20], null],
    [[], undefined],
  ])('of plans with %j counts %s', (limits, limit) =>
    expect(largestPlan(limits.map((eventsLimit) => ({ eventsLimit })))?.eventsLimit).toBe(limit),
  );
});
