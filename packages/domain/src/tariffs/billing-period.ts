import type { BillingPeriod } from '@poklik/contract/subscription-terms';

/** A year costs as much as ten months. */
const MONTHS_PAID_IN_A_YEAR = 10n;

export interface Priced {
  priceMinor: bigint;
  period: BillingPeriod;
}

/** What a tariff costs for a period; null where it is not sold for it. */
export function priceFor({ priceMinor, period }: Priced, wanted: BillingPeriod): bigint | null {
  if (period === wanted) return priceMinor;
  return period === 'month' ? priceMinor * MONTHS_PAID_IN_A_YEAR : null;
}

/** By which tariffs are compared: what a year of each costs. */
export const yearlyPrice = (tariff: Priced): bigint =>
  tariff.period === 'year' ? tariff.priceMinor : tariff.priceMinor * MONTHS_PAID_IN_A_YEAR;

/**
 * Where a period that begins at `from` ends, in UTC. It ends on the day of the month on which the subscription began,
 * or on the last day of a month that is too short, without forgetting the day for the next one.
 */
export function periodEnd(from: Date, period: BillingPeriod, anchorDay: number): Date {
  const months = period === 'year' ? 12 : 1;
  const end = new Date(from);
  end.setUTCDate(1);
  end.setUTCMonth(end.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
  end.setUTCDate(Math.min(anchorDay, lastDay));
  return end;
}
