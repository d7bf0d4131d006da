import { CAMPAIGN_STATUSES, type CampaignFigures, type campaignsApi } from '@poklik/contract/campaigns';
import type { ParsedOf } from '@poklik/contract/endpoint';
import { LANGUAGE_TAGS } from '@poklik/contract/language';
import { compareFigures, sumFigures } from '@poklik/domain/campaigns/figures';
import { trafficSourcesLike } from '@poklik/domain/campaigns/traffic-sources';
import type { Caller } from '../../http/caller.ts';
import { pageWindow } from '../../http/paging.ts';
import type { Services } from '../../services.ts';
import { type CampaignTraffic, trafficOf } from './campaign-traffic.ts';
import { type CampaignRow, listCampaignHeads, listCampaigns } from './campaigns.repo.ts';

type Query = ParsedOf<(typeof campaignsApi)['list']>['query'];
type Head = Awaited<ReturnType<typeof listCampaignHeads>>[number];
type Traffic = ReadonlyMap<number, CampaignTraffic> | null;

interface CampaignPage {
  rows: CampaignRow[];
  total: number;
  traffic: Traffic;
  totals: CampaignFigures | null;
}

/** Figures stand in another store than names, so everything that was found is sorted here. */
export async function listPage(services: Services, caller: Caller, query: Query): Promise<CampaignPage> {
  const { search, status, tag } = query;
  const filter = { search, trafficSources: search ? trafficSourcesLike(search) : [], status, tag };
  const heads = await listCampaignHeads(services.db, caller, filter);
  const ids = heads.map(({ id }) => id);
  const traffic = await trafficOf(services, caller, ids);
  const { limit, offset } = pageWindow(query);
  const wanted = heads
    .sort(orderOf(query, traffic, LANGUAGE_TAGS[caller.language]))
    .slice(offset, offset + limit)
    .map(({ id }) => id);
  return {
    rows: await listCampaigns(services.db, caller, wanted),
    total: heads.length,
    traffic,
    totals: traffic && sumFigures([...traffic.values()].map(({ stats }) => stats)),
  };
}

/** Newest first unless asked otherwise, and those that are equal by their age, so that pages never overlap. */
function orderOf({ sort, order = 'desc' }: Query, traffic: Traffic, tag: string): (one: Head, other: Head) => number {
  const compare = comparing(sort, traffic, new Intl.Collator(tag, { numeric: true }));
  const sign = order === 'asc' ? 1 : -1;
  return (one, other) => sign * (compare(one, other) || one.id - other.id);
}

function comparing(sort: Query['sort'], traffic: Traffic, alphabet: Intl.Collator): (one: Head, other: Head) => number {
  switch (sort) {
    case undefined:
    case 'created_at':
      return (one, other) => one.createdAt.getTime() - other.createdAt.getTime();
    case 'name':
      return (one, other) => alphabet.compare(one.name, other.name);
    case 'status':
      return (one, other) => CAMPAIGN_STATUSES.indexOf(one.status) - CAMPAIGN_STATUSES.indexOf(other.status);
    default:
      return (one, other) => {
        const [first, second] = [traffic?.get(one.id), traffic?.get(other.id)];
        return first && second ? compareFigures(first.stats, second.stats, sort) : 0;
      };
  }
}
