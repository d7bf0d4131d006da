import { ROLES } from '@poklik/contract/roles';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../stores/postgres.ts';
import { campaigns } from '../../stores/tables/campaigns.ts';
import { users } from '../../stores/tables/users.ts';

/** Accounts, not people: a team is one customer. */
export async function countCustomers(db: Database): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(distinct ${users.accountId})::int` })
    .from(users)
    .where(eq(users.role, ROLES.USER));
  return row?.count ?? 0;
}

export const countActiveCampaigns = (db: Database): Promise<number> =>
  db.$count(campaigns, and(eq(campaigns.status, 'active'), isNull(campaigns.deletedAt)));
