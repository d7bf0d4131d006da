import type { Language } from '@poklik/contract/language';
import { ROLES, type Role } from '@poklik/contract/roles';
import { FREE_TARIFF } from '@poklik/domain/tariffs/limits';
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '../../stores/postgres.ts';
import { prepared } from '../../stores/prepared.ts';
import { twoFactors } from '../../stores/tables/security.ts';
import { tariffs } from '../../stores/tables/tariffs.ts';
import { accounts, linkTokens, sessions, teamMembers, users } from '../../stores/tables/users.ts';
import { notifyTrackers } from '../networks/networks.repo.ts';

export type User = typeof users.$inferSelect;
export type LinkPurpose = (typeof linkTokens.$inferSelect)['purpose'];

const firstOrNull = <T>(rows: T[]): T | null => rows[0] ?? null;

export const findUserByEmail = async (db: Database, email: string): Promise<User | null> =>
  firstOrNull(await db.select().from(users).where(eq(users.email, email)));

export const findUser = async (db: Database, userId: number): Promise<User | null> =>
  firstOrNull(await db.select().from(users).where(eq(users.id, userId)));

export const findUserByReferralCode = async (db: Database, code: string): Promise<User | null> =>
  firstOrNull(await db.select().from(users).where(eq(users.referralCode, code)));

export const countSuperAdmins = (db: Database): Promise<number> => db.$count(users, eq(users.role, ROLES.SUPER_ADMIN));

export interface NewUser {
  email: string;
  passwordHash: string;
  name: string;
  role: Role;
  locale: Language;
  timezone: string;
  referralCode: string;
  referredById: number | null;
  emailVerifiedAt: Date | null;
  signUpIp: string | null;
}

/** Returns null when the email address is taken. The new user owns the new account. */
export async function insertAccountWithUser(db: Database, user: NewUser): Promise<User | null> {
  return db.transaction(async (tx) => {
    const freeTariffId = sql`(select ${tariffs.id} from ${tariffs} where ${eq(tariffs.code, FREE_TARIFF)})`;
    const [account] = await tx.insert(accounts).values({ tariffId: freeTariffId }).returning();
    if (!account) throw new Error('insert returned no row');
    const created = firstOrNull(
      await tx
        .insert(users)
        .values({ ...user, accountId: account.id })
        .onConflictDoNothing({ target: users.email })
        .returning(),
    );
    if (created) {
      const { id: userId, email } = created;
      await tx.insert(teamMembers).values({ accountId: account.id, userId, email, role: 'OWNER' });
      await notifyTrackers(tx, account.id);
    } else {
      await tx.delete(accounts).where(eq(accounts.id, account.id));
    }
    return created;
  });
}

export async function insertUser(db: Database, user: NewUser & { accountId: number }): Promise<User> {
  const [created] = await db.insert(users).values(user).returning();
  if (!created) throw new Error('insert returned no row');
  return created;
}

/** Marks the email as verified, because the invitation was sent to it. */
export const moveUserToAccount = (
  db: Database,
  userId: number,
  target: { accountId: number; passwordHash: string; name: string; termsVersion?: string; termsAcceptedAt?: Date },
) =>
  db
    .update(users)
    .set({ ...target, emailVerifiedAt: sql`coalesce(${users.emailVerifiedAt}, now())` })
    .where(eq(users.id, userId));

export const updatePasswordHash = (db: Database, userId: number, passwordHash: string) =>
  db.update(users).set({ passwordHash }).where(eq(users.id, userId));

export const markEmailVerified = (db: Database, userId: number) =>
  db
    .update(users)
    .set({ emailVerifiedAt: sql`now()` })
    .where(and(eq(users.id, userId), isNull(users.emailVerifiedAt)));

/** The new address was verified by the link, so it is verified from the start. */
export async function updateEmail(db: Database, userId: number, email: string): Promise<void> {
  await db.update(users).set({ email, emailVerifiedAt: sql`now()` }).where(eq(users.id, userId));
  await db.update(teamMembers).set({ email }).where(eq(teamMembers.userId, userId));
}

/** Links that were sent to the old address must stop working. */
export const removeUnusedLinks = (db: Database, userId: number) =>
  db.delete(linkTokens).where(and(eq(linkTokens.userId, userId), isNull(linkTokens.usedAt)));

