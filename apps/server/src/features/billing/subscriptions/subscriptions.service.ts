import type { SubscriptionTerms } from '@poklik/contract/subscription-terms';
import { calendarMonth } from '@poklik/domain/tariffs/quota';
import {
  isTrial,
  nextStatus,
  type SubscriptionEvent,
  type SubscriptionStatus,
} from '@poklik/domain/tariffs/subscription';
import type { Database } from '../../../stores/postgres.ts';
import type { PlanSnapshot } from '../../../stores/tables/billing.ts';
import { getFreeTariff, setAccountTariff, type TariffRow } from '../tariffs/tariffs.repo.ts';
import { getTariffById } from '../tariffs/tariffs.service.ts';
import { findSubscription, type SubscriptionRow, unlockMonths, upsertSubscription } from './subscriptions.repo.ts';

export function toSubscriptionTerms(tariff: TariffRow, row: SubscriptionRow | null): SubscriptionTerms {
  const current = row?.status === 'ended' ? null : row;
  return {
    tariff_id: tariff.id,
    period: current?.period ?? tariff.period,
    status: row?.status ?? 'active',
    starts_at: current?.startsAt.toISOString() ?? null,
    ends_at: current?.endsAt?.toISOString() ?? null,
    is_trial: current !== null && isTrial(current),
    grace_until: current?.graceUntil?.toISOString() ?? null,
    next:
      current?.nextTariffId && current.nextPeriod
        ? { tariff_id: current.nextTariffId, period: current.nextPeriod }
        : null,
  };
}

/** Throws when the event is not allowed in the current status. */
export function getNextStatus(before: SubscriptionRow | null, event: SubscriptionEvent): SubscriptionStatus {
  const status = nextStatus(before?.status ?? 'ended', event);
  if (!status) throw new Error(`subscription is ${before?.status}, ${event} is not allowed`);
  return status;
}

/** A larger tariff unlocks the current month; any paid tariff unlocks past months. */
export const unlockPeriods = (tx: Database, accountId: number, eventsLimit: number | null) =>
  unlockMonths(tx, accountId, eventsLimit, calendarMonth(new Date()).month);

type PeriodTerms = Pick<
  SubscriptionRow,
  'tariffId' | 'period' | 'startsAt' | 'endsAt' | 'anchorDay' | 'valueMinor' | 'creditMinor' | 'invoiceId'
>;

/** Starts a paid period, a trial or a renewal; its limits apply at once. */
export async function startSubscription(
  tx: Database,
  accountId: number,
  event: 'bought' | 'renewed' | 'invoice_paid',
  terms: PeriodTerms,
): Promise<void> {
  const { tariffId, period, startsAt, endsAt, anchorDay, valueMinor, creditMinor, invoiceId } = terms;
  const status = getNextStatus(await findSubscription(tx, accountId), event);
  const values = { tariffId, period, startsAt, endsAt, anchorDay, valueMinor, creditMinor, invoiceId, status };
  await upsertSubscription(tx, accountId, values, { event, at: event === 'renewed' ? startsAt : undefined });
  await setAccountTariff(tx, accountId, tariffId);
  await unlockPeriods(tx, accountId, (await getTariffById(tx, tariffId)).eventsLimit);
}

/** Starts the next period unpaid: the account keeps its tariff until the grace period ends. */
export async function startUnpaidPeriod(
  tx: Database,
  accountId: number,
  terms: PeriodTerms,
  graceUntil: Date,
): Promise<void> {
  const status = getNextStatus(await findSubscription(tx, accountId), 'renewal_unpaid');
  const change = { event: 'renewal_unpaid', at: terms.startsAt } as const;
  await upsertSubscription(tx, accountId, { ...terms, status, graceUntil }, change);
  await setAccountTariff(tx, accountId, terms.tariffId);
}

/** Moves the account to the free tariff; its credit stays. The history says that it ended at `at`. */
export async function endSubscription(
  tx: Database,
  before: SubscriptionRow,
  event: 'grace_over' | 'cancelled' | 'refunded',
  { now, creditMinor, at }: { now: Date; creditMinor: bigint; at?: Date | null },
): Promise<void> {
  const { accountId, tariffId, period, startsAt, anchorDay } = before;
  const status = getNextStatus(before, event);
  const values = { tariffId, period, startsAt, endsAt: now, anchorDay, status, creditMinor };
  await upsertSubscription(tx, accountId, values, { event, at: at ?? undefined });
  await setAccountTariff(tx, accountId, (await getFreeTariff(tx)).id);
}

/** The current plan, stored so that it can be restored. */
export const toPlanSnapshot = (row: SubscriptionRow): PlanSnapshot => ({
  tariffId: row.tariffId,
  period: row.period,
  startsAt: row.startsAt.toISOString(),
  endsAt: row.endsAt?.toISOString() ?? null,
  anchorDay: row.anchorDay,
  value: String(row.valueMinor),
  nextTariffId: row.nextTariffId,
  nextPeriod: row.nextPeriod,
  invoiceId: row.invoiceId,
});

/** Restores a stored plan for the rest of its period. */
export async function restorePlan(
  tx: Database,
  before: SubscriptionRow,
  plan: PlanSnapshot,
  creditMinor: bigint,
): Promise<void> {
  const { value, startsAt, endsAt, ...rest } = plan;
  const values = {
    ...rest,
    startsAt: new Date(startsAt),
    endsAt: endsAt === null ? null : new Date(endsAt),
    valueMinor: BigInt(value),
    creditMinor,
    status: getNextStatus(before, 'restored'),
  };
  await upsertSubscription(tx, before.accountId, values, { event: 'restored' });
  await setAccountTariff(tx, before.accountId, plan.tariffId);
  await unlockPeriods(tx, before.accountId, (await getTariffById(tx, plan.tariffId)).eventsLimit);
}

/** Adds credit, which the next invoices use first. */
export const addCredit = (tx: Database, row: SubscriptionRow, amountMinor: bigint): Promise<void> => {
  const { accountId, version: _, updatedAt: __, ...rest } = row;
  const values = { ...rest, creditMinor: row.creditMinor + amountMinor };
  return upsertSubscription(tx, accountId, values, { event: 'credited' });
};

/** Another invoice for the same period. */
export const replaceInvoice = (
  tx: Database,
  { accountId, version: _, updatedAt: __, ...rest }: SubscriptionRow,
  change: Pick<SubscriptionRow, 'invoiceId' | 'creditMinor'>,
): Promise<void> => upsertSubscription(tx, accountId, { ...rest, ...change }, { event: 'discounted' });

/** Sets the tariff for the time after the paid period; null cancels a scheduled change. */
export const scheduleChange = (
  tx: Database,
  row: SubscriptionRow,
  next: Pick<PeriodTerms, 'tariffId' | 'period'> | null,
) => {
  const { accountId, version: _, updatedAt: __, ...rest } = row;
  const values = { ...rest, nextTariffId: next?.tariffId ?? null, nextPeriod: next?.period ?? null };
  return upsertSubscription(tx, accountId, values, { event: 'scheduled' });
};
