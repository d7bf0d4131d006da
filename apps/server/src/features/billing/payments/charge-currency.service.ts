import { BASE_CURRENCY } from '@poklik/contract/money';
import { type ChargeTerms, chargeTerms, partOfCharge, partOfPayment } from '@poklik/domain/payments/charge-terms';
import type { PaymentEvent } from '@poklik/domain/payments/payment-state';
import type { PaymentProvider } from '../../../payments/provider.ts';
import type { Database } from '../../../stores/postgres.ts';
import { findChargeRate } from '../../currency-rates/currency-rates.service.ts';
import type { PaymentRow } from './payments.repo.ts';

/** The rate at which a provider charges an account; null if it takes the account's currency. */
export type ProviderRate = { currency: string; rate: string } | null;

/** Undefined without a recent rate: then the provider is not offered, and its charges wait. */
export async function findProviderRate(
  db: Database,
  { can }: Pick<PaymentProvider, 'can'>,
  { currency, now }: { currency: string; now: Date },
): Promise<ProviderRate | undefined> {
  if (can.currency === null || can.currency === currency) return null;
  // Rates are those of the base currency.
  const rate = currency === BASE_CURRENCY ? await findChargeRate(db, can.currency, now) : null;
  return rate === null ? undefined : { currency: can.currency, rate };
}

type ChargeColumns = Pick<PaymentRow, 'chargeMinor' | 'chargeCurrency' | 'chargeRate'>;

/** Fixed when the payment is opened. */
export function toChargeColumns(amountMinor: bigint, rate: ProviderRate): ChargeColumns {
  const terms: ChargeTerms | null = rate && chargeTerms(amountMinor, rate.currency, rate.rate);
  return {
    chargeMinor: terms?.minor ?? null,
    chargeCurrency: terms?.currency ?? null,
    chargeRate: terms?.rate ?? null,
  };
}

/** What the provider was asked to charge. */
export const chargeOf = ({ amountMinor, currency, chargeMinor, chargeCurrency }: PaymentRow) => ({
  amountMinor: chargeMinor ?? amountMinor,
  currency: chargeCurrency ?? currency,
});

/** A refund in the currency of the charge, so that all refunds together are pro rata. */
export function toChargedRefund(
  { amountMinor: paid, chargeMinor }: PaymentRow,
  { amountMinor, refundedMinor }: { amountMinor: bigint; refundedMinor: bigint },
): { amountMinor: bigint; refundedMinor: bigint } {
  if (chargeMinor === null) return { amountMinor, refundedMinor };
  const before = partOfCharge(refundedMinor, paid, chargeMinor);
  return { amountMinor: partOfCharge(refundedMinor + amountMinor, paid, chargeMinor) - before, refundedMinor: before };
}

/** What an event of the provider means for the payment; null if it is of another amount or currency. */
export function inPaymentCurrency(
  payment: PaymentRow,
  currency: string | null,
  news: PaymentEvent,
): PaymentEvent | null {
  const charge = chargeOf(payment);
  if (currency !== null && currency !== charge.currency) return null;
  if (news.kind === 'paid')
    return news.amountMinor === charge.amountMinor ? { ...news, amountMinor: payment.amountMinor } : null;
  const convert = (minor: bigint) => partOfPayment(minor, payment.amountMinor, charge.amountMinor);
  if (news.kind === 'refunded') return { ...news, totalMinor: convert(news.totalMinor) };
  return news.kind === 'disputed' ? { ...news, amountMinor: convert(news.amountMinor) } : news;
}
