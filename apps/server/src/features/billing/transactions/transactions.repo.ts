import type { SortOrder } from '@poklik/contract/paging';
import { ROLES } from '@poklik/contract/roles';
import type { TransactionKind } from '@poklik/contract/transactions';
import { and, eq, ne, type SQL, sql } from 'drizzle-orm';
import { containsPattern } from '../../../stores/contains-pattern.ts';
import type { Database } from '../../../stores/postgres.ts';
import {
  ledgerJournals as journals,
  ledgerBalances,
  ledgerPostings as postings,
} from '../../../stores/tables/ledger.ts';
import { accounts, teamMembers, users } from '../../../stores/tables/users.ts';

const accountChange = (account: 'available' | 'reserved' | 'pending'): SQL<bigint> =>
  sql`coalesce(sum(${postings.amountMinor}) filter (where ${postings.account} = ${account}), 0)::bigint`.mapWith(
    BigInt,
  );

export interface HistoryFilter {
  kind?: TransactionKind | undefined;
  direction?: 'in' | 'out' | undefined;
  journalId?: number | undefined;
}

/** By the change of the available balance. */
const inDirection = (direction: HistoryFilter['direction']): SQL | undefined =>
  direction && sql`${accountChange('available')} ${direction === 'in' ? sql`> 0` : sql`< 0`}`;

const ofAccount = (accountId: number, { kind, journalId }: HistoryFilter): SQL | undefined =>
  and(
    eq(postings.accountId, accountId),
    kind && eq(journals.kind, kind),
    journalId === undefined ? undefined : eq(journals.id, journalId),
  );

export const listTransactions = (
  db: Database,
  accountId: number,
  filter: HistoryFilter,
  page: { limit: number; offset: number; order: SortOrder },
) =>
  db
    .select({
      id: journals.id,
      kind: journals.kind,
      createdAt: journals.createdAt,
      currency: journals.currency,
      reference: journals.reference,
      reason: journals.reason,
      available: accountChange('available'),
      reserved: accountChange('reserved'),
      pending: accountChange('pending'),
      balanceAfter: sql<
        string | null
      >`max(${postings.balanceAfterMinor}) filter (where ${postings.account} = 'available')`,
      actor: { id: users.id, accountId: users.accountId, name: users.name, email: users.email },
    })
    .from(postings)
    .innerJoin(journals, eq(journals.id, postings.journalId))
    .leftJoin(users, eq(users.id, journals.actorId))
    .where(ofAccount(accountId, filter))
    .groupBy(journals.id, users.id)
    .having(inDirection(filter.direction))
    .orderBy(page.order === 'asc' ? sql`${journals.id} asc` : sql`${journals.id} desc`)
    .limit(page.limit)
    .offset(page.offset);

export type TransactionRow = Awaited<ReturnType<typeof listTransactions>>[number];

export async function countTransactions(db: Database, accountId: number, filter: HistoryFilter): Promise<number> {
  const found = db
    .select({ id: journals.id })
    .from(postings)
    .innerJoin(journals, eq(journals.id, postings.journalId))
    .where(ofAccount(accountId, filter))
    .groupBy(journals.id)
    .having(inDirection(filter.direction))
    .as('found');
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(found);
  return row?.count ?? 0;
}

/** Balances belong to accounts, so only their owners are listed. */
const isOwner: SQL = sql`exists (select 1 from ${teamMembers} where ${teamMembers.userId} = ${users.id} and ${teamMembers.role} = 'OWNER')`;
const isCustomer = and(isOwner, ne(users.role, ROLES.SUPER_ADMIN));

export async function findCustomer(db: Database, userId: number) {
  const [row] = await db
    .select({ id: users.id, accountId: users.accountId })
    .from(users)
    .where(and(eq(users.id, userId), isCustomer));
  return row ?? null;
}

const matchesSearch = (search: string | undefined): SQL | undefined =>
  and(
    isCustomer,
    search
      ? sql`(${users.email} ilike ${containsPattern(search)} or ${users.name} ilike ${containsPattern(search)})`
      : undefined,
  );

/** Returned withdrawals reduce the total out. */
const movementTotals = sql`(select max(j.created_at) as last_at,
    coalesce(sum(p.amount_minor) filter (where p.account = 'available' and p.amount_minor > 0 and j.kind <> 'withdrawal_return'), 0) as total_in,
    coalesce(-sum(p.amount_minor) filter (where p.account = 'available' and (p.amount_minor < 0 or j.kind = 'withdrawal_return')), 0) as total_out
  from ${postings} p join ${journals} j on j.id = p.journal_id where p.account_id = ${users.accountId})`;

const SORT_BY = {
  email: sql`${users.email}`,
  available: sql`coalesce(${ledgerBalances.availableMinor}, 0)`,
  last_movement_at: sql`coalesce(moved.last_at, 'epoch')`,
  total_in: sql`moved.total_in`,
  total_out: sql`moved.total_out`,
};
export type UserSort = keyof typeof SORT_BY;

export const listCustomers = (
  db: Database,
  search: string | undefined,
  page: { limit: number; offset: number; sort: UserSort; order: SortOrder },
) => {
  const direction = page.order === 'asc' ? sql`asc` : sql`desc`;
  return db
    .select({
      id: users.id,
      email: users.email,
      name: users.name,
      currency: accounts.currency,
      balance: ledgerBalances,
      lastMovementAt: sql<string | null>`moved.last_at`,
      totalIn: sql`moved.total_in`.mapWith(BigInt),
      totalOut: sql`moved.total_out`.mapWith(BigInt),
    })
    .from(users)
    .innerJoin(accounts, eq(accounts.id, users.accountId))
    .leftJoin(ledgerBalances, eq(ledgerBalances.accountId, users.accountId))
    .leftJoinLateral(sql`${movementTotals} moved`, sql`true`)
    .where(matchesSearch(search))
    .orderBy(sql`${SORT_BY[page.sort]} ${direction}`, sql`${users.id} ${direction}`)
    .limit(page.limit)
    .offset(page.offset);
};

export const countCustomers = (db: Database, search: string | undefined): Promise<number> =>
  db.$count(users, matchesSearch(search));
