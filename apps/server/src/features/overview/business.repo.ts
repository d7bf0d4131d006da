import type { Movement } from '@poklik/contract/overview-business';
import { sql } from 'drizzle-orm';
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
  month: string;
  /** Months since then; null for what the cohort started with. */
  later: number | null;
  accounts: number;
  arrMinor: bigint;
}

/** Accounts by the month in which they first paid, since `since`, and what is left at the end of each month up to `now`. */
export async function listCohorts(db: Database, { since, now }: { since: string; now: Date }): Promise<CohortRow[]> {
  const { rows } = await db.execute<{ month: string; later: number | null; accounts: number; arr: string }>(sql`
    with firsts as materialized (
      select account_id, arr_minor, date_trunc('month', at at time zone 'UTC') as month
      from subscription_history where movement = 'new' and at >= ${since}
    ), states as materialized (
      select h.account_id, h.arr_minor, h.at at time zone 'UTC' as at,
        lead(h.at at time zone 'UTC') over (partition by h.account_id order by h.version) as until
      from subscription_history h where h.movement is not null and h.account_id in (select account_id from firsts)
    ), months as (
      select month, later, least(month + make_interval(months => later + 1), ${now.toISOString()}::timestamptz at time zone 'UTC') as end
      from (select distinct month from firsts) m cross join generate_series(0, 11) later
      where month + make_interval(months => later) < ${now.toISOString()}::timestamptz at time zone 'UTC'
    )
    select to_char(f.month, 'YYYY-MM-DD') as month, null::int as later, count(*)::int as accounts, sum(f.arr_minor) as arr
    from firsts f group by 1
    union all
    select to_char(m.month, 'YYYY-MM-DD'), m.later, count(s.account_id)::int, coalesce(sum(s.arr_minor), 0)
    from months m join firsts f on f.month = m.month
    left join states s on s.account_id = f.account_id and s.arr_minor > 0 and s.at < m.end and (s.until is null or s.until >= m.end)
    group by 1, 2 order by 1, 2 nulls first`);
  return rows.map(({ arr, ...row }) => ({ ...row, arrMinor: BigInt(arr) }));
}
