import { BASE_CURRENCY } from '@poklik/contract/money';

const PLACES = 9;
/** Rates are counted in billionths, so that every rate is a whole number. */
export const RATE_SCALE = 10n ** BigInt(PLACES);

/** A rate as the wire has it, in billionths. */
export function rateToNano(rate: string): bigint {
  const [whole = '0', fraction = ''] = rate.split('.');
  return BigInt(whole + fraction.padEnd(PLACES, '0'));
}

/** Millionths of one currency as millionths of the base currency; half a millionth counts as one. */
export const toBaseMicro = (micro: bigint, rate: string): bigint => roundDiv(micro * rateToNano(rate), RATE_SCALE);

/** Divides by what is more than zero and rounds to the nearest, halves away from zero. */
export function roundDiv(dividend: bigint, divisor: bigint): bigint {
  const half = dividend < 0n ? -(divisor / 2n) : divisor / 2n;
  return (dividend + half) / divisor;
}

/** From when on a currency has a rate; null when it is no longer converted. */
export interface RateSince {
  currency: string;
  rate: string | null;
  /** Milliseconds since 1970. */
  since: number;
}

/**
 * The rate of a currency at a moment; null when there is none. What happened before a currency had its first rate is
 * converted with that one: it is the best that anybody knows.
 */
export function rateAt(history: readonly RateSince[], currency: string, at: number): string | null {
  if (currency === BASE_CURRENCY) return '1';
  const own = history.filter((one) => one.currency === currency).sort((one, other) => one.since - other.since);
  return (own.findLast(({ since }) => since <= at) ?? own.find(({ rate }) => rate !== null))?.rate ?? null;
}
