import type { SortOrder } from '@poklik/contract/paging';
import { ROLES } from '@poklik/contract/roles';
import type { PayoutMethod, WithdrawalStatus } from '@poklik/contract/withdrawals';
import { and, desc, eq, inArray, ne, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '../../../stores/postgres.ts';
import { accounts, users } from '../../../stores/tables/users.ts';
import { payoutDetails, withdrawals } from '../../../stores/tables/withdrawals.ts';

export type WithdrawalRecord = typeof withdrawals.$inferSelect;
export type PayoutRecord = typeof payoutDetails.$inferSelect;

const reviewer = alias(users, 'reviewer');

const selectWithdrawals = (db: Database) =>
  db
    .select({
      withdrawal: withdrawals,
      payout: payoutDetails,
      user: { id: users.id, email: users.email, name: users.name },
      reviewer: { id: reviewer.id, name: reviewer.name, email: reviewer.email },
    })
    .from(withdrawals)
    .innerJoin(payoutDetails, eq(payoutDetails.id, withdrawals.payoutId))
    .innerJoin(users, eq(users.id, withdrawals.userId))
    .leftJoin(reviewer, eq(reviewer.id, withdrawals.reviewedById));

export type WithdrawalRow = Awaited<ReturnType<typeof selectWithdrawals>>[number];

export interface WithdrawalFilter {
  accountId?: number | undefined;
  status?: WithdrawalStatus | undefined;
  method?: PayoutMethod | undefined;
  search?: string | undefined;
}

const containsPattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

function matchesFilter({ accountId, status, method, search }: WithdrawalFilter): SQL | undefined {
  return and(
    accountId === undefined ? undefined : eq(withdrawals.accountId, accountId),
    status && eq(withdrawals.status, status),
    method && eq(payoutDetails.method, method),
    search
      ? sql`(${users.email} ilike ${containsPattern(search)} or ${users.name} ilike ${containsPattern(search)} or ${withdrawals.id}::text = ${search})`
      : undefined,
  );
}

const SORT_BY = { created_at: withdrawals.id, amount: withdrawals.amountMinor };

export const listWithdrawals = (
  db: Database,
  filter: WithdrawalFilter,
  page: { limit: number; offset: number; sort: keyof typeof SORT_BY; order: SortOrder },
) => {
  const direction = page.order === 'asc' ? sql`asc` : sql`desc`;
  return selectWithdrawals(db)
    .where(matchesFilter(filter))
    .orderBy(sql`${SORT_BY[page.sort]} ${direction}`, sql`${withdrawals.id} ${direction}`)
    .limit(page.limit)
    .offset(page.offset);
};

/** Ids of approved withdrawals, oldest first, except those of one account. */
export const approvedIdsQuery = (db: Database, exceptAccountId: number, limit: number) =>
  db
    .select({ id: withdrawals.id })
    .from(withdrawals)
    .where(and(eq(withdrawals.status, 'approved'), ne(withdrawals.accountId, exceptAccountId)))
    .orderBy(withdrawals.id)
    .limit(limit);

export const listWithdrawalsById = (db: Database, ids: readonly number[]) =>
  selectWithdrawals(db)
    .where(inArray(withdrawals.id, [...ids]))
    .orderBy(withdrawals.id);

export async function countWithdrawals(db: Database, filter: WithdrawalFilter): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(withdrawals)
    .innerJoin(payoutDetails, eq(payoutDetails.id, withdrawals.payoutId))
    .innerJoin(users, eq(users.id, withdrawals.userId))
    .where(matchesFilter(filter));
  return row?.count ?? 0;
}

export async function findWithdrawal(db: Database, id: number): Promise<WithdrawalRow | null> {
  const [row] = await selectWithdrawals(db).where(eq(withdrawals.id, id));
  return row ?? null;
}

export async function lockWithdrawal(tx: Database, id: number): Promise<WithdrawalRecord | null> {
  const [row] = await tx.select().from(withdrawals).where(eq(withdrawals.id, id)).for('update');
  return row ?? null;
}

type NewWithdrawal = Pick<WithdrawalRecord, 'accountId' | 'userId' | 'amountMinor' | 'feeMinor' | 'payoutId'>;

/** Null when the account already has an open request. */
export async function insertWithdrawal(tx: Database, withdrawal: NewWithdrawal): Promise<WithdrawalRecord | null> {
  const [row] = await tx
    .insert(withdrawals)
    .values({
      ...withdrawal,
      currency: sql`(select ${accounts.currency} from ${accounts} where ${accounts.id} = ${withdrawal.accountId})`,
    })
    .onConflictDoNothing()
    .returning();
  return row ?? null;
}

type Change = Partial<Pick<WithdrawalRecord, 'status' | 'reason' | 'externalId' | 'firstApproverId' | 'reviewedById'>>;

export const updateWithdrawal = (tx: Database, id: number, change: Change) =>
  tx
    .update(withdrawals)
    .set({ ...change, updatedAt: sql`now()`, ...(change.status === 'paid' ? { paidAt: sql`now()` } : {}) })
    .where(eq(withdrawals.id, id));

export async function findOpenWithdrawal(db: Database, accountId: number): Promise<number | null> {
  const [row] = await db
    .select({ id: withdrawals.id })
    .from(withdrawals)
    .where(
      and(eq(withdrawals.accountId, accountId), inArray(withdrawals.status, ['pending', 'approved', 'processing'])),
    );
  return row?.id ?? null;
}

export async function findPayout(db: Database, accountId: number): Promise<PayoutRecord | null> {
  const [row] = await db
    .select()
    .from(payoutDetails)
    .where(eq(payoutDetails.accountId, accountId))
    .orderBy(desc(payoutDetails.id))
    .limit(1);
  return row ?? null;
}

export async function insertPayout(
  tx: Database,
  payout: Omit<PayoutRecord, 'id' | 'createdAt'>,
): Promise<PayoutRecord> {
  const [row] = await tx.insert(payoutDetails).values(payout).returning();
  if (!row) throw new Error('insert returned no row');
  return row;
}

/** Returns the database's time too, because the database dated the details. */
export async function getPayout(tx: Database, id: number): Promise<{ payout: PayoutRecord; now: Date }> {
  const [row] = await tx
    .select({ payout: payoutDetails, now: sql`now()`.mapWith(payoutDetails.createdAt) })
    .from(payoutDetails)
    .where(eq(payoutDetails.id, id));
  if (!row) throw new Error(`payout details ${id} not found`);
  return row;
}

export async function getUser(db: Database, userId: number) {
  const [row] = await db.select().from(users).where(eq(users.id, userId));
  if (!row) throw new Error(`user ${userId} not found`);
  return row;
}

/** Reviewers outside of the requesting account. */
export const listStaff = (db: Database, exceptAccountId: number) =>
  db
    .select({ id: users.id, accountId: users.accountId })
    .from(users)
    .where(
      and(
        inArray(users.role, [ROLES.ADMIN, ROLES.SUPER_ADMIN]),
        eq(users.status, 'active'),
        ne(users.accountId, exceptAccountId),
      ),
    );

export async function findNextRelease(db: Database, accountId: number): Promise<Date | null> {
  const { rows } = await db.execute<{ at: Date | null }>(
    sql`select min(release_at) as at from commissions where account_id = ${accountId} and status = 'pending'`,
  );
  const at = rows[0]?.at;
  return at ? new Date(at) : null;
}
