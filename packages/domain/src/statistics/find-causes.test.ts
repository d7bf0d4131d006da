import { EXPLAINED_METRICS } from '@poklik/contract/statistics-change';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type ChangeTotals,
  type Compared,
  evidenceOf,
  explainedValue,
  isUncertain,
  totalAmount,
} from './explain-change.ts';
import {
  buildSegments,
  byConcentration,
  type ListedRows,
  narrowCauses,
  restOf,
  type Segment,
  splitByValues,
} from './find-causes.ts';

const usd = (amount: number): bigint => BigInt(Math.round(amount * 1_000_000));

/** Clicks of one value: 2 % convert, payout $10, a tenth pending, $0.10 a click. */
function totals(
  changes: Partial<Record<'clicks' | 'conversions' | 'pending' | 'rejected' | 'payout' | 'cpc', number>> = {},
) {
  const {
    clicks = 1_000,
    conversions = clicks / 50,
    pending = conversions / 10,
    rejected = 0,
    payout = 10,
    cpc = 0.1,
  } = changes;
  const kept = conversions - rejected;
  return {
    ...{ clicks: BigInt(clicks), priced: BigInt(clicks), cost: usd(clicks * cpc) },
    ...{ conversions: BigInt(conversions), pending: BigInt(pending), kept: BigInt(kept) },
    ...{ payouts: usd(kept * payout), revenue: usd((kept - pending) * payout) },
  };
}

const add = (one: ChangeTotals, other: ChangeTotals): ChangeTotals =>
  Object.fromEntries(
    Object.entries(one).map(([name, value]) => [name, value + other[name as keyof ChangeTotals]]),
  ) as unknown as ChangeTotals;
const wholeOf = (segments: readonly Compared[]): Compared => ({
  before: segments.map(({ before }) => before).reduce(add),
  now: segments.map(({ now }) => now).reduce(add),
});
const differenceOf = ({ before, now }: Compared, metric: (typeof EXPLAINED_METRICS)[number]): bigint =>
  explainedValue(now, metric) - explainedValue(before, metric);

const segment = (key: string, before: ChangeTotals, now: ChangeTotals): Segment => ({
  path: [{ dimension: 'campaign', key }],
  before,
  now,
});
function split(...segments: Segment[]) {
  const all = wholeOf(segments);
  return splitByValues({ path: [], ...all }, { dimension: 'campaign', segments }, { all, metric: 'profit' });
}
const nonZero = (amounts: Record<string, bigint>) =>
  Object.fromEntries(Object.entries(amounts).filter(([, amount]) => amount !== 0n));

const listed = (causes: ReturnType<typeof split>['causes']) =>
  causes.map(({ segment: own, part, amount }) => [own.path.map(({ key }) => key).join(' '), part, amount]);

