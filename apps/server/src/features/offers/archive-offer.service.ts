import { fallbackProblem } from '@poklik/domain/offers/fallback-chain';
import { listOfferIds, replaceOffer } from '@poklik/domain/routing/targets';
import type { Services } from '../../services.ts';
import type { Database } from '../../stores/postgres.ts';
import { changeEachCampaign } from '../campaigns/campaigns.service.ts';
import { findOffer, listFallbacks, listOffersById, listUses, type OfferRow } from './offers.repo.ts';
import {
  getOffer,
  invalidReplacement,
  type OfferAuthor,
  offerScope,
  requireAllCampaigns,
  saveVersion,
  withAccountLock,
} from './offers.service.ts';

type Tools = Pick<Services, 'db' | 'config'>;

/** Archives an offer, after another one took its place in campaigns and as a fallback. */
export const archiveOffer = (
  tools: Tools,
  author: OfferAuthor,
  { id, replacementId }: { id: number; replacementId: number | undefined },
): Promise<void> =>
  withAccountLock(tools, author, async (tx) => {
    const offer = await getOffer(tx, author, id);
    await requireAllCampaigns(tx, author, id);
    if (offer.status === 'archived') return;
    if (replacementId !== undefined) {
      await requireReplacement(tx, author, offer, replacementId);
      await replaceEverywhere(tx, tools, author, { id, replacementId });
    }
    await saveVersion(tx, tools, author, { before: offer, settings: { ...offer.settings, status: 'archived' } });
  });

async function requireReplacement(tx: Database, author: OfferAuthor, { id }: OfferRow, replacementId: number) {
  const replacement = await findOffer(tx, offerScope(author), replacementId);
  if (!replacement || replacement.status === 'archived' || replacementId === id)
    throw invalidReplacement('target_unknown');
}

async function replaceEverywhere(
  tx: Database,
  tools: Tools,
  author: OfferAuthor,
  { id, replacementId }: { id: number; replacementId: number },
): Promise<void> {
  const { accountId } = author;
  const uses = await listUses(tx, { accountId, campaignIds: null }, id);
  const idsOf = (kind: string) => uses.filter((use) => use.kind === kind).map((use) => use.id);
  await changeEachCampaign({ ...tools, db: tx }, { ...author, campaignIds: null }, idsOf('campaign'), (settings) =>
    listOfferIds(settings).includes(id) ? replaceOffer(settings, id, replacementId) : settings,
  );
  for (const before of await listOffersById(tx, { ...offerScope(author), campaignIds: null }, idsOf('offer'))) {
    const fallbacks = await listFallbacks(tx, accountId);
    fallbacks.delete(before.id);
    const problem =
      before.id === replacementId ? 'fallback_cycle' : fallbackProblem(fallbacks, before.id, replacementId);
    if (problem !== null) throw invalidReplacement(problem);
    const settings = { ...before.settings, fallback_offer_id: replacementId };
    await saveVersion(tx, tools, author, { before, settings });
  }
}
