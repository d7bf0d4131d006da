import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type ChangeRequest,
  type CurrentSubscription,
  calculateChange,
  type OfferedTariff,
  sumOf,
  unusedValue,
} from './proration.ts';

const FREE: OfferedTariff = { id: 1, priceMinor: 0n, yearPriceMinor: null, period: 'month', trialDays: 0 };
const STARTER: OfferedTariff = { id: 2, priceMinor: 2900n, yearPriceMinor: null, period: 'month', trialDays: 0 };
const PRO: OfferedTariff = { id: 3, priceMinor: 7900n, yearPriceMinor: null, period: 'month', trialDays: 0 };
const TRIED: OfferedTariff = { id: 4, priceMinor: 9900n, yearPriceMinor: null, period: 'month', trialDays: 14 };
const YEARLY: OfferedTariff = { id: 5, priceMinor: 50_000n, yearPriceMinor: null, period: 'year', trialDays: 0 };

const at = (text: string) => new Date(`${text}T00:00:00.000Z`);

const onStarter: CurrentSubscription = {
  tariff: STARTER,
  period: 'month',
  status: 'active',
  isTrial: false,
  startsAt: at('2026-11-01'),
  endsAt: at('2026-12-01'),
  valueMinor: 2900n,
  creditMinor: 0n,
};
const wish = (changes: Partial<ChangeRequest>): ChangeRequest => ({
  tariff: PRO,
  period: 'month',
  running: onStarter,
  canStartTrial: true,
  coupon: null,
  taxBasisPoints: 0,
  now: at('2026-11-16'),
  ...changes,
});
const amounts = (changes: Partial<ChangeRequest>) =>
  calculateChange(wish(changes))?.lines.map(({ kind, amountMinor }) => [kind, amountMinor]);

describe('plan change', () => {
  const pastDue = { ...onStarter, status: 'past_due', valueMinor: 0n } as const;
  const onTrial = { ...onStarter, isTrial: true, valueMinor: 0n };
  const assigned = { ...onStarter, tariff: PRO, endsAt: null, valueMinor: 0n };
  it.each<[string, Partial<ChangeRequest>, string, string]>([
    ['from nothing begins now', { running: null }, 'start', '2026-11-16'],
    ['after an end begins now', { running: { ...onStarter, status: 'ended' } }, 'start', '2026-11-16'],
    ['to a dearer one happens now', {}, 'upgrade', '2026-11-16'],
    [
      'to a cheaper one waits for the end',
      { running: { ...onStarter, tariff: PRO }, tariff: STARTER },
      'downgrade',
      '2026-12-01',
    ],
    ['to the free one waits for the end', { tariff: FREE }, 'downgrade', '2026-12-01'],
    ['to a year of the same happens now', { tariff: STARTER, period: 'year' }, 'upgrade', '2026-11-16'],
    [
      'to a month of the same year waits',
      { tariff: STARTER, running: { ...onStarter, period: 'year' } },
      'downgrade',
      '2026-12-01',
    ],
    ['to what there is changes nothing', { tariff: STARTER }, 'current', '2026-11-16'],
    ['from nothing to the free one changes nothing', { tariff: FREE, running: null }, 'current', '2026-11-16'],
    ['while unpaid to the same pays what is owed', { tariff: STARTER, running: pastDue }, 'settle', '2026-11-16'],
    ['while unpaid to another starts it', { running: pastDue }, 'start', '2026-11-16'],
    ['while unpaid to the free one happens now', { tariff: FREE, running: pastDue }, 'downgrade', '2026-11-16'],
    ['from a given tariff to a paid one begins now', { tariff: STARTER, running: assigned }, 'start', '2026-11-16'],
    ['from a given tariff to itself changes nothing', { running: assigned }, 'current', '2026-11-16'],
    ['from a given tariff to the free one happens now', { tariff: FREE, running: assigned }, 'downgrade', '2026-11-16'],
    ['from a trial to the same begins now', { tariff: STARTER, running: onTrial }, 'start', '2026-11-16'],
    [
      'from a trial to a cheaper one begins now',
      { tariff: STARTER, running: { ...onTrial, tariff: PRO } },
      'start',
      '2026-11-16',
    ],
    ['from a trial to the free one waits for the end', { tariff: FREE, running: onTrial }, 'downgrade', '2026-12-01'],
    ['to one with a trial begins with it', { tariff: TRIED, running: null }, 'trial', '2026-11-16'],
    [
      'to one with a trial is paid after an earlier trial',
      { tariff: TRIED, running: null, canStartTrial: false },
      'start',
      '2026-11-16',
    ],
  ])('%s', (_, changes, kind, effectiveAt) => {
    expect(calculateChange(wish(changes))).toMatchObject({ kind, effectiveAt: at(effectiveAt) });
  });

  it('to a period that the plan is not sold for is impossible', () => {
    expect(calculateChange(wish({ tariff: YEARLY, period: 'month' }))).toBeNull();
    expect(calculateChange(wish({ tariff: YEARLY, period: 'year' }))).toMatchObject({ kind: 'upgrade' });
  });

  it('is itemized: the new period minus the unused part of the old one', () => {
    // Half of November is left on a plan for 29.00.
    expect(amounts({})).toEqual([
      ['tariff', 7900n],
      ['unused', -1450n],
    ]);
    expect(calculateChange(wish({}))).toMatchObject({
      subtotalMinor: 7900n,
      creditAppliedMinor: 1450n,
      totalMinor: 6450n,
    });
  });

  it('keeps the remaining credit and applies it to the next change', () => {
    const year = { ...onStarter, period: 'year', endsAt: at('2027-11-01'), valueMinor: 29_000n } as const;
    const change = calculateChange(wish({ running: year }));
    expect(change).toMatchObject({ kind: 'upgrade', totalMinor: 0n, creditAppliedMinor: 7900n });
    expect(change?.creditLeftMinor).toBe(unusedValue(year, at('2026-11-16')) - 7900n);
    expect(amounts({ running: { ...onStarter, creditMinor: 500n } })).toEqual([
      ['tariff', 7900n],
      ['unused', -1450n],
      ['credit', -500n],
    ]);
  });

  it('rounds unused time down, so that the credit never exceeds the payment', () => {
    const period = { startsAt: at('2026-11-01'), endsAt: at('2026-11-04'), valueMinor: 100n };
    expect(unusedValue(period, at('2026-11-02'))).toBe(66n);
    expect(unusedValue(period, at('2026-11-03'))).toBe(33n);
  });

  it('charges tax on the amount left to pay', () => {
    expect(calculateChange(wish({ taxBasisPoints: 2000 }))).toMatchObject({ taxMinor: 1290n, totalMinor: 7740n });
  });

  it('while past due starts with the unpaid period, so that the grace days are charged too', () => {
    const change = calculateChange(
      wish({ running: { ...pastDue, startsAt: at('2026-11-12'), endsAt: at('2026-12-12') } }),
    );
    expect(change?.lines[0]).toMatchObject({ from: at('2026-11-12'), until: at('2026-12-12') });
    expect(change?.lines).toHaveLength(1);
  });

  it('to a trial is free and ends after the trial days', () => {
    expect(calculateChange(wish({ tariff: TRIED, running: null }))).toMatchObject({
      totalMinor: 0n,
      lines: [],
      endsAt: at('2026-11-30'),
    });
  });
});

