import { AppError, invalidField } from '@poklik/contract/errors';
import type { BillingPeriod } from '@poklik/contract/subscription-terms';
import { fromMinor } from '@poklik/domain/money/amount';
import { calculateChange, type PlanChange } from '@poklik/domain/tariffs/proration';
import { isTrial } from '@poklik/domain/tariffs/subscription';
import type { Config } from '../../../config.ts';
import type { Database } from '../../../stores/postgres.ts';
import type { Order, OrderedCoupon } from '../../../stores/tables/billing.ts';
import { getDatabaseTime } from '../accounts.repo.ts';
import { hasHadTrial } from '../coupons/same-person.repo.ts';
import { type AppliedCoupon, findRunningCoupon } from '../coupons/use-coupon.service.ts';
import { findOpenInvoice, type InvoiceRow, type NewInvoice } from '../invoices/invoices.repo.ts';
import { getTaxTerms, type TaxTerms } from '../invoices/tax-terms.service.ts';
import { getAccountTariff, type TariffRow } from '../tariffs/tariffs.repo.ts';
import { getTariffById } from '../tariffs/tariffs.service.ts';
import { couponLine } from './discount-invoice.service.ts';
import { findSubscription, type SubscriptionRow } from './subscriptions.repo.ts';

export interface ChangeRequest {
  tariffId: number;
  /** The current or usual period if not given. */
  period: BillingPeriod | undefined;
}

export interface TariffChange {
  change: PlanChange;
  /** Entered now, or running. */
  coupon: AppliedCoupon | null;
  tariff: TariffRow;
  subscription: SubscriptionRow | null;
  openInvoice: InvoiceRow | null;
  terms: TaxTerms;
  now: Date;
}

export async function planTariffChange(
  db: Database,
  config: Pick<Config, 'invoices' | 'vat'>,
  accountId: number,
  { entered = null, ...request }: ChangeRequest & { entered?: AppliedCoupon | null },
): Promise<TariffChange> {
  const tariff = await getTariffById(db, request.tariffId);
  const [current, subscription, openInvoice, now] = [
    await getAccountTariff(db, accountId),
    await findSubscription(db, accountId),
    await findOpenInvoice(db, accountId),
    await getDatabaseTime(db),
  ];
  const isAvailable = tariff.isPublic && !tariff.isArchived;
  if (!isAvailable && tariff.id !== current.id) throw new AppError('not_found');
  const running = subscription && {
    ...subscription,
    tariff: await getTariffById(db, subscription.tariffId),
    isTrial: isTrial(subscription),
    // Credit reserved by an open invoice is available again when another invoice replaces it.
    creditMinor: subscription.creditMinor + (openInvoice?.creditMinor ?? 0n),
  };
  const period =
    request.period ?? (subscription?.status === 'ended' ? undefined : subscription?.period) ?? tariff.period;
  const terms = await getTaxTerms(db, config, accountId, now);
  const coupon = entered ?? (await findRunningCoupon(db, accountId, tariff.id, openInvoice?.id ?? null));
  const change = calculateChange({
    tariff,
    period,
    running,
    canStartTrial: subscription === null && tariff.trialDays > 0 && !(await hasHadTrial(db, accountId)),
    coupon,
    taxBasisPoints: terms.taxBasisPoints,
    now,
  });
  if (!change) throw invalidField('period', 'period_not_sold');
  return { change, coupon, tariff, subscription, openInvoice, terms, now };
}

/** Stored with the payment, so that the customer gets what was agreed even if prices change before it is paid. */
export function toOrder(
  change: PlanChange,
  { terms, version, coupon }: { terms: TaxTerms; version: number; coupon: OrderedCoupon | null },
): Order {
  const [line] = change.lines;
  if (!line?.from || !line.until) throw new Error('cannot order a tariff change without a period');
  return {
    tariffId: change.tariffId,
    period: change.period,
    from: line.from.toISOString(),
    until: line.until.toISOString(),
    anchorDay: change.anchorDay,
    subtotal: String(change.subtotalMinor),
    ...(coupon ? { coupon } : {}),
    creditApplied: String(change.creditAppliedMinor),
    creditLeft: String(change.creditLeftMinor),
    tax: String(change.taxMinor),
    terms,
    version,
  };
}

export const orderTotal = (order: Order): bigint =>
  BigInt(order.subtotal) - BigInt(order.creditApplied) + BigInt(order.tax);

export const toSubscriptionTerms = (order: Order, { id: invoiceId }: Pick<InvoiceRow, 'id'>) => ({
  invoiceId,
  tariffId: order.tariffId,
  period: order.period,
  startsAt: new Date(order.from),
  endsAt: new Date(order.until),
  anchorDay: order.anchorDay,
  valueMinor: BigInt(order.subtotal),
  creditMinor: BigInt(order.creditLeft),
});

export function toNewInvoice(
  accountId: number,
  order: Order,
  tariff: TariffRow,
  { taxBasisPoints, locale, dueAt = null }: Pick<NewInvoice, 'taxBasisPoints' | 'locale'> & { dueAt?: Date | null },
): NewInvoice {
  const { coupon, from, until } = order;
  const discountMinor = BigInt(coupon?.discount ?? 0);
  const price = { kind: 'tariff', tariff: tariff.name, from, until } as const;
  return {
    accountId,
    type: 'subscription',
    tariffId: order.tariffId,
    period: order.period,
    periodFrom: new Date(order.from),
    periodUntil: new Date(order.until),
    lines: [
      { ...price, amount: fromMinor(BigInt(order.subtotal) + discountMinor) },
      ...(coupon ? [couponLine({ ...coupon, discountMinor })] : []),
    ],
    couponUseId: coupon?.useId ?? null,
    subtotalMinor: BigInt(order.subtotal),
    creditMinor: BigInt(order.creditApplied),
    // An order from before VAT by country has the rate for everyone.
    ...(order.terms ?? { taxBasisPoints }),
    taxMinor: BigInt(order.tax),
    totalMinor: orderTotal(order),
    currency: tariff.currency,
    locale,
    dueAt,
  };
}
