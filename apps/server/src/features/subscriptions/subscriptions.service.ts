import { AppError } from '@poklik/contract/errors';
import type { SubscriptionTerms } from '@poklik/contract/subscription-terms';
import { nextStatus, type SubscriptionEvent, type SubscriptionStatus } from '@poklik/domain/tariffs/subscription';
import type { Caller } from '../../http/caller.ts';
import type { Database } from '../../stores/postgres.ts';
import type { KeptPlan } from '../../stores/tables/billing.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { notify } from '../notifications/notifications.service.ts';
import { freeTariff, lockTariffOf, moveToTariff, type TariffRow, tariffById } from '../tariffs/tariffs.service.ts';
import { openReports } from './held-reports.service.ts';
import {
  countInUse,
  findAccountOf,
  findSubscription,
  listDue,
  type SubscriptionRow,
  saveSubscription,
} from './subscriptions.repo.ts';

export type { SubscriptionRow } from './subscriptions.repo.ts';

export const subscriptionOf = (db: Database, accountId: number) => findSubscription(db, accountId);
export const dueSubscriptions = (db: Database) => listDue(db);
export const inUse = (db: Database, accountId: number) => countInUse(db, accountId);

export function toSubscriptionTerms(tariff: TariffRow, row: SubscriptionRow | null): SubscriptionTerms {
  const running = row?.status === 'ended' ? null : row;
  return {
    tariff_id: tariff.id,
    period: running?.period ?? tariff.period,
    status: row?.status ?? 'active',
    starts_at: running?.startsAt.toISOString() ?? null,
    ends_at: running?.endsAt?.toISOString() ?? null,
    grace_until: running?.graceUntil?.toISOString() ?? null,
    next:
      running?.nextTariffId && running.nextPeriod
        ? { tariff_id: running.nextTariffId, period: running.nextPeriod }
        : null,
  };
}

/** A change of a subscription, or none: refused where the subscription has no such way to go. */
function arrive(before: SubscriptionRow | null, event: SubscriptionEvent): SubscriptionStatus {
  const status = nextStatus(before?.status ?? 'ended', event);
  if (!status) throw new Error(`a subscription that is ${before?.status} cannot be ${event}`);
  return status;
}

type Terms = Pick<
  SubscriptionRow,
  'tariffId' | 'period' | 'startsAt' | 'endsAt' | 'anchorDay' | 'valueMinor' | 'creditMinor' | 'invoiceId'
>;

/** A paid period, a trial or a renewal begins: its limits hold from now on. */
export async function begin(
  tx: Database,
  accountId: number,
  event: 'bought' | 'renewed' | 'invoice_paid',
  terms: Terms,
): Promise<void> {
  const { tariffId, period, startsAt, endsAt, anchorDay, valueMinor, creditMinor, invoiceId } = terms;
  const status = arrive(await findSubscription(tx, accountId), event);
  const values = { tariffId, period, startsAt, endsAt, anchorDay, valueMinor, creditMinor, invoiceId, status };
  await saveSubscription(tx, accountId, values);
  await moveToTariff(tx, accountId, tariffId);
  await openReports(tx, accountId, (await tariffById(tx, tariffId)).eventsLimit);
}

/** The next period begins unpaid; everything goes on until the grace is over. */
export async function beginUnpaid(tx: Database, accountId: number, terms: Terms, graceUntil: Date): Promise<void> {
  const status = arrive(await findSubscription(tx, accountId), 'renewal_unpaid');
  await saveSubscription(tx, accountId, { ...terms, status, graceUntil });
  await moveToTariff(tx, accountId, terms.tariffId);
}

/** Back to the limits that everybody has. Credit stays. */
export async function end(
  tx: Database,
  before: SubscriptionRow,
  event: 'grace_over' | 'cancelled' | 'refunded',
  { now, creditMinor }: { now: Date; creditMinor: bigint },
): Promise<void> {
  const { accountId, tariffId, period, startsAt, anchorDay } = before;
  const status = arrive(before, event);
  await saveSubscription(tx, accountId, { tariffId, period, startsAt, endsAt: now, anchorDay, status, creditMinor });
  await moveToTariff(tx, accountId, (await freeTariff(tx)).id);
}

/** A plan as it stands, to go back to. */
export const keptPlan = (row: SubscriptionRow): KeptPlan => ({
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

/** Back to a plan that was kept, for what is left of it. */
export async function restorePlan(
  tx: Database,
  before: SubscriptionRow,
  plan: KeptPlan,
  creditMinor: bigint,
): Promise<void> {
  const { value, startsAt, endsAt, ...rest } = plan;
  await saveSubscription(tx, before.accountId, {
    ...rest,
    startsAt: new Date(startsAt),
    endsAt: endsAt === null ? null : new Date(endsAt),
    valueMinor: BigInt(value),
    creditMinor,
    status: arrive(before, 'restored'),
  });
  await moveToTariff(tx, before.accountId, plan.tariffId);
  await openReports(tx, before.accountId, (await tariffById(tx, plan.tariffId)).eventsLimit);
}

/** Leaves everything as it is but what the next invoices use first. */
export const addCredit = (tx: Database, row: SubscriptionRow, amountMinor: bigint): Promise<void> => {
  const { accountId, version: _, updatedAt: __, ...rest } = row;
  return saveSubscription(tx, accountId, { ...rest, creditMinor: row.creditMinor + amountMinor });
};

/** What it changes to when the paid period ends; null keeps it as it is. */
export const plan = (tx: Database, row: SubscriptionRow, next: Pick<Terms, 'tariffId' | 'period'> | null) => {
  const { accountId, version: _, updatedAt: __, ...rest } = row;
  return saveSubscription(tx, accountId, {
    ...rest,
    nextTariffId: next?.tariffId ?? null,
    nextPeriod: next?.period ?? null,
  });
};

/** The operator gives a tariff away: no charge, no end. What was paid for the one before stays as credit. */
export const assignTariff = (
  db: Database,
  operator: Pick<Caller, 'userId' | 'ip'>,
  { userId, tariffId, reason }: { userId: number; tariffId: number; reason: string },
): Promise<void> =>
  db.transaction(async (tx) => {
    const accountId = await findAccountOf(tx, userId);
    if (accountId === null) throw new AppError('not_found');
    await lockTariffOf(tx, accountId);
    const [tariff, before] = [await tariffById(tx, tariffId), await findSubscription(tx, accountId)];
    const now = new Date();
    await saveSubscription(tx, accountId, {
      tariffId,
      period: tariff.period,
      status: arrive(before, 'assigned'),
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
    await moveToTariff(tx, accountId, tariffId);
    await openReports(tx, accountId, tariff.eventsLimit);
    await notify(tx, { id: userId, accountId }, 'tariff_assigned', {
      tariff_ua: tariff.name.ua,
      tariff_ru: tariff.name.ru,
      tariff_en: tariff.name.en,
    });
  });
