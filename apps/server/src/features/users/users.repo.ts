import type { CustomerFilter } from '@poklik/contract/customers';
import type { SortOrder } from '@poklik/contract/paging';
import { ROLES, type Role } from '@poklik/contract/roles';
import type { USER_SORTS, UserChanges } from '@poklik/contract/users';
import { and, eq, inArray, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { containsPattern } from '../../stores/contains-pattern.ts';
import type { Database } from '../../stores/postgres.ts';
import { billingDetails } from '../../stores/tables/billing.ts';
import { campaigns } from '../../stores/tables/campaigns.ts';
import { accountUsage, limitOverrides } from '../../stores/tables/customers/customers.ts';
import { ledgerBalances } from '../../stores/tables/ledger.ts';
import { twoFactors } from '../../stores/tables/security.ts';
import { subscriptions } from '../../stores/tables/subscriptions.ts';
import { tariffs } from '../../stores/tables/tariffs.ts';
import { accounts, teamMembers, users } from '../../stores/tables/users.ts';
import { figureColumns, figureSorts, isCustomer, matchesFigures } from './user-figures.repo.ts';

type Optional<T> = { [K in keyof T]?: T[K] | undefined };

export interface UserFilter extends Optional<CustomerFilter> {
  role?: Role | undefined;
  /** Account owners who are no operators. */
  isCustomer?: true;
}

const owners = alias(teamMembers, 'owners');
const ownerUsers = alias(users, 'owner_users');

function matchesFilter(filter: UserFilter): SQL | undefined {
  const { search, role, status, verified } = filter;
  const pattern = containsPattern(search ?? '');
  return and(
    isNull(users.deletedAt),
    role === undefined ? undefined : eq(users.role, role),
    status === undefined ? undefined : eq(users.status, status),
    verified === undefined ? undefined : (verified === 'yes' ? isNotNull : isNull)(users.emailVerifiedAt),
    search
      ? or(
          sql`${users.email} ilike ${pattern}`,
          sql`${users.name} ilike ${pattern}`,
          sql`${users.company} ilike ${pattern}`,
          sql`${users.id}::text = ${search}`,
          sql`exists (select 1 from ${campaigns} where ${campaigns.accountId} = ${users.accountId} and ${campaigns.key} = ${search})`,
        )
      : undefined,
    filter.isCustomer ? isCustomer : undefined,
    matchesFigures(filter, new Date()),
  );
}

type Sort = (typeof USER_SORTS)[number];

const sortBy = (): Record<Sort, SQL> => ({
  email: sql`${users.email}`,
  role: sql`${users.role}`,
  status: sql`${users.status}`,
  tariff: sql`${tariffs.position}`,
  last_login_at: sql`coalesce(${users.lastLoginAt}, 'epoch')`,
  created_at: sql`${users.createdAt}`,
  ...figureSorts(new Date()),
});

export interface UserOrder {
  sort: Sort;
  order: SortOrder;
}

function orderBy({ sort, order }: UserOrder): SQL[] {
  const direction = order === 'asc' ? sql`asc` : sql`desc`;
  return [sql`${sortBy()[sort]} ${direction}`, sql`${users.id} ${direction}`];
}

/** The tables that filters, sorting and figures need. */
const selectFrom = <Columns extends Parameters<Database['select']>[0]>(db: Database, columns: Columns & object) =>
  db
    .select(columns)
    .from(users)
    .innerJoin(teamMembers, eq(teamMembers.userId, users.id))
    .innerJoin(owners, and(eq(owners.accountId, users.accountId), eq(owners.role, 'OWNER')))
    .innerJoin(ownerUsers, eq(ownerUsers.id, owners.userId))
    .innerJoin(accounts, eq(accounts.id, users.accountId))
    .leftJoin(tariffs, eq(tariffs.id, accounts.tariffId))
    .leftJoin(twoFactors, eq(twoFactors.userId, users.id))
    .leftJoin(subscriptions, eq(subscriptions.accountId, users.accountId))
    .leftJoin(limitOverrides, eq(limitOverrides.accountId, users.accountId))
    .leftJoin(accountUsage, eq(accountUsage.accountId, users.accountId))
    .leftJoin(ledgerBalances, eq(ledgerBalances.accountId, users.accountId))
    .leftJoin(billingDetails, eq(billingDetails.accountId, users.accountId));

const selectUsers = (db: Database) =>
  selectFrom(db, {
    user: users,
    teamRole: teamMembers.role,
    twoFactorAt: twoFactors.enabledAt,
    owner: { id: ownerUsers.id, email: ownerUsers.email, status: ownerUsers.status },
    tariff: { id: tariffs.id, code: tariffs.code, name: tariffs.name },
    figures: figureColumns(new Date()),
  });

export type UserRow = Awaited<ReturnType<typeof selectUsers>>[number];

export async function countUsers(db: Database, filter: UserFilter): Promise<number> {
  const [row] = await selectFrom(db, { count: sql<number>`count(*)::int` }).where(matchesFilter(filter));
  return row?.count ?? 0;
}

/** Ids only, in the order of the list, so that exports can read the rows in batches. */
export const userIdsQuery = (db: Database, filter: UserFilter, order: UserOrder) =>
  selectFrom(db, { id: users.id })
    .where(matchesFilter(filter))
    .orderBy(...orderBy(order));

/** The accounts of the customers that match. */
export const customerAccountsQuery = (db: Database, filter: UserFilter) =>
  selectFrom(db, { accountId: users.accountId }).where(matchesFilter({ ...filter, isCustomer: true }));

/** Keeps the order of the ids. */
export async function listUsersById(db: Database, ids: readonly number[]): Promise<UserRow[]> {
  const rows = await selectUsers(db).where(inArray(users.id, [...ids]));
  const places = new Map(ids.map((id, place) => [id, place]));
  return rows.sort((one, other) => (places.get(one.user.id) ?? 0) - (places.get(other.user.id) ?? 0));
}

/** Metrics are read for the rows of the page only: those of the skipped ones would take most of the time. */
export async function listUsers(
  db: Database,
  filter: UserFilter,
  { limit, offset, ...order }: UserOrder & { limit: number; offset: number },
): Promise<UserRow[]> {
  const found = await userIdsQuery(db, filter, order).limit(limit).offset(offset);
  return found.length === 0
    ? []
    : listUsersById(
        db,
        found.map(({ id }) => id),
      );
}

export const findListedUser = async (db: Database, userId: number): Promise<UserRow | null> =>
  (await selectUsers(db).where(and(eq(users.id, userId), isNull(users.deletedAt))))[0] ?? null;

export const updateRoleAndStatus = (db: Database, userId: number, { role, status }: UserChanges) =>
  db
    .update(users)
    .set({ ...(role === undefined ? {} : { role }), ...(status === undefined ? {} : { status }) })
    .where(eq(users.id, userId));

/** Serializes changes of operators until the transaction ends. */
export const lockOperators = (db: Database) => db.execute(sql`select pg_advisory_xact_lock(hashtext('operators'))`);

export const countOtherOperators = (db: Database, userId: number): Promise<number> =>
  db.$count(users, and(eq(users.role, ROLES.SUPER_ADMIN), eq(users.status, 'active'), ne(users.id, userId)));
