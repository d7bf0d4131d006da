import { listLanderIds, replaceLander } from '@poklik/domain/routing/targets';
import type { Services } from '../../services.ts';
import type { Database } from '../../stores/postgres.ts';
import { changeEachCampaign } from '../campaigns/campaigns.service.ts';
import { invalidReplacement, offerScope, withAccountLock } from '../offers/offers.service.ts';
import { findLander } from './landers.repo.ts';
import { getLander, type LanderAuthor, listAllUses, requireAllCampaigns, saveVersion } from './landers.service.ts';

type Tools = Pick<Services, 'db' | 'config'>;

/** Archives a lander, after another one took its place in campaigns. */
export const archiveLander = (
  tools: Tools,
  author: LanderAuthor,
  { id, replacementId }: { id: number; replacementId: number | undefined },
): Promise<void> =>
  withAccountLock(tools, author, async (tx) => {
    const before = await getLander(tx, author, id);
    await requireAllCampaigns(tx, author, id);
    if (before.status === 'archived') return;
    if (replacementId !== undefined) await replaceEverywhere(tx, tools, author, { id, replacementId });
    await saveVersion(tx, tools, author, { before, settings: { ...before.settings, status: 'archived' } });
  });

async function replaceEverywhere(
  tx: Database,
  tools: Tools,
  author: LanderAuthor,
  { id, replacementId }: { id: number; replacementId: number },
): Promise<void> {
  const replacement = await findLander(tx, offerScope(author), replacementId);
  if (!replacement || replacement.status === 'archived' || replacementId === id)
    throw invalidReplacement('target_unknown');
  const ids = (await listAllUses(tx, author, id)).map((use) => use.id);
  await changeEachCampaign({ ...tools, db: tx }, { ...author, campaignIds: null }, ids, (settings) =>
    listLanderIds(settings).includes(id) ? replaceLander(settings, id, replacementId) : settings,
  );
}
