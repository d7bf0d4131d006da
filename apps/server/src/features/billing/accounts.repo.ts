import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { Database } from '../../stores/postgres.ts';
import { accounts, teamMembers, users } from '../../stores/tables/users.ts';

/** Serializes changes of money, plan and usage until the transaction ends; `no key update` does not block foreign keys to the account. */
export const lockAccount = (db: Database, accountId: number) =>
  db.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, accountId)).for('no key update');

/** The user that invoices and billing emails are addressed to. */
export async function getAccountOwner(db: Database, accountId: number) {
  const [owner] = await db
    .select({
      id: users.id,
      email: users.email,
      name: users.name,
      company: users.company,
      locale: users.locale,
      timezone: users.timezone,
    })
    .from(teamMembers)
    .innerJoin(users, eq(users.id, teamMembers.userId))
    .where(and(eq(teamMembers.accountId, accountId), eq(teamMembers.role, 'OWNER')));
  if (!owner) throw new Error(`account ${accountId} has no owner`);
  return owner;
}

export async function findAccountId(db: Database, userId: number): Promise<number | null> {
  const [user] = await db.select({ accountId: users.accountId }).from(users).where(eq(users.id, userId));
  return user?.accountId ?? null;
}

export async function getCurrency(db: Database, accountId: number): Promise<string> {
  const [row] = await db.select({ currency: accounts.currency }).from(accounts).where(eq(accounts.id, accountId));
  if (!row) throw new Error(`account ${accountId} not found`);
  return row.currency;
}

export async function isEmailVerified(db: Database, userId: number): Promise<boolean> {
  return (await db.$count(users, and(eq(users.id, userId), isNotNull(users.emailVerifiedAt)))) > 0;
}

export async function getUserEmail(db: Database, userId: number): Promise<string> {
  const [user] = await db.select({ email: users.email }).from(users).where(eq(users.id, userId));
  if (!user) throw new Error(`user ${userId} not found`);
  return user.email;
}

/** Billing periods follow the database clock, because clocks of application servers may differ. */
export async function getDatabaseTime(db: Database): Promise<Date> {
  const { rows } = await db.execute<{ now: Date | string }>(sql`select now() as now`);
  return new Date(rows[0]?.now ?? Number.NaN);
}
