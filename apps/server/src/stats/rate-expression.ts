import { BASE_CURRENCY } from '@poklik/contract/money';
import { RATE_SCALE, type RateSince, rateToNano } from '@poklik/domain/money/currency-rates';
import type { Period } from './period.ts';

const QUARTER_SECONDS = 15 * 60;

/**
 * The rate of an event in billionths by currency and quarter-hour; 0 if there is none. Of several rates in one quarter-hour
 * the last counts. Only rates of the period are listed, to keep queries short, and those that are in force for all of it in
 * one list, because every branch takes time to plan.
 */
export function rateExpression(
  history: readonly RateSince[],
  period: Period,
): { sql: string; params: Record<string, unknown> } {
  const steady: [currency: string, rate: string][] = [];
  const changing: [currency: string, rate: string, from: number][] = [];
  for (const [currency, own] of groupByCurrency(history)) {
    const steps = stepsOf(own, period);
    const [[rate, from] = ['0', 0], ...later] = steps;
    if (later.length === 0 && from <= period.from) steady.push([currency, rate]);
    else for (const [each, since] of steps) changing.push([currency, each, since]);
  }
  // The newest rate comes first, because the first match wins.
  const branches = changing
    .map(
      (_, index) =>
        `cost_currency = {rateCurrencies:Array(String)}[${index + 1}] AND toUnixTimestamp(quarter) >= {rateFroms:Array(UInt32)}[${index + 1}], toInt64({rates:Array(String)}[${index + 1}])`,
    )
    .toReversed();
  const otherwise =
    steady.length > 0
      ? `transform(toString(cost_currency), {steadyCurrencies:Array(String)}, CAST({steadyRates:Array(String)}, 'Array(Int64)'), toInt64(0))`
      : 'toInt64(0)';
  const base = `cost_currency IN ('${BASE_CURRENCY}', ''), toInt64(${RATE_SCALE})`;
  return {
    sql: `multiIf(${[base, ...branches].join(', ')}, ${otherwise})`,
    params: {
      ...(changing.length > 0 && {
        rateCurrencies: changing.map(([currency]) => currency),
        rateFroms: changing.map(([, , from]) => from),
        rates: changing.map(([, rate]) => rate),
      }),
      ...(steady.length > 0 && {
        steadyCurrencies: steady.map(([currency]) => currency),
        steadyRates: steady.map(([, rate]) => rate),
      }),
    },
  };
}

/** Rates of one currency in the period in billionths, oldest first, and since when in seconds. */
function stepsOf(own: readonly RateSince[], { from: start, until }: Period): [rate: string, from: number][] {
  const steps = own.map(({ rate, since }, index): [string, number] => {
    const isFirst = own.slice(0, index).every((earlier) => earlier.rate === null) && rate !== null;
    // Events before the first rate of a currency use that rate.
    const from = isFirst ? 0 : Math.floor(since / 1000 / QUARTER_SECONDS) * QUARTER_SECONDS;
    return [String(rate === null ? 0n : rateToNano(rate)), from];
  });
  const first = steps.findLastIndex(([, from]) => from <= start);
  return steps.slice(Math.max(first, 0)).filter(([, from]) => from < until);
}

function groupByCurrency(history: readonly RateSince[]): Map<string, RateSince[]> {
  const found = new Map<string, RateSince[]>();
  for (const one of [...history].sort((a, b) => a.since - b.since)) {
    found.set(one.currency, [...(found.get(one.currency) ?? []), one]);
  }
  return found;
}
