import { BASE_CURRENCY } from '@poklik/contract/money';
import { RATE_SCALE, type RateSince, rateToNano } from '@poklik/domain/money/currency-rates';
import type { Period } from './period.ts';

const QUARTER_SECONDS = 15 * 60;

/**
 * The rate of an event in billionths by currency and quarter-hour; 0 if there is none. The newest rate comes first,
 * because the first match wins. Of several rates in one quarter-hour the last counts. Only rates of the period are
 * listed, to keep queries short.
 */
export function rateExpression(
  history: readonly RateSince[],
  period: Period,
): { sql: string; params: Record<string, unknown> } {
  const currencies: string[] = [];
  const froms: number[] = [];
  const rates: string[] = [];
  for (const [currency, own] of groupByCurrency(history)) {
    const steps = own.map(({ rate, since }, index) => {
      const isFirst = own.slice(0, index).every((earlier) => earlier.rate === null) && rate !== null;
      // Events before the first rate of a currency use that rate.
      return { rate, from: isFirst ? 0 : Math.floor(since / 1000 / QUARTER_SECONDS) * QUARTER_SECONDS };
    });
    const first = steps.findLastIndex(({ from }) => from <= period.from);
    for (const { rate, from } of steps.slice(Math.max(first, 0))) {
      if (from >= period.until) continue;
      currencies.push(currency);
      froms.push(from);
      rates.push(String(rate === null ? 0n : rateToNano(rate)));
    }
  }
  const base = `cost_currency IN ('${BASE_CURRENCY}', ''), toInt64(${RATE_SCALE})`;
  const branches = currencies
    .map(
      (_, index) =>
        `cost_currency = {rateCurrencies:Array(String)}[${index + 1}] AND toUnixTimestamp(quarter) >= {rateFroms:Array(UInt32)}[${index + 1}], toInt64({rates:Array(String)}[${index + 1}])`,
    )
    .toReversed();
  return {
    sql: `multiIf(${[base, ...branches].join(', ')}, toInt64(0))`,
    params: currencies.length > 0 ? { rateCurrencies: currencies, rateFroms: froms, rates } : {},
  };
}

function groupByCurrency(history: readonly RateSince[]): Map<string, RateSince[]> {
  const found = new Map<string, RateSince[]>();
  for (const one of [...history].sort((a, b) => a.since - b.since)) {
    found.set(one.currency, [...(found.get(one.currency) ?? []), one]);
  }
  return found;
}
