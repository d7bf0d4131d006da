import type { AgreedTerms } from '@poklik/domain/tariffs/overage';
import { and, eq, gte, isNotNull, lt, sql } from 'drizzle-orm';
import type { Database } from '../../../stores/postgres.ts';
import { overageBills, overageTerms } from '../../../stores/tables/payments/overage.ts';
import { quotaNotices } from '../../../stores/tables/subscriptions.ts';

export const listAgreed = (db: Database, accountId: number): Promise<AgreedTerms[]> =>
  db.select().from(overageTerms).where(eq(overageTerms.accountId, accountId));

/** Takes the place of what was agreed for later. */
export async function replaceAgreed(tx: Database, terms: typeof overageTerms.$inferInsert): Promise<void> {
  const { accountId, fromMonth } = terms;
  await tx
    .delete(overageTerms)
    .where(and(eq(overageTerms.accountId, accountId), gte(overageTerms.fromMonth, fromMonth)));
  await tx.insert(overageTerms).values(terms);
}

/** Paying for events goes on only while the bill of an earlier month isn't overdue. */
const isOverdue = sql`exists (select from invoices i where i.account_id = overage_terms.account_id and i.type = 'one_off'
  and i.status in ('open', 'uncollectible') and i.due_at < now())`;

export const hasOverdueBill = async (db: Database, accountId: number): Promise<boolean> =>
  (await db.$count(overageTerms, and(eq(overageTerms.accountId, accountId), isOverdue))) > 0;

/** What each account has agreed to for a month; not of those that owe for an earlier one. */
export async function listAgreedByAccount(db: Database, month: string): Promise<Map<number, AgreedTerms>> {
  const rows = await db
    .selectDistinctOn([overageTerms.accountId])
    .from(overageTerms)
    .where(and(sql`${overageTerms.fromMonth} <= ${month}`, sql`not ${isOverdue}`))
    .orderBy(overageTerms.accountId, sql`${overageTerms.fromMonth} desc`);
  return new Map(rows.map((row) => [row.accountId, row]));
}

/** Accounts that have agreed to pay for a month and aren't billed for it yet. */
export async function listUnbilled(db: Database, month: string): Promise<number[]> {
  const { rows } = await db.execute<{ account_id: string }>(sql`
    select account_id from (
      select distinct on (account_id) account_id, cap_minor from overage_terms
      where from_month <= ${month} order by account_id, from_month desc) agreed
    where cap_minor is not null
      and not exists (select from overage_bills b where b.account_id = agreed.account_id and b.month = ${month})
    order by 1`);
  return rows.map(({ account_id: id }) => Number(id));
}

export const hasBill = async (tx: Database, accountId: number, month: string): Promise<boolean> =>
  (await tx.$count(overageBills, and(eq(overageBills.accountId, accountId), eq(overageBills.month, month)))) > 0;

export const insertBill = (tx: Database, bill: typeof overageBills.$inferInsert) =>
  tx.insert(overageBills).values(bill);

/** The plans that an account had at some time of a period. None: only the free one. */
export async function listPlansOfPeriod(db: Database, accountId: number, from: Date, until: Date): Promise<number[]> {
  const { rows } = await db.execute<{ tariff_id: string }>(sql`
    select distinct tariff_id from (
      select tariff_id, status, at, lead(at) over (order by version) as ended_at
      from subscription_history where account_id = ${accountId}) h
    where status <> 'ended' and at < ${until.toISOString()}::timestamptz
      and (ended_at is null or ended_at > ${from.toISOString()}::timestamptz)`);
  return rows.map(({ tariff_id: id }) => Number(id));
}

/** Unlocks reports of a month that a smaller limit locked. */
export const unlockMonth = (tx: Database, accountId: number, eventsLimit: number, month: string) =>
  tx
    .update(quotaNotices)
    .set({ unlockedAt: sql`now()` })
    .where(
      and(
        eq(quotaNotices.accountId, accountId),
        eq(quotaNotices.month, month),
        isNotNull(quotaNotices.lockedFrom),
        lt(quotaNotices.eventsLimit, eventsLimit),
      ),
    );
