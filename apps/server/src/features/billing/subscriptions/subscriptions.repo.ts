import type { QuotaLevel } from '@poklik/domain/tariffs/quota';
import type { HistoryEvent } from '@poklik/domain/tariffs/subscription';
import { and, eq, gte, isNotNull, isNull, lt, lte, ne, or, type Placeholder, sql } from 'drizzle-orm';
import type { Database } from '../../../stores/postgres.ts';
import { prepared } from '../../../stores/prepared.ts';
import { blackListEntries, campaigns } from '../../../stores/tables/campaigns.ts';
import { limitOverrides } from '../../../stores/tables/customers/customers.ts';
import { trials } from '../../../stores/tables/payments/coupons.ts';
import { quotaNotices, subscriptions } from '../../../stores/tables/subscriptions.ts';
import { tariffs } from '../../../stores/tables/tariffs.ts';
import { accounts, teamMembers } from '../../../stores/tables/users.ts';
import { activeOverride } from '../tariffs/limit-overrides.repo.ts';

export type SubscriptionRow = typeof subscriptions.$inferSelect;
type NewSubscription = Omit<typeof subscriptions.$inferInsert, 'accountId' | 'version' | 'updatedAt'>;

export async function findSubscription(db: Database, accountId: number): Promise<SubscriptionRow | null> {
  const [row] = await db.select().from(subscriptions).where(eq(subscriptions.accountId, accountId));
  return row ?? null;
}

/** What changes a subscription, and since when: now if not given. */
export interface SubscriptionChange {
  event: HistoryEvent;
  at?: Date | undefined;
}

/** Replaces the subscription; fields that are left out get the defaults of a new one. Its history gets a row. */
export async function upsertSubscription(
  tx: Database,
  accountId: number,
  values: NewSubscription,
  { event, at }: SubscriptionChange,
): Promise<void> {
  const row = {
    graceUntil: null,
    valueMinor: 0n,
    creditMinor: 0n,
    invoiceId: null,
    nextTariffId: null,
    nextPeriod: null,
    ...values,
  };
  await tx
    .insert(subscriptions)
    .values({ accountId, ...row })
    .onConflictDoUpdate({
      target: subscriptions.accountId,
      set: { ...row, version: sql`${subscriptions.version} + 1`, updatedAt: sql`now()` },
    });
  // Plans without an invoice are free of charge. An unpaid one keeps what it was until its grace period ends: after a
  // trial that is nothing. A discount on this invoice alone doesn't change what recurs.
  await tx.execute(sql`
    insert into subscription_history (account_id, version, at, event, status, tariff_id, period, invoice_id, arr_minor)
    select s.account_id, s.version, ${at?.toISOString() ?? sql`now()`}::timestamptz, ${event}, s.status, s.tariff_id, s.period, s.invoice_id,
      case when s.status = 'ended' then 0
        when s.status = 'past_due' and not exists (select from subscription_history p where p.account_id = s.account_id
          and p.version = (select max(version) from subscription_history where account_id = s.account_id) and p.arr_minor > 0) then 0
        else coalesce(yearly_revenue(i.subtotal_minor - (
          select coalesce(sum((line->>'amount')::numeric * 100), 0)::bigint from jsonb_array_elements(i.lines) line
          where line->>'kind' = 'coupon' and not (line->'coupon'->>'is_recurring')::boolean), i.period), 0) end
    from subscriptions s left join invoices i on i.id = s.invoice_id where s.account_id = ${accountId}`);
}

/** An account has only one; an operator who ends a plan doesn't give another. */
export const insertTrial = (tx: Database, trial: typeof trials.$inferInsert) => tx.insert(trials).values(trial);

/** Usage that counts against the tariff's limits, except events. */
export async function countUsage(db: Database, accountId: number) {
  const [campaignCount, seats, blacklist] = await Promise.all([
    db.$count(
      campaigns,
      and(eq(campaigns.accountId, accountId), isNull(campaigns.deletedAt), ne(campaigns.status, 'archived')),
    ),
    db.$count(teamMembers, eq(teamMembers.accountId, accountId)),
    db.$count(blackListEntries, eq(blackListEntries.accountId, accountId)),
  ]);
  return { campaigns: campaignCount, seats, blacklist };
}

