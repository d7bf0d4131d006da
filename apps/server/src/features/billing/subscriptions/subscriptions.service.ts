import { AppError } from '@poklik/contract/errors';
import type { SubscriptionTerms } from '@poklik/contract/subscription-terms';
import { nextStatus, type SubscriptionEvent, type SubscriptionStatus } from '@poklik/domain/tariffs/subscription';
import type { Caller } from '../../../http/caller.ts';
import type { Database } from '../../../stores/postgres.ts';
import type { PlanSnapshot } from '../../../stores/tables/billing.ts';
import { recordAudit } from '../../audit/audit.service.ts';
import { notifyUser } from '../../notifications/notifications.service.ts';
import {
  getFreeTariff,
  getTariffById,
  lockAccount,
  setAccountTariff,
  type TariffRow,
} from '../tariffs/tariffs.service.ts';
import { unlockPeriods } from './over-quota.service.ts';
import { findAccountId, findSubscription, type SubscriptionRow, upsertSubscription } from './subscriptions.repo.ts';

export { countUsage, findSubscription, listDueSubscriptions, type SubscriptionRow } from './subscriptions.repo.ts';

export function toSubscriptionTerms(tariff: TariffRow, row: SubscriptionRow | null): SubscriptionTerms {
  const current = row?.status === 'ended' ? null : row;
  return {
    tariff_id: tariff.id,
    period: current?.period ?? tariff.period,
    status: row?.status ?? 'active',
    starts_at: current?.startsAt.toISOString() ?? null,
    ends_at: current?.endsAt?.toISOString() ?? null,
    grace_until: current?.graceUntil?.toISOString() ?? null,
    next:
      current?.nextTariffId && current.nextPeriod
        ? { tariff_id: current.nextTariffId, period: current.nextPeriod }
        : null,
  };
}

/** Throws when the event is not allowed in the current status. */
function getNextStatus(before: SubscriptionRow | null, event: SubscriptionEvent): SubscriptionStatus {
  const status = nextStatus(before?.status ?? 'ended', event);
  if (!status) throw new Error(`subscription is ${before?.status}, ${event} is not allowed`);
  return status;
}

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
  await upsertSubscription(tx, accountId, values);
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
  await upsertSubscription(tx, accountId, { ...terms, status, graceUntil });
  await setAccountTariff(tx, accountId, terms.tariffId);
}

/** Moves the account to the free tariff; its credit stays. */
export async function endSubscription(
  tx: Database,
  before: SubscriptionRow,
  event: 'grace_over' | 'cancelled' | 'refunded',
  { now, creditMinor }: { now: Date; creditMinor: bigint },
): Promise<void> {
  const { accountId, tariffId, period, startsAt, anchorDay } = before;
  const status = getNextStatus(before, event);
  await upsertSubscription(tx, accountId, { tariffId, period, startsAt, endsAt: now, anchorDay, status, creditMinor });
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
  await upsertSubscription(tx, before.accountId, {
    ...rest,
    startsAt: new Date(startsAt),
    endsAt: endsAt === null ? null : new Date(endsAt),
    valueMinor: BigInt(value),
    creditMinor,
    status: getNextStatus(before, 'restored'),
  });
  await setAccountTariff(tx, before.accountId, plan.tariffId);
  await unlockPeriods(tx, before.accountId, (await getTariffById(tx, plan.tariffId)).eventsLimit);
}

/** Adds credit, which the next invoices use first. */
export const addCredit = (tx: Database, row: SubscriptionRow, amountMinor: bigint): Promise<void> => {
  const { accountId, version: _, updatedAt: __, ...rest } = row;
  return upsertSubscription(tx, accountId, { ...rest, creditMinor: row.creditMinor + amountMinor });
};

/** Sets the tariff for the time after the paid period; null cancels a scheduled change. */
export const scheduleChange = (
  tx: Database,
  row: SubscriptionRow,
  next: Pick<PeriodTerms, 'tariffId' | 'period'> | null,
) => {
  const { accountId, version: _, updatedAt: __, ...rest } = row;
  return upsertSubscription(tx, accountId, {
    ...rest,
    nextTariffId: next?.tariffId ?? null,
    nextPeriod: next?.period ?? null,
  });
};

/** The operator assigns a tariff free of charge and without an end date. Existing credit stays. */
export const assignTariff = (
  db: Database,
  operator: Pick<Caller, 'userId' | 'ip'>,
  { userId, tariffId, reason }: { userId: number; tariffId: number; reason: string },
): Promise<void> =>
  db.transaction(async (tx) => {
    const accountId = await findAccountId(tx, userId);
    if (accountId === null) throw new AppError('not_found');
    await lockAccount(tx, accountId);
    const [tariff, before] = [await getTariffById(tx, tariffId), await findSubscription(tx, accountId)];
    const now = new Date();
    await upsertSubscription(tx, accountId, {
      tariffId,
      period: tariff.period,
      status: getNextStatus(before, 'assigned'),
      startsAt: now,
      endsAt: null,
      anchorDay: now.getUTCDate(),
      creditMinor: before?.creditMinor ?? 0n,
    });
    await recordAudit(tx, {
      actor: operator.userId,
      account: accountId,
      action: 'subscription.assigned',
      entity: `account:${accountId}`,
      before: before && { tariff_id: before.tariffId, ends_at: before.endsAt },
      after: { tariff_id: tariffId, reason },
      ip: operator.ip,
    });
    await setAccountTariff(tx, accountId, tariffId);
    await unlockPeriods(tx, accountId, tariff.eventsLimit);
    await notifyUser(tx, { id: userId, accountId }, 'tariff_assigned', {
      tariff_ua: tariff.name.ua,
      tariff_ru: tariff.name.ru,
      tariff_en: tariff.name.en,
    });
  });
