import {
  COMPARISONS,
  DIMENSIONS,
  INTERVALS,
  METRICS,
  REVENUE_BASES,
  type StatisticsFilter,
} from '@poklik/contract/statistics';
import { PRESETS } from '@poklik/domain/statistics/presets';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  DEFAULTS,
  narrowFilter,
  readState,
  type StatisticsState,
  toggleFilterValue,
  withoutMoney,
  writeState,
} from './statistics-state.ts';

const filters: fc.Arbitrary<StatisticsFilter[]> = fc.uniqueArray(
  fc.record({
    dimension: fc.constantFrom(...DIMENSIONS),
    operator: fc.constantFrom('in' as const, 'not_in' as const),
    values: fc.uniqueArray(fc.string({ unit: 'grapheme' }), { minLength: 1, maxLength: 3 }),
  }),
  { maxLength: 4, selector: ({ dimension, operator }) => `${dimension} ${operator}` },
);
const state: fc.Arbitrary<StatisticsState> = fc.record({
  period: fc.oneof(fc.constantFrom(...PRESETS), fc.constant({ start: '2026-10-24', end: '2026-10-26' })),
  compare: fc.constantFrom(...COMPARISONS),
  basis: fc.constantFrom('click', 'conversion'),
  revenue: fc.constantFrom(...REVENUE_BASES),
  timezone: fc.constantFrom(null, 'Asia/Kolkata'),
  filters,
  groups: fc.uniqueArray(fc.constantFrom(...DIMENSIONS), { minLength: 1, maxLength: 3 }),
  metric: fc.constantFrom(...METRICS),
  second: fc.option(fc.constantFrom(...METRICS)),
  interval: fc.option(fc.constantFrom(...INTERVALS)),
  sort: fc.option(fc.constantFrom(...METRICS, 'key' as const)),
  order: fc.option(fc.constantFrom('asc' as const, 'desc' as const)),
  page: fc.integer({ min: 1, max: 999 }),
  view: fc.option(fc.integer({ min: 1, max: 999 }), { nil: null }),
  unknown: fc.constantFrom([], ['contry']),
});

describe('the address', () => {
  it('reads what it has written', () => {
    fc.assert(
      fc.property(state, (one) => {
        expect(readState(writeState(one))).toEqual(one);
      }),
    );
  });

  it('is empty as long as everything is as usual', () => {
    expect(writeState(DEFAULTS)).toBe('');
    expect(readState('')).toEqual(DEFAULTS);
  });

  it('with nonsense in it shows what is usual and names what nobody knows', () => {
    expect(readState('?period=never&from=2026-13-01&g=moon&page=-1&contry=UA')).toEqual({
      ...DEFAULTS,
      unknown: ['contry'],
    });
  });

  it('asks for no money when it came to somebody who may not see it', () => {
    const { metric, second, sort, groups } = withoutMoney(readState('?metric=profit&second=cost&sort=roi&g=country'));
    expect({ metric, second, sort, groups }).toEqual({
      metric: 'clicks',
      second: null,
      sort: null,
      groups: ['country'],
    });
    expect(withoutMoney(readState('?metric=cr&sort=key'))).toMatchObject({ metric: 'cr', sort: 'key' });
  });

  it('holds values with any sign in them', () => {
    const odd = ['a,b|c', '&d=e+f', '', 'ї %2C'];
    const written = writeState({ ...DEFAULTS, filters: [{ dimension: 'sub1', operator: 'in', values: odd }] });
    expect(readState(written).filters).toEqual([{ dimension: 'sub1', operator: 'in', values: odd }]);
  });
});

describe('a filter', () => {
  it('is added by the first choice and removed by the second', () => {
    const once = narrowFilter([], 'country', 'UA');
    expect(once).toEqual([{ dimension: 'country', operator: 'in', values: ['UA'] }]);
    expect(narrowFilter(once, 'country', 'UA')).toEqual([]);
    expect(narrowFilter(once, 'country', 'PL')).toEqual([{ dimension: 'country', operator: 'in', values: ['PL'] }]);
  });

  it('collects values one by one', () => {
    const both = toggleFilterValue(toggleFilterValue([], 'country', 'UA'), 'country', 'PL');
    expect(both).toEqual([{ dimension: 'country', operator: 'in', values: ['UA', 'PL'] }]);
    expect(toggleFilterValue(toggleFilterValue(both, 'country', 'UA'), 'country', 'PL')).toEqual([]);
  });
});
