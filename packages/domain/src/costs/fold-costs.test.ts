import type { CostFilter } from '@poklik/contract/costs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { costDifference } from './cost-difference.ts';
import { overlappingSpan } from './cost-span.ts';
import {
  CELL_DIMENSIONS,
  type ClickGroup,
  type CostChange,
  EMPTY_CELL,
  type FoldedEntry,
  foldCosts,
  spread,
} from './fold-costs.ts';

const CAMPAIGN = 7;
const DAY = 86_400;
const QUARTER = 900;

const valuesOf = (known: Partial<Record<(typeof CELL_DIMENSIONS)[number], string>>): string[] =>
  CELL_DIMENSIONS.map((name, place) => known[name] ?? EMPTY_CELL[place] ?? '');

const clicks = (changes: Partial<ClickGroup> & { country?: string; sub1?: string } = {}): ClickGroup => {
  const { country = 'UA', sub1 = '', ...rest } = changes;
  return {
    ...{ quarter: 0, values: valuesOf({ country, sub1 }), clicks: 1, uniques: 1, bots: 0, uniqueBots: 0 },
    ...{ unpriced: 0, withoutCost: 0, currency: 'USD', cost: 0n, ...rest },
  };
};
const entry = (changes: Partial<FoldedEntry> = {}): FoldedEntry => ({
  ...{ id: 1, from: 0, until: DAY, filters: [], amount: 0n, currency: 'USD' },
  ...{ mode: 'set', kind: 'spend', spread: 'even', over: 'clicks', hasBots: true, ...changes },
});
const countryIs = (...values: string[]): CostFilter => ({ dimension: 'country', operator: 'in', values });

const amountsOf = (changes: readonly CostChange[]): bigint[] => changes.map(({ amount }) => amount);
const sumOf = (changes: readonly { amount: bigint }[]): bigint => changes.reduce((sum, one) => sum + one.amount, 0n);

describe('spreading an amount', () => {
  const weights = fc.array(fc.bigInt({ min: 0n, max: 1_000_000n }), { maxLength: 30 });

  it('gives whole units that add up to it, each within one of the exact share', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 18n }), weights, (amount, all) => {
        const shares = spread(amount, all);
        const total = all.reduce((sum, weight) => sum + weight, 0n);
        expect(shares.reduce((sum, share) => sum + share, 0n)).toBe(total === 0n ? 0n : amount);
        for (const [place, share] of shares.entries()) {
          const distance = share * total - amount * (all[place] ?? 0n);
          expect(distance < 0n ? -distance <= total : distance <= total).toBe(true);
          if (all[place] === 0n) expect(share).toBe(0n);
        }
      }),
    );
  });

  it('of one unit over three clicks is one unit and twice nothing', () => {
    expect(spread(1n, [1n, 1n, 1n]).sort()).toEqual([0n, 0n, 1n]);
  });
});

