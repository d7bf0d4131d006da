import type { Caller } from '../../http/caller.ts';
import type { Database } from '../../stores/postgres.ts';
import { addCampaignToMember, addCampaignToToken } from './team-users.repo.ts';

/** What somebody makes is theirs to see, however few campaigns they were given. */
export async function widenReach(
  tx: Database,
  { campaignIds, userId, apiToken }: Pick<Caller, 'campaignIds' | 'userId' | 'apiToken'>,
  campaignId: number,
): Promise<void> {
  if (campaignIds === null) return;
  await addCampaignToMember(tx, userId, campaignId);
  if (apiToken) await addCampaignToToken(tx, apiToken.id, campaignId);
}
