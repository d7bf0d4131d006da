import type { CampaignSettings } from '@poklik/contract/campaigns';
import { AppError } from '@poklik/contract/errors';
import { listLanderIds, listOfferIds, listTargets, withTargetUrls } from '@poklik/domain/routing/targets';
import type { Database } from '../../stores/postgres.ts';
import { listUsableLanderUrls } from '../landers/landers.service.ts';
import { listUsableOfferUrls, type OfferAuthor } from '../offers/offers.service.ts';

type Targets = Pick<CampaignSettings, 'destinations' | 'rules'>;

/** A campaign's settings with the URLs of its offers and landers, which the caller must have access to. */
export async function withChosenTargets<S extends Targets>(
  tx: Database,
  author: OfferAuthor,
  settings: S,
  before: Targets | null,
): Promise<S> {
  const kept = (list: (settings: Targets) => number[]) => (before === null ? [] : list(before));
  const offers = await listUsableOfferUrls(tx, author, listOfferIds(settings), kept(listOfferIds));
  const landers = await listUsableLanderUrls(tx, author, listLanderIds(settings), kept(listLanderIds));
  const problems = listTargets(settings).flatMap(({ path, target: { offer_id, lander_id } }) => {
    if (lander_id != null) return landers.has(lander_id) ? [] : [`${path}.lander_id`];
    return offer_id == null || offers.has(offer_id) ? [] : [`${path}.offer_id`];
  });
  if (problems.length > 0)
    throw new AppError('invalid_request', {
      fields: Object.fromEntries(problems.map((path) => [path, [{ key: 'target_unknown' }]])),
    });
  return withTargetUrls(settings, {
    offer: (id) => offers.get(id) as string,
    lander: (id) => landers.get(id) as string,
  });
}
