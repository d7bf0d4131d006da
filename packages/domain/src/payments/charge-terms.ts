import { RATE_SCALE, rateToNano, roundDiv } from '../money/currency-rates.ts';

/** An older rate is not used to charge anybody. */
export const CHARGE_RATE_MAX_AGE_MS = 48 * 60 * 60_000;

/** What a provider is asked to charge for a payment in the account's currency. */
export interface ChargeTerms {
  minor: bigint;
  currency: string;
  /** Of one unit of that currency in the account's. */
  rate: string;
}

/** Converts an amount to the currency that is charged, by the rate of one unit of it. At least its smallest coin. */
export function chargeTerms(amountMinor: bigint, currency: string, rate: string): ChargeTerms {
  const minor = roundDiv(amountMinor * RATE_SCALE, rateToNano(rate));
  return { minor: minor > 0n ? minor : 1n, currency, rate };
}

/** The part of a charge that stands for a part of the payment. All of one is all of the other. */
export const partOfCharge = (partMinor: bigint, amountMinor: bigint, chargeMinor: bigint): bigint =>
  roundDiv(partMinor * chargeMinor, amountMinor);

/** The part of the payment that a part of its charge stands for. */
export const partOfPayment = (partMinor: bigint, amountMinor: bigint, chargeMinor: bigint): bigint =>
  roundDiv(partMinor * amountMinor, chargeMinor);
