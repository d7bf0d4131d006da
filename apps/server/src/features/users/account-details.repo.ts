import { and, asc, eq, gt, sql } from 'drizzle-orm';
import type { Database } from '../../stores/postgres.ts';
import { limitOverrides } from '../../stores/tables/customers/customers.ts';
import { twoFactors } from '../../stores/tables/security.ts';
import { subscriptions } from '../../stores/tables/subscriptions.ts';
import { teamMembers, users } from '../../stores/tables/users.ts';

/** Members in the order in which they came, with open invitations. */
const listTeam = (db: Database, accountId: number) =>
  db
    .select({
      userId: teamMembers.userId,
      email: teamMembers.email,
      role: teamMembers.role,
      lastLoginAt: users.lastLoginAt,
      twoFactorAt: twoFactors.enabledAt,
    })
    .from(teamMembers)
    .leftJoin(users, eq(users.id, teamMembers.userId))
    .leftJoin(twoFactors, eq(twoFactors.userId, teamMembers.userId))
    .where(eq(teamMembers.accountId, accountId))
    .orderBy(asc(teamMembers.id));

export async function getAccountDetails(db: Database, accountId: number, referredById: number | null) {
  const [team, [limits = null], [subscription = null], [referrer = null]] = await Promise.all([
    listTeam(db, accountId),
    db
      .select()
      .from(limitOverrides)
      .where(and(eq(limitOverrides.accountId, accountId), gt(limitOverrides.until, sql`now()`))),
    db.select().from(subscriptions).where(eq(subscriptions.accountId, accountId)),
    referredById === null
      ? Promise.resolve([])
      : db.select({ id: users.id, email: users.email }).from(users).where(eq(users.id, referredById)),
  ]);
  return { team, limits, subscription, referrer };
}
export type AccountDetails = Awaited<ReturnType<typeof getAccountDetails>>;
