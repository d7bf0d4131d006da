import type { SortOrder } from '@poklik/contract/paging';
import { ROLES, type Role } from '@poklik/contract/roles';
import type { USER_SORTS, UserChanges } from '@poklik/contract/users';
import { and, eq, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { containsPattern } from '../../stores/contains-pattern.ts';
import type { Database } from '../../stores/postgres.ts';
import { campaigns } from '../../stores/tables/campaigns.ts';
import { twoFactors } from '../../stores/tables/security.ts';
import { tariffs } from '../../stores/tables/tariffs.ts';
import { accounts, teamMembers, users } from '../../stores/tables/users.ts';

export interface UserFilter {
  search?: string | undefined;
  role?: Role | undefined;
  status?: 'active' | 'blocked' | undefined;
  verified?: 'yes' | 'no' | undefined;
}

const owners = alias(teamMembers, 'owners');
const ownerUsers = alias(users, 'owner_users');

function matchesFilter({ search, role, status, verified }: UserFilter): SQL | undefined {
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
  );
}

const SORT_BY: Record<(typeof USER_SORTS)[number], SQL> = {
  email: sql`${users.email}`,
  role: sql`${users.role}`,
  status: sql`${users.status}`,
  tariff: sql`${tariffs.position}`,
  last_login_at: sql`coalesce(${users.lastLoginAt}, 'epoch')`,
  created_at: sql`${users.createdAt}`,
};

const selectUsers = (db: Database) =>
  db
    .select({
      user: users,
      teamRole: teamMembers.role,
      twoFactorAt: twoFactors.enabledAt,
      owner: { id: ownerUsers.id, email: ownerUsers.email, status: ownerUsers.status },
      tariff: { id: tariffs.id, code: tariffs.code, name: tariffs.name },
    })
    .from(users)
    .innerJoin(teamMembers, eq(teamMembers.userId, users.id))
    .innerJoin(owners, and(eq(owners.accountId, users.accountId), eq(owners.role, 'OWNER')))
    .innerJoin(ownerUsers, eq(ownerUsers.id, owners.userId))
    .innerJoin(accounts, eq(accounts.id, users.accountId))
    .leftJoin(tariffs, eq(tariffs.id, accounts.tariffId))
    .leftJoin(twoFactors, eq(twoFactors.userId, users.id));

export type UserRow = Awaited<ReturnType<typeof listUsers>>[number];

export function listUsers(
  db: Database,
  filter: UserFilter,
  page: { limit: number; offset: number; sort: (typeof USER_SORTS)[number]; order: SortOrder },
) {
  const direction = page.order === 'asc' ? sql`asc` : sql`desc`;
  return selectUsers(db)
    .where(matchesFilter(filter))
    .orderBy(sql`${SORT_BY[page.sort]} ${direction}`, sql`${users.id} ${direction}`)
    .limit(page.limit)
    .offset(page.offset);
}

export const countUsers = (db: Database, filter: UserFilter): Promise<number> =>
  db.$count(users, matchesFilter(filter));

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
