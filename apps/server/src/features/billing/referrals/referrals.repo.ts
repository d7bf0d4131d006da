import type { SortOrder } from '@poklik/contract/paging';
import { eq, sql } from 'drizzle-orm';
import type { Database } from '../../../stores/postgres.ts';
import { referralVisits } from '../../../stores/tables/referrals.ts';
import { users } from '../../../stores/tables/users.ts';

/** Counts a visitor once a day; unknown codes are ignored. */
export const insertVisit = (db: Database, code: string, visitor: string) =>
  db.execute(sql`
    insert into ${referralVisits} (referrer_id, visitor)
    select id, ${visitor} from ${users} where ${users.referralCode} = ${code}
    on conflict do nothing`);

export interface ReferralRow extends Record<string, unknown> {
  id: string;
  email: string;
  created_at: Date;
  payments: string;
  commission_minor: string;
  is_paying: boolean;
}

const SORT_BY = {
  created_at: sql`u.created_at`,
  payments: sql`payments`,
  commission: sql`commission_minor`,
};
export type ReferralSort = keyof typeof SORT_BY;

export async function listReferrals(
  db: Database,
  accountId: number,
  page: { limit: number; offset: number; sort: ReferralSort; order: SortOrder },
): Promise<ReferralRow[]> {
  const direction = page.order === 'asc' ? sql`asc` : sql`desc`;
  const { rows } = await db.execute<ReferralRow>(sql`
    select u.id, u.email, u.created_at, count(c.id) as payments,
      coalesce(sum(c.amount_minor - c.reversed_minor), 0) as commission_minor,
      coalesce(bool_or(c.status <> 'reversed'), false) as is_paying
    from users u join users r on r.id = u.referred_by_id
    left join commissions c on c.referral_id = u.id and c.account_id = ${accountId}
    where r.account_id = ${accountId}
    group by u.id
    order by ${SORT_BY[page.sort]} ${direction}, u.id ${direction} limit ${page.limit} offset ${page.offset}`);
  return rows;
}

export interface Funnel extends Record<string, unknown> {
  visits: string;
  sign_ups: string;
  paying: string;
  earned_minor: string;
  paid_minor: string;
}

export async function getFunnel(db: Database, accountId: number): Promise<Funnel> {
  const { rows } = await db.execute<Funnel>(sql`
    select
      (select count(*) from referral_visits v join users r on r.id = v.referrer_id where r.account_id = ${accountId}) as visits,
      (select count(*) from users u join users r on r.id = u.referred_by_id where r.account_id = ${accountId}) as sign_ups,
      (select count(distinct referral_id) from commissions where account_id = ${accountId} and status <> 'reversed') as paying,
      (select coalesce(sum(amount_minor - reversed_minor), 0) from commissions where account_id = ${accountId}) as earned_minor,
      (select coalesce(sum(amount_minor), 0) from withdrawals where account_id = ${accountId} and status = 'paid') as paid_minor`);
  const [funnel] = rows;
  if (!funnel) throw new Error('query returned no row');
  return funnel;
}

export async function getReferrer(db: Database, userId: number) {
  const [row] = await db
    .select({ code: users.referralCode, basisPoints: users.referralBasisPoints })
    .from(users)
    .where(eq(users.id, userId));
  if (!row) throw new Error(`user ${userId} not found`);
  return row;
}

/** Sets a custom rate, or null for the default. Returns the previous rate. */
export async function updateReferralRate(tx: Database, userId: number, basisPoints: number | null) {
  const [before] = await tx
    .select({ accountId: users.accountId, basisPoints: users.referralBasisPoints })
    .from(users)
    .where(eq(users.id, userId))
    .for('update');
  if (!before) return null;
  await tx.update(users).set({ referralBasisPoints: basisPoints }).where(eq(users.id, userId));
  return before;
}
