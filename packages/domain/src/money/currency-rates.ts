import { BASE_CURRENCY } from '@poklik/contract/money';

const PLACES = 9;
/** Rates are stored in billionths, so that every rate is an integer. */
export const RATE_SCALE = 10n ** BigInt(PLACES);

/** Converts an API rate to billionths. */
export function rateToNano(rate: string): bigint {
  const [whole = '0', fraction = ''] = rate.split('.');
  return BigInt(whole + fraction.padEnd(PLACES, '0'));
}

/** Billionths as a rate of the API. */
export function nanoToRate(nano: bigint): string {
  const digits = String(nano).padStart(PLACES + 1, '0');
  return `${digits.slice(0, -PLACES)}.${digits.slice(-PLACES)}`;
}

/** Converts micro units to those of the base currency, rounded to the nearest. */
export const toBaseMicro = (micro: bigint, rate: string): bigint => roundDiv(micro * rateToNano(rate), RATE_SCALE);

/** Converts micro units of the base currency to those of another, rounded to the nearest. */
export const fromBaseMicro = (micro: bigint, rate: string): bigint => roundDiv(micro * RATE_SCALE, rateToNano(rate));

/** From one currency to another, both with their rates to the base currency. */
export const convertMinor = (minor: bigint, from: string, to: string): bigint =>
  roundDiv(minor * rateToNano(from), rateToNano(to));

/** Divides by a positive divisor and rounds to the nearest integer, halves away from zero. */
export function roundDiv(dividend: bigint, divisor: bigint): bigint {
  const half = dividend < 0n ? -(divisor / 2n) : divisor / 2n;
  return (dividend + half) / divisor;
}

/** A rate and when it takes effect; null when the currency is no longer converted. */
export interface RateSince {
  currency: string;
  rate: string | null;
  /** Unix time in milliseconds. */
  since: number;
}

/**
 * The rate of a currency at a given time; null when there is none. Anything before the first rate uses the first rate,
 * because no better one is known.
 */
export function rateAt(history: readonly RateSince[], currency: string, at: number): string | null {
  if (currency === BASE_CURRENCY) return '1';
  const own = history.filter((one) => one.currency === currency).sort((one, other) => one.since - other.since);
  return (own.findLast(({ since }) => since <= at) ?? own.find(({ rate }) => rate !== null))?.rate ?? null;
}
