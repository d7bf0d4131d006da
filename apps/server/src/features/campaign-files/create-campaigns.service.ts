import type { CampaignSettings } from '@poklik/contract/campaigns';
import { withUids } from '@poklik/domain/routing/targets';
import type { Caller } from '../../http/caller.ts';
import { generatePostbackKey } from '../../secret.ts';
import type { Database } from '../../stores/postgres.ts';
import { insertCampaigns } from '../campaigns/campaigns.repo.ts';
import { notifyTrackers } from '../campaigns/campaigns.service.ts';
import { generateLinkKey, generateUid } from '../campaigns/link-keys.service.ts';
import { grantCampaignToCreator } from '../team-users/team-users.service.ts';

/** Creates campaigns whose settings, names and number are checked, in one statement. */
export async function createCampaigns(
  tx: Database,
  caller: Caller,
  created: readonly CampaignSettings[],
): Promise<void> {
  if (created.length === 0) return;
  const ids = await insertCampaigns(
    tx,
    { accountId: caller.accountId, authorId: caller.userId },
    created.map((settings) => ({
      ...{ key: generateLinkKey(), postbackKey: generatePostbackKey() },
      settings: withUids(settings, null, generateUid),
    })),
  );
  for (const id of ids) await grantCampaignToCreator(tx, caller, id);
  await notifyTrackers(tx, ids);
}