describe('folding', () => {
  it('replaces costs in every currency', () => {
    const groups = [clicks({ cost: 500n }), clicks({ country: 'PL', cost: 300n, currency: 'EUR' })];
    const changes = foldCosts(CAMPAIGN, groups, [entry({ amount: 1_001n, currency: 'EUR' })]);
    const left = (currency: string): bigint =>
      groups.filter((group) => group.currency === currency).reduce((sum, { cost }) => sum + cost, 0n) +
      sumOf(changes.filter((change) => change.currency === currency));
    expect([left('EUR'), left('USD')]).toEqual([1_001n, 0n]);
  });

  it.each([
    ['spend that replaces', entry({ amount: 10n }), -3, -5],
    ['spend that is added', entry({ amount: 10n, mode: 'add' }), -3, -5],
    ['spend of nothing', entry(), -3, -5],
    ['a fee', entry({ amount: 10n, mode: 'add', kind: 'fee' }), 0, 0],
  ])('%s', (_, one, unpriced, withoutCost) => {
    const changes = foldCosts(CAMPAIGN, [clicks({ clicks: 9, unpriced: 3, withoutCost: 5 })], [one]);
    expect(changes.reduce((sum, change) => sum + change.unpriced, 0)).toBe(unpriced);
    expect(changes.reduce((sum, change) => sum + change.withoutCost, 0)).toBe(withoutCost);
  });

  it('prices a click once', () => {
    const all = [entry({ amount: 10n }), entry({ id: 2, amount: 20n })];
    const changes = foldCosts(CAMPAIGN, [clicks({ unpriced: 1, withoutCost: 1 })], all);
    expect(changes.map(({ entryId, unpriced, amount }) => [entryId, unpriced, amount])).toEqual([
      [1, -1, 10n],
      [2, 0, 10n],
    ]);
  });

  it('lets bots carry their share, or not', () => {
    const groups = [clicks({ clicks: 4, bots: 3 }), clicks({ country: 'PL', clicks: 4 })];
    expect(amountsOf(foldCosts(CAMPAIGN, groups, [entry({ amount: 80n })]))).toEqual([40n, 40n]);
    expect(amountsOf(foldCosts(CAMPAIGN, groups, [entry({ amount: 80n, hasBots: false })]))).toEqual([64n, 16n]);
    const bots = groups.map((group) => ({ ...group, bots: group.clicks }));
    expect(sumOf(foldCosts(CAMPAIGN, bots, [entry({ amount: 80n, hasBots: false })]))).toBe(80n);
  });

  it('weighs by unique clicks or by the present cost', () => {
    const groups = [clicks({ clicks: 9, uniques: 1, cost: 30n }), clicks({ country: 'PL', clicks: 1, cost: 10n })];
    const add = { amount: 80n, mode: 'add' } as const;
    expect(amountsOf(foldCosts(CAMPAIGN, groups, [entry({ ...add, over: 'uniques' })]))).toEqual([40n, 40n]);
    expect(amountsOf(foldCosts(CAMPAIGN, groups, [entry({ ...add, spread: 'proportional' })]))).toEqual([20n, 60n]);
  });

  it('keeps an amount without clicks, under what the filters say', () => {
    const [change] = foldCosts(CAMPAIGN, [clicks()], [entry({ amount: 5n, filters: [countryIs('DE')] })]);
    expect(change).toMatchObject({ amount: 5n, quarter: 0, values: valuesOf({ country: 'DE' }) });
    const rule: CostFilter = { dimension: 'destination', operator: 'in', values: [`${CAMPAIGN}:2:3`] };
    const [routed] = foldCosts(CAMPAIGN, [], [entry({ amount: 5n, filters: [rule] })]);
    expect(routed?.values).toEqual(valuesOf({ rule: '2', destination: '3' }));
    const several = foldCosts(CAMPAIGN, [], [entry({ amount: 5n, filters: [countryIs('DE', 'FR')] })]);
    expect(several[0]?.values).toEqual(valuesOf({}));
  });

  it('replaces an amount without clicks by the next one', () => {
    const filters = [countryIs('DE')];
    const all = [entry({ amount: 5n, filters }), entry({ id: 2, amount: 7n, filters })];
    expect(sumOf(foldCosts(CAMPAIGN, [clicks()], all))).toBe(7n);
  });
});

const COUNTRIES = ['UA', 'PL', 'DE'];
const group: fc.Arbitrary<ClickGroup> = fc
  .record({
    quarter: fc.integer({ min: 0, max: 5 * 96 - 1 }).map((place) => place * QUARTER),
    country: fc.constantFrom(...COUNTRIES),
    sub1: fc.constantFrom('a', 'b'),
    clicks: fc.integer({ min: 0, max: 5 }),
    cost: fc.bigInt({ min: 0n, max: 1_000n }),
    currency: fc.constantFrom('USD', 'EUR'),
    unpriced: fc.boolean(),
  })
  .map(({ unpriced, ...one }) =>
    clicks({ ...one, uniques: 0, ...(unpriced ? { unpriced: one.clicks, withoutCost: one.clicks, cost: 0n } : {}) }),
  );
