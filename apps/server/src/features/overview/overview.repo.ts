import { ROLES } from '@poklik/contract/roles';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../stores/postgres.ts';
import { invoices } from '../../stores/tables/billing.ts';
import { campaigns } from '../../stores/tables/campaigns.ts';
import { users } from '../../stores/tables/users.ts';
import { withdrawals } from '../../stores/tables/withdrawals.ts';
import type { ListTotal } from './customer-lists.repo.ts';

/** Counts accounts: a team is one customer. */
export async function countCustomers(db: Database): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(distinct ${users.accountId})::int` })
    .from(users)
    .where(eq(users.role, ROLES.USER));
  return row?.count ?? 0;
}

export const countActiveCampaigns = (db: Database): Promise<number> =>
  db.$count(campaigns, and(eq(campaigns.status, 'active'), isNull(campaigns.deletedAt)));

export const countPendingWithdrawals = (db: Database): Promise<number> =>
  db.$count(withdrawals, eq(withdrawals.status, 'pending'));

export async function getOpenInvoiceTotals(db: Database): Promise<{ count: number; amountMinor: bigint }> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int`, amount: sql<string>`coalesce(sum(${invoices.totalMinor}), 0)` })
    .from(invoices)
    .where(eq(invoices.status, 'open'));
  return { count: row?.count ?? 0, amountMinor: BigInt(row?.amount ?? 0) };
}

/** From the ledger, in UTC; refunds count in the month they were made. */
export async function getRevenueThisMonth(db: Database): Promise<bigint> {
  const { rows } = await db.execute<{ revenue: string }>(sql`
    select coalesce(sum(p.amount_minor), 0) as revenue from ledger_postings p join ledger_journals j on j.id = p.journal_id
    where p.account = 'revenue' and j.created_at >= date_trunc('month', now() at time zone 'UTC') at time zone 'UTC'`);
  return BigInt(rows[0]?.revenue ?? 0);
}

export const WAITING = ['withdrawals', 'commissions_on_hold', 'open_invoices', 'bank_lines', 'help_requests'] as const;
export type Waiting = Record<(typeof WAITING)[number], ListTotal>;

/** What waits in lists that have a screen of their own. */
export async function getWaiting(db: Database): Promise<Waiting> {
  const { rows } = await db.execute<{ what: keyof Waiting; count: number; amount: string; since: string | null }>(sql`
    select 'withdrawals' as what, count(*)::int as count, coalesce(sum(amount_minor), 0) as amount, min(created_at) as since
    from withdrawals where status = 'pending'
    union all select 'commissions_on_hold', count(*)::int, coalesce(sum(amount_minor - reversed_minor), 0), min(created_at)
    from commissions where status = 'held'
    union all select 'open_invoices', count(*)::int, coalesce(sum(total_minor), 0), min(issued_at)
    from invoices where status = 'open'
    union all select 'bank_lines', count(*)::int, coalesce(sum(amount_minor), 0), min(imported_at)
    from bank_lines where state = 'waiting'
    union all select 'help_requests', count(*)::int, 0, min(waiting_since) from help_requests where status = 'open'`);
  return Object.fromEntries(
    rows.map(({ what, count, amount, since }) => [
      what,
      { count, amountMinor: BigInt(amount), since: since === null ? null : new Date(since) },
    ]),
  ) as Waiting;
}
