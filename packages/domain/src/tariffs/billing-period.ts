import type { BillingPeriod } from '@poklik/contract/subscription-terms';

/** A year costs as much as ten months, unless a plan has a price of its own for it. */
const MONTHS_PAID_IN_A_YEAR = 10n;

export interface Priced {
  priceMinor: bigint;
  /** Of a year on a monthly plan; null for ten months. */
  yearPriceMinor: bigint | null;
  period: BillingPeriod;
}

/** The price of a plan for a period; null if it is not sold for that period. */
export function priceFor(tariff: Priced, wanted: BillingPeriod): bigint | null {
  if (tariff.period === wanted) return tariff.priceMinor;
  return wanted === 'year' ? yearlyPrice(tariff) : null;
}

/** Price per year, used to compare plans. */
export function yearlyPrice({ priceMinor, yearPriceMinor, period }: Priced): bigint {
  if (period === 'year') return priceMinor;
  // The free plan is free for a year too.
  return priceMinor === 0n ? 0n : (yearPriceMinor ?? priceMinor * MONTHS_PAID_IN_A_YEAR);
}

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
