import {
  CAMPAIGN_STATUSES,
  type CampaignTotals,
  type campaignsApi,
  type CampaignFigures as Figures,
} from '@poklik/contract/campaigns';
import type { ParsedOf } from '@poklik/contract/endpoint';
import { LANGUAGE_TAGS } from '@poklik/contract/language';
import { compareFigures, figuresOf, sumFigures } from '@poklik/domain/campaigns/figures';
import { trafficSourcesLike } from '@poklik/domain/campaigns/traffic-sources';
import { NOTHING } from '@poklik/domain/statistics/metrics';
import type { Caller } from '../../http/caller.ts';
import { pageWindow } from '../../http/paging.ts';
import type { Services } from '../../services.ts';
import { type CampaignTraffic, statsOfAccount, trafficOf } from './campaign-traffic.ts';
import { type CampaignRow, listCampaignHeads, listCampaigns } from './campaigns.repo.ts';

type Query = ParsedOf<(typeof campaignsApi)['list']>['query'];
type Head = Awaited<ReturnType<typeof listCampaignHeads>>[number];
type Traffic = ReadonlyMap<number, CampaignTraffic> | null;
type Stats = ReadonlyMap<number, Figures> | null;

interface CampaignPage {
  rows: CampaignRow[];
  total: number;
  traffic: Traffic;
  totals: CampaignTotals | null;
}

/** So few are asked about day by day at once, whatever the page; of more each page asks for its own. */
const FEW = 100;

/** Figures stand in another store than names, so everything that was found is sorted here. */
export async function listPage(services: Services, caller: Caller, query: Query): Promise<CampaignPage> {
  const { search, status, tag } = query;
  const filter = { search, trafficSources: search ? trafficSourcesLike(search) : [], status, tag };
  const heads = await listCampaignHeads(services.db, caller, filter);
  const ids = heads.map(({ id }) => id);
  const ofAll = ids.length <= FEW ? await trafficOf(services, caller, ids) : null;
  const stats = ids.length <= FEW ? statsIn(ofAll) : await statsOfAccount(services, caller);
  const { limit, offset } = pageWindow(query);
  const wanted = heads
    .sort(orderOf(query, stats, LANGUAGE_TAGS[caller.language]))
    .slice(offset, offset + limit)
    .map(({ id }) => id);
  const [rows, traffic] = await Promise.all([
    listCampaigns(services.db, caller, wanted),
    // Who could not be asked a moment ago is not asked again.
    ofAll ?? (stats && trafficOf(services, caller, wanted)),
  ]);
  return {
    rows,
    total: heads.length,
    traffic,
    totals: stats && sumFigures(ids.flatMap((id) => stats.get(id) ?? [])),
  };
}

const statsIn = (traffic: Traffic): Stats => traffic && new Map([...traffic].map(([id, { stats }]) => [id, stats]));

/** Newest first unless asked otherwise, and those that are equal by their age, so that pages never overlap. */
function orderOf({ sort, order = 'desc' }: Query, stats: Stats, tag: string): (one: Head, other: Head) => number {
  const compare = comparing(sort, stats, new Intl.Collator(tag, { numeric: true }));
  const sign = order === 'asc' ? 1 : -1;
  return (one, other) => sign * (compare(one, other) || one.id - other.id);
}

/** What most campaigns of a large account have. */
const NO_TRAFFIC = figuresOf(NOTHING);

function comparing(sort: Query['sort'], stats: Stats, alphabet: Intl.Collator): (one: Head, other: Head) => number {
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
        const [first, second] = [one, other].map(({ id }) => stats?.get(id) ?? NO_TRAFFIC) as [Figures, Figures];
        return first === second ? 0 : compareFigures(first, second, sort);
      };
  }
}