const newEntry: fc.Arbitrary<Omit<FoldedEntry, 'id'>> = fc
  .record({
    first: fc.integer({ min: 0, max: 30 }),
    length: fc.integer({ min: 1, max: 9 }),
    filters: fc.constantFrom<CostFilter[]>(
      [],
      [countryIs('UA')],
      [countryIs('PL', 'DE')],
      [{ dimension: 'sub1', operator: 'not_in', values: ['a'] }],
    ),
    amount: fc.bigInt({ min: 0n, max: 10_000n }),
    currency: fc.constantFrom('USD', 'EUR'),
    mode: fc.constantFrom('set' as const, 'add' as const),
    spread: fc.constantFrom('even' as const, 'proportional' as const),
    over: fc.constantFrom('clicks' as const, 'uniques' as const),
    hasBots: fc.boolean(),
  })
  .map(({ first, length, ...one }) => {
    const step = DAY / 8;
    return { ...one, kind: 'spend', from: first * step, until: (first + length) * step };
  });
type Step = { clicks: ClickGroup } | { entry: Omit<FoldedEntry, 'id'> } | { undo: number };
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ clicks: group }) },
  { weight: 3, arbitrary: fc.record({ entry: newEntry }) },
  { weight: 2, arbitrary: fc.record({ undo: fc.nat(9) }) },
);

const isWithin = ({ from, until }: { from: number; until: number }, quarter: number): boolean =>
  quarter >= from && quarter < until;

describe('incremental folds', () => {
  it('end up where one fold from scratch does, whatever happened in whatever order', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const groups: ClickGroup[] = [];
        let live: FoldedEntry[] = [];
        let stored: CostChange[] = [];
        let nextId = 1;
        const foldAround = (due: { from: number; until: number }): void => {
          const span = overlappingSpan(due, live);
          const entries = live.filter(({ from, until }) => from < span.until && until > span.from);
          const own = groups.filter(({ quarter }) => isWithin(span, quarter));
          const present = stored.filter(({ quarter }) => isWithin(span, quarter));
          stored = costDifference([...stored, ...costDifference(foldCosts(CAMPAIGN, own, entries), present)], []);
        };
        for (const one of steps) {
          if ('clicks' in one) {
            groups.push(one.clicks);
            foldAround({ from: one.clicks.quarter, until: one.clicks.quarter + QUARTER });
          } else if ('entry' in one) {
            live.push({ id: nextId++, ...one.entry });
            foldAround(one.entry);
          } else {
            const undone = live[one.undo];
            live = live.filter((other) => other !== undone);
            if (undone) foldAround(undone);
          }
        }
        expect(costDifference(foldCosts(CAMPAIGN, groups, live), stored)).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('leave exactly the amount in a segment, in every grouping', () => {
    fc.assert(
      fc.property(
        fc.array(group, { maxLength: 30 }),
        fc.array(newEntry, { maxLength: 4 }),
        newEntry,
        (groups, others, last) => {
          const entries = [...others, { ...last, mode: 'set' as const }].map((one, place) => ({
            id: place + 1,
            ...one,
          }));
          const changes = foldCosts(CAMPAIGN, groups, entries);
          const segment = [...groups.map(({ cost, ...one }) => ({ ...one, amount: cost })), ...changes].filter(
            ({ quarter, values }) => isWithin(last, quarter) && isIn(last.filters, values),
          );
          const carried = groups.some(
            (one) => one.clicks > 0 && isWithin(last, one.quarter) && isIn(last.filters, one.values),
          );
          const isNamed =
            carried || last.filters.every(({ operator, values }) => operator === 'in' && values.length === 1);
          if (!isNamed) return;
          for (const currency of ['USD', 'EUR']) {
            const own = segment.filter((one) => one.currency === currency);
            const byCountry = [...new Set(own.map(({ values }) => values[3]))].map((country) =>
              sumOf(own.filter(({ values }) => values[3] === country)),
            );
            expect(sumOf(own)).toBe(currency === last.currency ? last.amount : 0n);
            expect(byCountry.reduce((sum, one) => sum + one, 0n)).toBe(sumOf(own));
            for (const sum of byCountry) expect(sum >= 0n).toBe(true);
          }
        },
      ),
    );
  });
});

const isIn = (filters: readonly CostFilter[], values: readonly string[]): boolean =>
  filters.every(({ dimension, operator, values: wanted }) => {
    const value = values[CELL_DIMENSIONS.indexOf(dimension)] ?? '';
    return wanted.includes(value) === (operator === 'in');
  });
