import { type campaignFilesApi, FILE_CAMPAIGNS_MAX } from '@poklik/contract/campaign-files';
import type { CampaignSettings } from '@poklik/contract/campaigns';
import type { ParsedOf } from '@poklik/contract/endpoint';
import { AppError, invalidField } from '@poklik/contract/errors';
import { FILE_COLUMNS } from '@poklik/domain/campaign-files/csv-columns';
import { type TargetNames, toFileCampaign } from '@poklik/domain/campaign-files/file-targets';
import { campaignLines } from '@poklik/domain/campaign-files/write-csv';
import { listLanderIds, listOfferIds } from '@poklik/domain/routing/targets';
import type { Caller } from '../../http/caller.ts';
import { ROWS_PER_CHUNK, streamCsv } from '../../http/streams/csv-stream.ts';
import type { Services } from '../../services.ts';
import type { Database } from '../../stores/postgres.ts';
import { listSortedCampaignIds } from '../campaigns/campaign-list.service.ts';
import { listCampaigns } from '../campaigns/campaigns.repo.ts';
import { type LanderRow, listLandersById } from '../landers/landers.repo.ts';
import { listOffersById, type OfferRow } from '../offers/offers.repo.ts';
import { offerScope } from '../offers/offers.service.ts';

type Query = ParsedOf<(typeof campaignFilesApi)['exportJson']>['query'];

/** Says what a JSON file is. */
export const FILE_VERSION = 1;

async function chooseCampaigns(services: Services, caller: Caller, query: Query): Promise<number[]> {
  if (!caller.canExport) throw new AppError('forbidden');
  const ids = await listSortedCampaignIds(services, caller, query);
  if (ids.length > FILE_CAMPAIGNS_MAX)
    throw invalidField('search', { key: 'campaigns_max', values: { max: FILE_CAMPAIGNS_MAX } });
  return ids;
}

interface NamedTargets {
  names: TargetNames;
  offers: OfferRow[];
  landers: LanderRow[];
}

/** Offers and landers of campaigns, with all fallbacks. */
async function loadTargets(
  db: Database,
  caller: Caller,
  campaigns: readonly CampaignSettings[],
): Promise<NamedTargets> {
  const scope = offerScope(caller);
  const offers = new Map<number, OfferRow>();
  let wanted = campaigns.flatMap(listOfferIds);
  while (wanted.length > 0) {
    const found = await listOffersById(db, scope, [...new Set(wanted)]);
    for (const offer of found) offers.set(offer.id, offer);
    wanted = found.flatMap(({ settings }) => settings.fallback_offer_id ?? []).filter((id) => !offers.has(id));
  }
  const landers = await listLandersById(db, scope, [...new Set(campaigns.flatMap(listLanderIds))]);
  const landerNames = new Map(landers.map(({ id, name }) => [id, name]));
  return {
    names: { offer: (id) => offers.get(id)?.name ?? '', lander: (id) => landerNames.get(id) ?? '' },
    offers: [...offers.values()],
    landers,
  };
}

/** Offers come before those whose fallback they are. */
function toFileOffers({ offers, names }: NamedTargets, seesMoney: boolean): object[] {
  const depthOf = (offer: OfferRow | undefined): number => {
    const fallback = offers.find(({ id }) => id === offer?.settings.fallback_offer_id);
    return fallback ? 1 + depthOf(fallback) : 0;
  };
  const depths = new Map(offers.map((offer) => [offer, depthOf(offer)]));
  return offers
    .toSorted((one, other) => (depths.get(one) ?? 0) - (depths.get(other) ?? 0))
    .map(({ settings: { network_id: _, fallback_offer_id: fallback, payout, ...settings } }) => ({
      ...settings,
      ...(seesMoney && { payout }),
      ...(fallback !== null && { fallback: names.offer(fallback) }),
    }));
}

export async function* exportJson(services: Services, caller: Caller, query: Query): AsyncGenerator<string> {
  const ids = await chooseCampaigns(services, caller, query);
  const rows = await listCampaigns(services.db, caller, ids);
  const targets = await loadTargets(
    services.db,
    caller,
    rows.map(({ settings }) => settings),
  );
  const head = {
    poklik: FILE_VERSION,
    offers: toFileOffers(targets, caller.canSeeMoney),
    landers: targets.landers.map(({ settings: { direct_campaign_id: _, ...settings } }) => settings),
    campaigns: rows.map(({ settings }) => toFileCampaign(settings, targets.names, caller.canSeeMoney)),
  };
  yield `${JSON.stringify(head, null, 2)}\n`;
}

export const exportCsv = (services: Services, caller: Caller, query: Query): AsyncGenerator<string> =>
  streamCsv([...FILE_COLUMNS], streamLines(services, caller, query), caller.language);

async function* streamLines(services: Services, caller: Caller, query: Query): AsyncGenerator<string[][]> {
  const ids = await chooseCampaigns(services, caller, query);
  for (let at = 0; at < ids.length; at += ROWS_PER_CHUNK) {
    const rows = await listCampaigns(services.db, caller, ids.slice(at, at + ROWS_PER_CHUNK));
    const settings = rows.map((row) => row.settings);
    const { names } = await loadTargets(services.db, caller, settings);
    yield settings.flatMap((each) => campaignLines(each, names));
  }
}
