import { and, eq, exists, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Caller, Reach } from '../../http/caller.ts';
import type { Database } from '../../stores/postgres.ts';
import { campaigns } from '../../stores/tables/campaigns.ts';
import { conversions } from '../../stores/tables/conversions.ts';
import { teamMembers, users } from '../../stores/tables/users.ts';

/** What the rows say of somebody's beginnings. */
export interface Beginnings {
  isVerified: boolean;
  hasCampaign: boolean;
  hasConversion: boolean;
  hasColleague: boolean;
  isHidden: boolean;
}

const within = ({ campaignIds }: Reach, id: PgColumn): SQL | undefined =>
  campaignIds === null ? undefined : inArray(id, [...campaignIds]);

export async function getBeginnings(db: Database, caller: Pick<Caller, 'userId' | keyof Reach>): Promise<Beginnings> {
  const { accountId } = caller;
  const ownCampaigns = db
    .select({ one: sql`1` })
    .from(campaigns)
    .where(and(eq(campaigns.accountId, accountId), isNull(campaigns.deletedAt), within(caller, campaigns.id)));
  const ownConversions = db
    .select({ one: sql`1` })
    .from(conversions)
    .where(and(eq(conversions.accountId, accountId), within(caller, conversions.campaignId)));
  const colleagues = db
    .select({ one: sql`1` })
    .from(teamMembers)
    .where(and(eq(teamMembers.accountId, accountId), ne(teamMembers.role, 'OWNER')));
  const [row] = await db
    .select({
      isVerified: sql<boolean>`${users.emailVerifiedAt} is not null`,
      hasCampaign: sql<boolean>`${exists(ownCampaigns)}`,
      hasConversion: sql<boolean>`${exists(ownConversions)}`,
      hasColleague: sql<boolean>`${exists(colleagues)}`,
      isHidden: sql<boolean>`${users.onboardingHiddenAt} is not null`,
    })
    .from(users)
    .where(eq(users.id, caller.userId));
  if (!row) throw new Error(`user ${caller.userId} has a session but is not there`);
  return row;
}

export const updateHidden = (db: Database, userId: number, isHidden: boolean) =>
  db
    .update(users)
    .set({ onboardingHiddenAt: isHidden ? sql`coalesce(${users.onboardingHiddenAt}, now())` : null })
    .where(eq(users.id, userId));
