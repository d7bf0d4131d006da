import { and, eq, exists, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { AccountScope, Caller } from '../../http/caller.ts';
import type { Database } from '../../stores/postgres.ts';
import { campaigns } from '../../stores/tables/campaigns.ts';
import { conversions } from '../../stores/tables/conversions.ts';
import { teamMembers, users } from '../../stores/tables/users.ts';

export interface OnboardingState {
  isVerified: boolean;
  hasCampaign: boolean;
  hasConversion: boolean;
  hasTeammate: boolean;
  isHidden: boolean;
}

const inScope = ({ campaignIds }: AccountScope, id: PgColumn): SQL | undefined =>
  campaignIds === null ? undefined : inArray(id, [...campaignIds]);

export async function getOnboardingState(
  db: Database,
  caller: Pick<Caller, 'userId' | keyof AccountScope>,
): Promise<OnboardingState> {
  const { accountId } = caller;
  const ownCampaigns = db
    .select({ one: sql`1` })
    .from(campaigns)
    .where(and(eq(campaigns.accountId, accountId), isNull(campaigns.deletedAt), inScope(caller, campaigns.id)));
  const ownConversions = db
    .select({ one: sql`1` })
    .from(conversions)
    .where(and(eq(conversions.accountId, accountId), inScope(caller, conversions.campaignId)));
  const teammates = db
    .select({ one: sql`1` })
    .from(teamMembers)
    .where(and(eq(teamMembers.accountId, accountId), ne(teamMembers.role, 'OWNER')));
  const [row] = await db
    .select({
      isVerified: sql<boolean>`${users.emailVerifiedAt} is not null`,
      hasCampaign: sql<boolean>`${exists(ownCampaigns)}`,
      hasConversion: sql<boolean>`${exists(ownConversions)}`,
      hasTeammate: sql<boolean>`${exists(teammates)}`,
      isHidden: sql<boolean>`${users.onboardingHiddenAt} is not null`,
    })
    .from(users)
    .where(eq(users.id, caller.userId));
  if (!row) throw new Error(`user ${caller.userId} not found`);
  return row;
}

export const setOnboardingHidden = (db: Database, userId: number, isHidden: boolean) =>
  db
    .update(users)
    .set({ onboardingHiddenAt: isHidden ? sql`coalesce(${users.onboardingHiddenAt}, now())` : null })
    .where(eq(users.id, userId));
