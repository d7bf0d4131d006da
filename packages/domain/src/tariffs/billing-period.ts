import type { BillingPeriod } from '@poklik/contract/subscription-terms';

/** A year costs as much as ten months. */
const MONTHS_PAID_IN_A_YEAR = 10n;

export interface Priced {
  priceMinor: bigint;
  period: BillingPeriod;
}

/** The price of a plan for a period; null if it is not sold for that period. */
export function priceFor({ priceMinor, period }: Priced, wanted: BillingPeriod): bigint | null {
  if (period === wanted) return priceMinor;
  return period === 'month' ? priceMinor * MONTHS_PAID_IN_A_YEAR : null;
}

/** Price per year, used to compare plans. */
export const yearlyPrice = (tariff: Priced): bigint =>
  tariff.period === 'year' ? tariff.priceMinor : tariff.priceMinor * MONTHS_PAID_IN_A_YEAR;

/**
 * The end of a period in UTC. It ends on the day of the month when the subscription started, or on the last day of a
 * shorter month. The anchor day is kept for later periods.
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
