import type { Movement } from '@poklik/contract/overview-business';
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../stores/postgres.ts';

/** In PostgreSQL's notation, end exclusive. */
export interface Moments {
  from: string;
  until: string;
}

/** What moved on one day, or before the period. */
export interface MovedRow {
  /** Null for everything before the period. */
  day: string | null;
  movement: Movement;
  count: number;
  arrMinor: bigint;
}

/** All movements up to the end of a period, those within it by UTC day. */
export async function listMoved(db: Database, { from, until }: Moments): Promise<MovedRow[]> {
  const { rows } = await db.execute<{ day: string | null; movement: Movement; count: number; arr: string }>(sql`
    select case when at >= ${from} then to_char(at at time zone 'UTC', 'YYYY-MM-DD') end as day,
      movement, count(*)::int as count, sum(change_minor) as arr
    from subscription_history where movement is not null and at < ${until} group by 1, 2`);
  return rows.map(({ arr, ...row }) => ({ ...row, arrMinor: BigInt(arr) }));
}

/** From the ledger, by UTC day; refunds count on the day they were made. */
export async function getNetRevenueByDay(db: Database, { from, until }: Moments): Promise<Map<string, bigint>> {
  const { rows } = await db.execute<{ day: string; revenue: string }>(sql`
    select to_char(j.created_at at time zone 'UTC', 'YYYY-MM-DD') as day, sum(p.amount_minor) as revenue
    from ledger_journals j join ledger_postings p on p.journal_id = j.id and p.account = 'revenue'
    where j.created_at >= ${from} and j.created_at < ${until} group by 1`);
  return new Map(rows.map(({ day, revenue }) => [day, BigInt(revenue)]));
}

export interface CohortRow {
  /** Months since year 0. */
  month: number;
  /** Months since then; null for what the cohort started with. */
  later: number | null;
  accounts: number;
  arrMinor: bigint;
}

const monthOf = (time: SQL): SQL =>
  sql`(extract(year from ${time} at time zone 'UTC') * 12 + extract(month from ${time} at time zone 'UTC') - 1)::int`;

/** Accounts by the month in which they first paid, since `since`, and what is left at the end of each month up to `now`. */
export async function listCohorts(db: Database, { since, now }: { since: string; now: Date }): Promise<CohortRow[]> {
  const { rows } = await db.execute<{ month: number; later: number | null; accounts: number; arr: string }>(sql`
    with firsts as materialized (
      select account_id, arr_minor, ${monthOf(sql`at`)} as month
      from subscription_history where movement = 'new' and at >= ${since}
    ), states as (
      select account_id, arr_minor, ${monthOf(sql`at`)} as first_month,
        ${monthOf(sql`lead(at) over (partition by account_id order by version)`)} - 1 as last_month
      from subscription_history where movement is not null
    )
    select month, null::int as later, count(*)::int as accounts, sum(arr_minor) as arr from firsts group by 1
    union all
    select f.month, each_month - f.month, count(*)::int, sum(s.arr_minor)
    from firsts f join states s using (account_id),
      generate_series(s.first_month, coalesce(s.last_month, ${monthOf(sql`${now.toISOString()}::timestamptz`)})) each_month
    where s.arr_minor > 0 group by 1, 2 order by 1, 2 nulls first`);
  return rows.map(({ arr, ...row }) => ({ ...row, arrMinor: BigInt(arr) }));
}