/** Each account's event limit, and its owner, who is notified. */
export const listQuotas = (db: Database) =>
  db
    .select({
      accountId: accounts.id,
      eventsLimit: sql<number | null>`coalesce(${limitOverrides.events}, ${tariffs.eventsLimit})`.mapWith(
        tariffs.eventsLimit,
      ),
      overagePriceMinor: tariffs.overagePriceMinor,
      userId: sql<number>`${teamMembers.userId}`.mapWith(Number),
      /** Since when the current limit applies. */
      since:
        sql`case when ${subscriptions.status} = 'ended' then ${subscriptions.endsAt} else ${subscriptions.startsAt} end`.mapWith(
          subscriptions.endsAt,
        ),
    })
    .from(accounts)
    .innerJoin(tariffs, eq(tariffs.id, accounts.tariffId))
    .leftJoin(subscriptions, eq(subscriptions.accountId, accounts.id))
    .leftJoin(limitOverrides, activeOverride)
    .innerJoin(teamMembers, and(eq(teamMembers.accountId, accounts.id), eq(teamMembers.role, 'OWNER')));

/** False when the notice already exists. */
export async function insertQuotaNotice(
  tx: Database,
  notice: { accountId: number; month: string; level: QuotaLevel; eventsLimit: number; lockedFrom: Date | null },
): Promise<boolean> {
  const inserted = await tx
    .insert(quotaNotices)
    .values(notice)
    .onConflictDoNothing()
    .returning({ level: quotaNotices.level });
  return inserted.length === 1;
}

export const hasQuotaNotice = async (
  db: Database,
  {
    accountId,
    month,
    level,
    eventsLimit,
  }: { accountId: number; month: string; level: QuotaLevel; eventsLimit: number },
): Promise<boolean> =>
  (await db.$count(
    quotaNotices,
    and(
      eq(quotaNotices.accountId, accountId),
      eq(quotaNotices.month, month),
      eq(quotaNotices.level, level),
      eq(quotaNotices.eventsLimit, eventsLimit),
    ),
  )) > 0;

const isLocked = (accountId: number | Placeholder) =>
  and(eq(quotaNotices.accountId, accountId), isNotNull(quotaNotices.lockedFrom), isNull(quotaNotices.unlockedAt));

const lockedMonthsByAccount = prepared('locked_months_by_account', (db) =>
  db
    .select({ month: quotaNotices.month, lockedFrom: sql`${quotaNotices.lockedFrom}`.mapWith(quotaNotices.createdAt) })
    .from(quotaNotices)
    .where(isLocked(sql.placeholder('accountId'))),
);

/** Months with locked reports, and since when. */
export const listLockedMonths = (db: Database, accountId: number) => lockedMonthsByAccount(db, { accountId });

/** Unlocks what a smaller limit locked, and all earlier months. */
export const unlockMonths = (tx: Database, accountId: number, eventsLimit: number | null, month: string) =>
  tx
    .update(quotaNotices)
    .set({ unlockedAt: sql`now()` })
    .where(
      and(
        isLocked(accountId),
        eventsLimit === null ? undefined : or(lt(quotaNotices.eventsLimit, eventsLimit), lt(quotaNotices.month, month)),
      ),
    );

/** Subscriptions that are past their end or past due. */
export const listDueSubscriptions = (db: Database) =>
  db
    .select({ accountId: subscriptions.accountId })
    .from(subscriptions)
    .where(
      or(
        and(eq(subscriptions.status, 'active'), lte(subscriptions.endsAt, sql`now()`)),
        eq(subscriptions.status, 'past_due'),
      ),
    )
    .orderBy(subscriptions.accountId);

export const listPastDueAccounts = async (db: Database): Promise<number[]> =>
  (
    await db.select({ id: subscriptions.accountId }).from(subscriptions).where(eq(subscriptions.status, 'past_due'))
  ).map(({ id }) => id);

/** Trials that end between the two times. */
export const listEndingTrials = (db: Database, from: Date, until: Date) =>
  db
    .select()
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.status, 'active'),
        isNull(subscriptions.invoiceId),
        gte(subscriptions.endsAt, from),
        lte(subscriptions.endsAt, until),
      ),
    );

/** Plans of this period that end between the two times. */
export const listEndingSubscriptions = (db: Database, period: 'month' | 'year', from: Date, until: Date) =>
  db
    .select()
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.status, 'active'),
        eq(subscriptions.period, period),
        gte(subscriptions.endsAt, from),
        lte(subscriptions.endsAt, until),
      ),
    );