describe('causes of a change', () => {
  it('are the segments in which something changed', () => {
    const { amounts, causes } = split(
      segment('more pending', totals(), totals({ pending: 12 })),
      segment('dearer', totals(), totals({ cpc: 0.15 })),
      segment('fewer clicks', totals(), totals({ clicks: 500 })),
      segment('lower payout', totals(), totals({ payout: 8 })),
      segment('unchanged', totals(), totals()),
    );
    expect(listed(causes)).toEqual([
      ['more pending', 'approval_lag', usd(-100)],
      ['dearer', 'cost', usd(-50)],
      // $0.18 of revenue less $0.10 of cost for each click.
      ['fewer clicks', 'volume', usd(-40)],
      ['lower payout', 'payout', usd(-36)],
    ]);
    expect(restOf(amounts, causes)).toBe(0n);
  });

  it('are named once for all clicks if they all change alike', () => {
    const pending = { pending: 10 };
    const { causes, concentration } = split(
      segment('UA', totals(), totals(pending)),
      segment('PL', totals(), totals(pending)),
    );
    expect(listed(causes)).toEqual([['', 'approval_lag', usd(-160)]]);
    expect(concentration).toBe(0);
  });

  it('are found in the dimension in which the change is concentrated', () => {
    const [same, fewer] = [totals(), totals({ clicks: 500 })];
    const byCampaign = split(
      segment('A', add(same, same), add(fewer, fewer)),
      segment('B', add(same, same), add(same, same)),
    );
    const byCountry = split(
      segment('UA', add(same, same), add(fewer, same)),
      segment('PL', add(same, same), add(fewer, same)),
    );
    expect(byConcentration([byCountry, byCampaign])[0]).toBe(byCampaign);
  });

  it('are narrowed down to the part of a segment that has most of one', () => {
    const parts = { before: totals(), now: totals() };
    const fewer = { before: totals(), now: totals({ clicks: 500 }) };
    const campaign = segment('A', add(parts.before, fewer.before), add(parts.now, fewer.now));
    const all = wholeOf([campaign, segment('B', totals(), totals())]);
    const whole = split(campaign, segment('B', totals(), totals()));
    const by = (dimension: 'country' | 'sub1', ...values: Compared[]) =>
      splitByValues(
        campaign,
        {
          dimension,
          segments: values.map((each, place) => ({
            path: [...campaign.path, { dimension, key: `${dimension} ${place}` }],
            ...each,
          })),
        },
        { all, metric: 'profit' },
      );
    const byCountry = by('country', campaign);
    expect(listed(whole.causes)).toEqual([['A', 'volume', usd(-40)]]);
    expect(listed(narrowCauses(whole.causes, campaign, [byCountry]))).toEqual(listed(whole.causes));
    expect(listed(narrowCauses(whole.causes, campaign, [byCountry, by('sub1', parts, fewer)]))).toEqual([
      ['A sub1 1', 'volume', usd(-40)],
    ]);
  });

  it('tell a shift between segments from their number of clicks', () => {
    const poor = { payout: 1 };
    const { amounts } = split(
      segment('good', totals(), totals({ clicks: 500 })),
      segment('poor', totals(poor), totals({ ...poor, clicks: 1_500 })),
    );
    expect(nonZero(amounts)).toEqual({ mix: usd(-81) });
    const halved = split(
      segment('good', totals(), totals({ clicks: 500 })),
      segment('poor', totals(poor), totals({ ...poor, clicks: 500 })),
    );
    expect(nonZero(halved.amounts)).toEqual({ volume: usd(1) });
  });

  it('do not take a cost that became unknown for a saving', () => {
    const unpriced = { ...totals(), priced: 0n, cost: 0n };
    const { amounts } = split(segment('A', totals(), unpriced), segment('B', totals(), totals()));
    expect(nonZero(amounts)).toEqual({ known_cost: usd(100) });
  });

  it('have the numbers that changed', () => {
    const some = totals({ conversions: 40, pending: 10, rejected: 4 });
    expect(
      (['volume', 'mix', 'conversion_rate', 'rejections', 'payout', 'approval_lag', 'known_cost', 'cost'] as const).map(
        (part) => evidenceOf(part, some),
      ),
    ).toEqual([1_000, null, 0.04, 0.1, '10.00', 0.25, 1, '0.10']);
    expect(evidenceOf('payout', { ...some, kept: 0n })).toBeNull();
    expect(isUncertain({ before: some, now: some })).toBe(false);
    expect(isUncertain({ before: some, now: totals() })).toBe(true);
  });
});

const count = fc.oneof(fc.constant(0n), fc.bigInt(0n, 10_000n));
const money = fc.oneof(fc.constant(0n), fc.bigInt(0n, 10n ** 12n));
const anyTotals: fc.Arbitrary<ChangeTotals> = fc.record({
  ...{ clicks: count, priced: count, cost: money, conversions: count, pending: count, kept: count },
  ...{ payouts: money, revenue: money },
});
const compared = fc.record({ before: anyTotals, now: anyTotals });

describe('any change', () => {
  it('is the sum of its parts and of its causes, to the millionth', () => {
    fc.assert(
      fc.property(fc.array(compared, { minLength: 1, maxLength: 5 }), (all) => {
        const segments = all.map(({ before, now }, place) => segment(String(place), before, now));
        const whole = wholeOf(segments);
        for (const metric of EXPLAINED_METRICS) {
          const { amounts, causes } = splitByValues(
            { path: [], ...whole },
            { dimension: 'campaign', segments },
            { all: whole, metric },
          );
          expect(totalAmount(amounts)).toBe(differenceOf(whole, metric));
          expect(restOf(amounts, causes)).toBe(0n);
        }
      }),
    );
  });

  it('stays the same when rows are missing from a list', () => {
    const rows = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), anyTotals);
    fc.assert(
      fc.property(rows, rows, fc.record({ before: fc.nat(4), now: fc.nat(4) }), compared, (before, now, cut, rest) => {
        const list = (found: Record<string, ChangeTotals>, size: number): ListedRows => ({
          rows: new Map(Object.entries(found).slice(0, size)),
          isComplete: Object.keys(found).length <= size,
        });
        const whole = {
          before: Object.values(before).reduce(add, rest.before),
          now: Object.values(now).reduce(add, rest.now),
        };
        const parent = { path: [], ...whole };
        const segments = buildSegments(parent, 'sub1', list(before, cut.before), list(now, cut.now));
        expect(segments.length === 0 ? whole : wholeOf(segments)).toEqual(whole);
      }),
    );
  });
});