const instant = fc.date({ min: at('2025-01-01'), max: at('2030-01-01'), noInvalidDate: true });

describe('at any time', () => {
  it('the unused value is between zero and the full value and only decreases', () => {
    fc.assert(
      fc.property(instant, instant, fc.bigInt(0n, 10n ** 9n), (one, other, valueMinor) => {
        const [first, second] = one < other ? [one, other] : [other, one];
        const running = { ...onStarter, valueMinor };
        const [before, after] = [unusedValue(running, first), unusedValue(running, second)];
        expect(after <= before && after >= 0n && before <= valueMinor).toBe(true);
      }),
    );
  });

  it('lines, credit, tax and total add up exactly', () => {
    const tariff = fc.constantFrom(STARTER, PRO, TRIED, YEARLY);
    const running = fc.option(
      fc.record({
        tariff,
        period: fc.constantFrom('month' as const, 'year' as const),
        status: fc.constantFrom('active' as const, 'past_due' as const, 'ended' as const),
        isTrial: fc.boolean(),
        startsAt: fc.constant(at('2026-06-01')),
        endsAt: fc.option(fc.constant(at('2027-06-01'))),
        valueMinor: fc.bigInt(0n, 100_000n),
        creditMinor: fc.bigInt(0n, 100_000n),
      }),
    );
    const anyWish = fc.record({
      tariff,
      running,
      period: fc.constantFrom('month' as const, 'year' as const),
      canStartTrial: fc.boolean(),
      coupon: fc.option(
        fc.oneof(
          fc.record({ percent: fc.integer({ min: 1, max: 100 }), amountMinor: fc.constant(null) }),
          fc.record({ percent: fc.constant(null), amountMinor: fc.bigInt(1n, 200_000n) }),
        ),
      ),
      taxBasisPoints: fc.integer({ min: 0, max: 10_000 }),
      now: instant,
    });
    fc.assert(
      fc.property(anyWish, (asked) => {
        const change = calculateChange(asked);
        if (!change) return;
        const { lines, discountMinor, subtotalMinor, creditAppliedMinor, creditLeftMinor, taxMinor, totalMinor } =
          change;
        const sum = (kinds: string[]) =>
          lines.filter(({ kind }) => kinds.includes(kind)).reduce((total, { amountMinor }) => total + amountMinor, 0n);
        expect(sum(['tariff', 'coupon'])).toBe(subtotalMinor);
        expect(-sum(['coupon'])).toBe(discountMinor);
        expect(subtotalMinor >= 0n).toBe(true);
        if (lines.length > 0) expect(-sum(['unused', 'credit'])).toBe(creditAppliedMinor + creditLeftMinor);
        expect(totalMinor).toBe(subtotalMinor - creditAppliedMinor + taxMinor);
        expect(totalMinor >= 0n && creditLeftMinor >= 0n && creditAppliedMinor <= subtotalMinor).toBe(true);
      }),
    );
  });

  it('credit is neither lost nor created', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 9n), fc.bigInt(0n, 10n ** 9n), fc.nat(10_000), (subtotal, credit, tax) => {
        const { creditAppliedMinor, creditLeftMinor } = sumOf(subtotal, credit, tax);
        return creditAppliedMinor + creditLeftMinor === credit;
      }),
    );
  });
});
