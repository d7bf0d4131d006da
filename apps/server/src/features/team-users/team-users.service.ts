import type { Caller } from '../../http/caller.ts';
import type { Database } from '../../stores/postgres.ts';
import { addCampaignToMember } from './team-users.repo.ts';

/** What somebody makes is theirs to see, however few campaigns they were given. */
export async function widenReach(
  tx: Database,
  { campaignIds, userId }: Pick<Caller, 'campaignIds' | 'userId'>,
  campaignId: number,
): Promise<void> {
  if (campaignIds !== null) await addCampaignToMember(tx, userId, campaignId);
}