export const markLoggedIn = (db: Database, userId: number) =>
  db.update(users).set({ lastLoginAt: sql`now()` }).where(eq(users.id, userId));

export const insertSession = (
  db: Database,
  session: { userId: number; tokenHash: string; ip: string; userAgent: string; impersonatorId?: number },
) => db.insert(sessions).values(session);

const owners = alias(teamMembers, 'owners');
const ownerUsers = alias(users, 'owner_users');
const operators = alias(users, 'operators');

/** Joins everything that decides what the session is allowed to do. */
const sessionByToken = prepared('session_by_token', (db) =>
  db
    .select({
      session: sessions,
      user: users,
      member: teamMembers,
      ownerStatus: ownerUsers.status,
      twoFactorAt: twoFactors.enabledAt,
      operator: { id: operators.id, role: operators.role, status: operators.status },
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .innerJoin(teamMembers, and(eq(teamMembers.userId, users.id), eq(teamMembers.accountId, users.accountId)))
    .innerJoin(owners, and(eq(owners.accountId, users.accountId), eq(owners.role, 'OWNER')))
    .innerJoin(ownerUsers, eq(ownerUsers.id, owners.userId))
    .leftJoin(twoFactors, eq(twoFactors.userId, users.id))
    .leftJoin(operators, eq(operators.id, sessions.impersonatorId))
    .where(eq(sessions.tokenHash, sql.placeholder('tokenHash'))),
);

export const findSession = async (db: Database, tokenHash: string) =>
  firstOrNull(await sessionByToken(db, { tokenHash }));

export const listUserAgents = async (db: Database, userId: number): Promise<string[]> =>
  (
    await db
      .selectDistinct({ userAgent: sessions.userAgent })
      .from(sessions)
      .where(and(eq(sessions.userId, userId), isNull(sessions.impersonatorId)))
  ).map((row) => row.userAgent);

export const touchSession = (db: Database, sessionId: number) =>
  db.update(sessions).set({ lastSeenAt: sql`now()` }).where(eq(sessions.id, sessionId));

export const revokeSession = (db: Database, sessionId: number) =>
  db
    .update(sessions)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(sessions.id, sessionId), isNull(sessions.revokedAt)));

export const revokeSessionsOfUser = (db: Database, userId: number) =>
  db
    .update(sessions)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(sessions.userId, userId), isNull(sessions.revokedAt)));

/** Invalidates earlier links with the same purpose. */
export async function replaceLinkToken(
  db: Database,
  link: { purpose: LinkPurpose; userId: number | null; tokenHash: string; minutes: number; email?: string },
): Promise<void> {
  const { purpose, userId, tokenHash, minutes, email = null } = link;
  await db.transaction(async (tx) => {
    const owner = userId === null ? isNull(linkTokens.userId) : eq(linkTokens.userId, userId);
    await tx.delete(linkTokens).where(and(eq(linkTokens.purpose, purpose), owner));
    await tx
      .insert(linkTokens)
      .values({ purpose, userId, tokenHash, email, expiresAt: sql`now() + make_interval(mins => ${minutes})` });
  });
}

export const findLinkToken = async (db: Database, purpose: LinkPurpose, tokenHash: string) =>
  firstOrNull(
    await db
      .select({
        userId: linkTokens.userId,
        email: linkTokens.email,
        isUsed: sql<boolean>`${linkTokens.usedAt} is not null`,
        isExpired: sql<boolean>`${linkTokens.expiresAt} <= now()`,
      })
      .from(linkTokens)
      .where(and(eq(linkTokens.purpose, purpose), eq(linkTokens.tokenHash, tokenHash))),
  );

/** True for exactly one of several concurrent calls. */
export async function consumeLinkToken(db: Database, purpose: LinkPurpose, tokenHash: string): Promise<boolean> {
  const used = await db
    .update(linkTokens)
    .set({ usedAt: sql`now()` })
    .where(
      and(
        eq(linkTokens.purpose, purpose),
        eq(linkTokens.tokenHash, tokenHash),
        isNull(linkTokens.usedAt),
        gt(linkTokens.expiresAt, sql`now()`),
      ),
    )
    .returning({ id: linkTokens.id });
  return used.length === 1;
}
