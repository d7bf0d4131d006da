import type { SortOrder } from '@poklik/contract/paging';
import type { CommissionStatus } from '@poklik/contract/referrals';
import type { PersonTraits } from '@poklik/domain/referrals/self-referral';
import { and, eq, ne, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '../../../stores/postgres.ts';
import { commissions } from '../../../stores/tables/referrals.ts';
import { teamMembers, users } from '../../../stores/tables/users.ts';

export type CommissionRow = typeof commissions.$inferSelect;

/** Null when the payer was not referred, or works in the referrer's account. */
export async function findReferrer(db: Database, payerAccountId: number) {
  const referrer = alias(users, 'referrer');
  const [row] = await db
    .select({
      payer: { id: users.id, email: users.email },
      referrer: {
        id: referrer.id,
        accountId: referrer.accountId,
        email: referrer.email,
        basisPoints: referrer.referralBasisPoints,
      },
    })
    .from(users)
    .innerJoin(teamMembers, and(eq(teamMembers.userId, users.id), eq(teamMembers.role, 'OWNER')))
    .innerJoin(referrer, eq(referrer.id, users.referredById))
    .where(and(eq(users.accountId, payerAccountId), ne(referrer.accountId, payerAccountId)));
  return row ?? null;
}

/** Traits that reveal a self-referral. */
export async function getUserTraits(db: Database, userId: number): Promise<PersonTraits> {
  const { rows } = await db.execute<{ email: string; ips: string[]; payouts: string[] }>(sql`
    select u.email,
      array(select distinct ip from (select u.sign_up_ip as ip union select s.ip from sessions s where s.user_id = u.id) seen where ip is not null) as ips,
      array(select distinct p.fingerprint from payout_details p where p.account_id = u.account_id) as payouts
    from users u where u.id = ${userId}`);
  const [traits] = rows;
  if (!traits) throw new Error(`user ${userId} not found`);
  return traits;
}

type NewCommission = Pick<
  CommissionRow,
  'accountId' | 'beneficiaryId' | 'referralId' | 'source' | 'baseMinor' | 'basisPoints' | 'amountMinor' | 'heldFor'
>;

/** Null when the payment already has a commission. */
export async function insertCommission(tx: Database, commission: NewCommission, holdDays: number) {
  const [row] = await tx
    .insert(commissions)
    .values({
      ...commission,
      currency: sql`(select currency from accounts where id = ${commission.accountId})`,
      status: commission.heldFor.length > 0 ? 'held' : 'pending',
      releaseAt: sql`now() + make_interval(days => ${holdDays})`,
    })
    .onConflictDoNothing({ target: commissions.source })
    .returning();
  return row ?? null;
}

export async function lockCommission(tx: Database, by: { source: string } | { id: number }) {
  const [row] = await tx
    .select()
    .from(commissions)
    .where('id' in by ? eq(commissions.id, by.id) : eq(commissions.source, by.source))
    .for('update');
  return row ?? null;
}

const isDue = and(eq(commissions.status, 'pending'), sql`${commissions.releaseAt} <= now()`);

/** Of all accounts, or of one. */
export async function listDueCommissions(db: Database, accountId?: number): Promise<number[]> {
  const rows = await db
    .select({ id: commissions.id })
    .from(commissions)
    .where(and(isDue, accountId === undefined ? undefined : eq(commissions.accountId, accountId)))
    .orderBy(commissions.id);
  return rows.map(({ id }) => id);
}

/** Null when it is no longer due, or another transaction is releasing it. */
export async function lockDueCommission(tx: Database, id: number): Promise<CommissionRow | null> {
  const [row] = await tx
    .select()
    .from(commissions)
    .where(and(eq(commissions.id, id), isDue))
    .for('update', { skipLocked: true });
  return row ?? null;
}

export const updateCommission = (
  tx: Database,
  id: number,
  change: Partial<Pick<CommissionRow, 'status' | 'reversedMinor' | 'disputedMinor' | 'disputedEarnedMinor'>> & {
    isReleased?: true;
  },
) => {
  const { isReleased, ...set } = change;
  return tx
    .update(commissions)
    .set({ ...set, ...(isReleased ? { releasedAt: sql`now()` } : {}) })
    .where(eq(commissions.id, id));
};

/** Paid withdrawals cover the oldest released commissions first; those count as paid. */
const commissionsWithStatus: SQL = sql`(select c.*, case
    when c.status = 'available' and sum(c.amount_minor - c.reversed_minor) filter (where c.status = 'available')
      over (partition by c.account_id order by c.released_at, c.id)
      <= (select coalesce(sum(w.amount_minor), 0) from withdrawals w where w.account_id = c.account_id and w.status = 'paid')
    then 'paid' else c.status end as effective_status
  from commissions c)`;

export interface ListedCommission extends Record<string, unknown> {
  id: string;
  beneficiary_id: string;
  referral_id: string;
  base_minor: string;
  basis_points: number;
  amount_minor: string;
  reversed_minor: string;
  currency: string;
  effective_status: CommissionStatus;
  held_for: string[];
  release_at: Date;
  created_at: Date;
  referral_email: string;
  referrer_email: string;
  total: string;
}

export interface CommissionFilter {
  accountId?: number;
  /** Leaves out commissions in which this account is referrer or referral. */
  excludedAccountId?: number;
  status?: CommissionStatus | undefined;
  id?: number;
}

export async function listCommissions(
  db: Database,
  { accountId, excludedAccountId, status, id }: CommissionFilter,
  page: { limit: number; offset: number; sort: 'created_at' | 'amount'; order: SortOrder },
): Promise<ListedCommission[]> {
  const conditions = [
    accountId === undefined ? undefined : sql`c.account_id = ${accountId}`,
    excludedAccountId === undefined
      ? undefined
      : sql`c.account_id <> ${excludedAccountId} and referral.account_id <> ${excludedAccountId}`,
    status && sql`c.effective_status = ${status}`,
    id === undefined ? undefined : sql`c.id = ${id}`,
  ].filter((condition) => condition !== undefined);
  const column = page.sort === 'amount' ? sql`c.amount_minor` : sql`c.created_at`;
  const direction = page.order === 'asc' ? sql`asc` : sql`desc`;
  const { rows } = await db.execute<ListedCommission>(sql`
    select c.*, referral.email as referral_email, referrer.email as referrer_email, count(*) over () as total
    from ${commissionsWithStatus} c join users referral on referral.id = c.referral_id join users referrer on referrer.id = c.beneficiary_id
    where ${conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`}
    order by ${column} ${direction}, c.id ${direction} limit ${page.limit} offset ${page.offset}`);
  return rows;
}

export async function countCommissions(db: Database, filter: CommissionFilter): Promise<number> {
  const [first] = await listCommissions(db, filter, { limit: 1, offset: 0, sort: 'created_at', order: 'desc' });
  return Number(first?.total ?? 0);
}
