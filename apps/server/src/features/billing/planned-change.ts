import { AppError } from '@poklik/contract/errors';
import type { BillingPeriod } from '@poklik/contract/subscription-terms';
import { fromMinor } from '@poklik/domain/money/amount';
import { calculateChange, type PlanChange } from '@poklik/domain/tariffs/proration';
import type { Config } from '../../config.ts';
import type { Database } from '../../stores/postgres.ts';
import type { Order } from '../../stores/tables/billing.ts';
import { findOpenInvoice, type InvoiceRow, type NewInvoice } from '../invoices/invoices.service.ts';
import { findSubscription, type SubscriptionRow } from '../subscriptions/subscriptions.service.ts';
import { getAccountTariff, getTariffById, type TariffRow } from '../tariffs/tariffs.service.ts';
import { clockOf } from './billing.repo.ts';

export interface PlannedChange {
  change: PlanChange;
  tariff: TariffRow;
  subscription: SubscriptionRow | null;
  openInvoice: InvoiceRow | null;
  now: Date;
}

/** What changing to a tariff means for an account as it is now. */
export async function plannedChange(
  db: Database,
  { invoices: { taxBasisPoints } }: Pick<Config, 'invoices'>,
  accountId: number,
  wish: { tariffId: number; period: BillingPeriod | undefined },
): Promise<PlannedChange> {
  const tariff = await getTariffById(db, wish.tariffId);
  const [current, subscription, openInvoice, now] = [
    await getAccountTariff(db, accountId),
    await findSubscription(db, accountId),
    await findOpenInvoice(db, accountId),
    await clockOf(db),
  ];
  const isOffered = tariff.isPublic && !tariff.isArchived;
  if (!isOffered && tariff.id !== current.id) throw new AppError('not_found');
  const running = subscription && {
    ...subscription,
    tariff: await getTariffById(db, subscription.tariffId),
    // Credit that an unpaid invoice holds is free again when another takes its place.
    creditMinor: subscription.creditMinor + (openInvoice?.creditMinor ?? 0n),
  };
  const period = wish.period ?? (subscription?.status === 'ended' ? undefined : subscription?.period) ?? tariff.period;
  const change = calculateChange({
    tariff,
    period,
    running,
    canStartTrial: subscription === null,
    taxBasisPoints,
    now,
  });
  if (!change) throw new AppError('invalid_request', { fields: { period: [{ key: 'period_not_sold' }] } });
  return { change, tariff, subscription, openInvoice, now };
}

/** What the payer agrees to, in a form that outlives the request. */
export function orderOf(change: PlanChange, version: number): Order {
  const [line] = change.lines;
  if (!line?.from || !line.until) throw new Error('a change without a period cannot be ordered');
  return {
    tariffId: change.tariffId,
    period: change.period,
    from: line.from.toISOString(),
    until: line.until.toISOString(),
    anchorDay: change.anchorDay,
    subtotal: String(change.subtotalMinor),
    creditApplied: String(change.creditAppliedMinor),
    creditLeft: String(change.creditLeftMinor),
    tax: String(change.taxMinor),
    version,
  };
}

export const totalOf = (order: Order): bigint =>
  BigInt(order.subtotal) - BigInt(order.creditApplied) + BigInt(order.tax);

/** The subscription that an order buys. */
export const termsOf = (order: Order, { id: invoiceId }: Pick<InvoiceRow, 'id'>) => ({
  invoiceId,
  tariffId: order.tariffId,
  period: order.period,
  startsAt: new Date(order.from),
  endsAt: new Date(order.until),
  anchorDay: order.anchorDay,
  valueMinor: BigInt(order.subtotal),
  creditMinor: BigInt(order.creditLeft),
});

/** The invoice for an order. */
export function invoiceFor(
  accountId: number,
  order: Order,
  tariff: TariffRow,
  { taxBasisPoints, locale, dueAt = null }: Pick<NewInvoice, 'taxBasisPoints' | 'locale'> & { dueAt?: Date | null },
): NewInvoice {
  const amount = fromMinor(BigInt(order.subtotal));
  return {
    accountId,
    type: 'subscription',
    tariffId: order.tariffId,
    period: order.period,
    periodFrom: new Date(order.from),
    periodUntil: new Date(order.until),
    lines: [{ kind: 'tariff', tariff: tariff.name, from: order.from, until: order.until, amount }],
    subtotalMinor: BigInt(order.subtotal),
    creditMinor: BigInt(order.creditApplied),
    taxBasisPoints,
    taxMinor: BigInt(order.tax),
    totalMinor: totalOf(order),
    currency: tariff.currency,
    locale,
    dueAt,
  };
}
