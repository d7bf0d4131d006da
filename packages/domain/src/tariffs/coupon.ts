import type { CouponDuration } from '@poklik/contract/coupon-terms';
import { roundDiv } from '../money/currency-rates.ts';

/** What a coupon takes off, and how often. */
export interface CouponTerms {
  /** Either this or the amount. */
  percent: number | null;
  amountMinor: bigint | null;
  duration: CouponDuration;
  /** How many invoices, if the duration is `periods`. */
  periods: number | null;
}

/** Rounded half up, and never more than the price. */
export function discountOf({ percent, amountMinor }: Pick<CouponTerms, 'percent' | 'amountMinor'>, priceMinor: bigint) {
  const discount = percent === null ? (amountMinor ?? 0n) : roundDiv(priceMinor * BigInt(percent), 100n);
  return discount < priceMinor ? discount : priceMinor;
}

/** A discount on a single invoice is not part of recurring revenue. */
export const isRecurring = ({ duration }: Pick<CouponTerms, 'duration'>): boolean => duration !== 'once';

/** For how many more invoices; null without an end. */
export function invoicesLeft({ duration, periods }: Pick<CouponTerms, 'duration' | 'periods'>, used: number) {
  if (duration === 'forever') return null;
  return Math.max(0, (duration === 'once' ? 1 : (periods ?? 0)) - used);
}

export const hasInvoicesLeft = (terms: Pick<CouponTerms, 'duration' | 'periods'>, used: number): boolean =>
  invoicesLeft(terms, used) !== 0;

/** Who may use a coupon, for what and when. */
export interface CouponRules {
  /** Days in UTC, both included. */
  validFrom: string | null;
  validUntil: string | null;
  usesMax: number | null;
  isOncePerAccount: boolean;
  isForNewCustomers: boolean;
  /** Empty for all plans. */
  tariffIds: readonly number[];
  isArchived: boolean;
}

export interface CouponUse {
  /** In UTC. */
  today: string;
  tariffId: number;
  /** By anyone. */
  uses: number;
  usesOfAccount: number;
  /** Neither the account nor another one of the same person has paid for a plan. */
  isNewCustomer: boolean;
}

/** The customer never learns which rule refused it, so that codes can't be explored. */
export const isUsable = (rules: CouponRules, use: CouponUse): boolean =>
  !rules.isArchived &&
  (rules.validFrom === null || use.today >= rules.validFrom) &&
  (rules.validUntil === null || use.today <= rules.validUntil) &&
  (rules.usesMax === null || use.uses < rules.usesMax) &&
  (!rules.isOncePerAccount || use.usesOfAccount === 0) &&
  (!rules.isForNewCustomers || use.isNewCustomer) &&
  isForTariff(rules, use.tariffId);

export const isForTariff = ({ tariffIds }: Pick<CouponRules, 'tariffIds'>, tariffId: number): boolean =>
  tariffIds.length === 0 || tariffIds.includes(tariffId);
