import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { Database } from '../../stores/postgres.ts';
import { apiTokens } from '../../stores/tables/api-tokens.ts';
import { teamMembers } from '../../stores/tables/users.ts';

export const addCampaignToMember = (db: Database, userId: number, campaignId: number) =>
  db
    .update(teamMembers)
    .set({ campaignIds: sql`array_append(${teamMembers.campaignIds}, ${campaignId}::bigint)` })
    .where(and(eq(teamMembers.userId, userId), isNotNull(teamMembers.campaignIds)));

export const addCampaignToToken = (db: Database, id: number, campaignId: number) =>
  db
    .update(apiTokens)
    .set({ campaignIds: sql`array_append(${apiTokens.campaignIds}, ${campaignId}::bigint)` })
    .where(and(eq(apiTokens.id, id), isNotNull(apiTokens.campaignIds)));
