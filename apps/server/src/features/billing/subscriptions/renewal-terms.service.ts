import type { BillingPeriod } from '@poklik/contract/subscription-terms';
import { priceFor } from '@poklik/domain/tariffs/billing-period';
import { discountOf } from '@poklik/domain/tariffs/coupon';
import { sumOf } from '@poklik/domain/tariffs/proration';
import { isTrial } from '@poklik/domain/tariffs/subscription';
import type { Config } from '../../../config.ts';
import { providerNames } from '../../../payments/configured-provider.ts';
import type { Database } from '../../../stores/postgres.ts';
import { type AppliedCoupon, findRunningCoupon } from '../coupons/use-coupon.service.ts';
import { getTaxTerms, type TaxTerms } from '../invoices/tax-terms.service.ts';
import { listPaymentMethods } from '../payment-methods/payment-methods.repo.ts';
import type { TariffRow } from '../tariffs/tariffs.repo.ts';
import { getTariffById } from '../tariffs/tariffs.service.ts';
import type { SubscriptionRow } from './subscriptions.repo.ts';

export interface Renewal {
  tariff: TariffRow;
  period: BillingPeriod;
  coupon: AppliedCoupon | null;
  discountMinor: bigint;
  terms: TaxTerms;
  sum: ReturnType<typeof sumOf>;
}

/** What the next period costs; null if the plan ends instead. */
export async function planRenewal(
  db: Database,
  config: Config,
  running: SubscriptionRow,
  now: Date,
): Promise<Renewal | null> {
  const { accountId, endsAt, creditMinor } = running;
  const tariff = await getTariffById(db, running.nextTariffId ?? running.tariffId);
  const requestedPeriod = running.nextPeriod ?? running.period;
  // The tariff may no longer be available for this period.
  const period = priceFor(tariff, requestedPeriod) === null ? tariff.period : requestedPeriod;
  const price = priceFor(tariff, period) ?? tariff.priceMinor;
  if (price === 0n || endsAt === null) return null;
  // Only who has saved a card agreed to pay after a trial.
  if (isTrial(running) && !(await canCharge(db, config, accountId))) return null;
  const coupon = await findRunningCoupon(db, accountId, tariff.id);
  const discountMinor = coupon ? discountOf(coupon, price) : 0n;
  const terms = await getTaxTerms(db, config, accountId, now);
  return {
    tariff,
    period,
    coupon,
    discountMinor,
    terms,
    sum: sumOf(price - discountMinor, creditMinor, terms.taxBasisPoints),
  };
}

/** Whether the account has a card that can be charged. */
export const canCharge = async (db: Database, config: Config, accountId: number): Promise<boolean> =>
  (await listPaymentMethods(db, accountId)).some(
    ({ provider, refusal }) => providerNames(config).includes(provider) && refusal === null,
  );
