import { CAMPAIGN_STATUSES, type CampaignTotals, type campaignsApi } from '@poklik/contract/campaigns';
import type { ParsedOf } from '@poklik/contract/endpoint';
import { LANGUAGE_TAGS } from '@poklik/contract/language';
import { campaignTotals, compareByMetric } from '@poklik/domain/campaigns/campaign-metrics';
import { findTrafficSources } from '@poklik/domain/campaigns/traffic-sources';
import { type MetricTotals, ZERO_TOTALS } from '@poklik/domain/statistics/metrics';
import type { Caller } from '../../http/caller.ts';
import { pageWindow } from '../../http/paging.ts';
import type { Services } from '../../services.ts';
import { type CampaignTraffic, type CountedOfCampaigns, countedOfAccount, trafficOf } from './campaign-traffic.ts';
import {
  type CampaignFilter,
  type CampaignRow,
  countCampaigns,
  listCampaignHeads,
  listCampaigns,
} from './campaigns.repo.ts';

type Query = ParsedOf<(typeof campaignsApi)['list']>['query'];
type Head = Awaited<ReturnType<typeof listCampaignHeads>>[number];

interface CampaignPage {
  rows: CampaignRow[];
  total: number;
  traffic: ReadonlyMap<number, CampaignTraffic> | null;
  totals: CampaignTotals | null;
}

/** So few are asked about day by day at once, whatever the page; of more each page asks for its own. */
const FEW = 100;

/** Figures stand in another store than names, so everything that was found is sorted here. */
export async function listPage(services: Services, caller: Caller, query: Query): Promise<CampaignPage> {
  const { search, status, tag } = query;
  const filter = { search, trafficSources: search ? findTrafficSources(search) : [], status, tag };
  const total = await countCampaigns(services.db, caller, filter);
  return total <= FEW
    ? pageOfFew(services, caller, { query, filter })
    : pageOfMany(services, caller, { query, filter });
}

interface Question {
  query: Query;
  filter: CampaignFilter;
}

async function pageOfFew(services: Services, caller: Caller, { query, filter }: Question): Promise<CampaignPage> {
  const heads = await listCampaignHeads(services.db, caller, filter);
  const traffic = await trafficOf(
    services,
    caller,
    heads.map(({ id }) => id),
  );
  const counted = traffic && new Map([...traffic].map(([id, own]) => [id, own.counted]));
  const rows = await listCampaigns(services.db, caller, idsOnPage(heads, { query, caller, counted }));
  return { rows, total: heads.length, traffic, totals: counted && campaignTotals([...counted.values()]) };
}

/** Asks the statistics about the whole account while PostgreSQL reads the names. */
async function pageOfMany(services: Services, caller: Caller, { query, filter }: Question): Promise<CampaignPage> {
  const asked = countedOfAccount(services, caller);
  const found = async () => {
    const heads = await listCampaignHeads(services.db, caller, filter);
    const known = isSortedByFigures(query) ? await asked : null;
    const ids = idsOnPage(heads, { query, caller, counted: known });
    // Who could not be asked a moment ago is not asked again.
    const isSilent = isSortedByFigures(query) && known === null;
    const [rows, traffic] = await Promise.all([
      listCampaigns(services.db, caller, ids),
      isSilent ? null : trafficOf(services, caller, ids),
    ]);
    return { heads, rows, traffic };
  };
  const [{ heads, rows, traffic }, counted] = await Promise.all([found(), asked]);
  return {
    rows,
    total: heads.length,
    traffic,
    totals: counted && campaignTotals(heads.flatMap(({ id }) => counted.get(id) ?? [])),
  };
}

interface Sorting {
  query: Query;
  caller: Caller;
  counted: CountedOfCampaigns | null;
}

function idsOnPage(heads: readonly Head[], { query, caller, counted }: Sorting): number[] {
  const { limit, offset } = pageWindow(query);
  const compare = orderOf(query, counted, LANGUAGE_TAGS[caller.language]);
  return heads
    .toSorted(compare)
    .slice(offset, offset + limit)
    .map(({ id }) => id);
}

/** Newest first unless asked otherwise, and those that are equal by their age, so that pages never overlap. */
function orderOf(
  { sort, order = 'desc' }: Query,
  counted: CountedOfCampaigns | null,
  tag: string,
): (one: Head, other: Head) => number {
  const compare = comparing(sort, counted, new Intl.Collator(tag, { numeric: true }));
  const sign = order === 'asc' ? 1 : -1;
  return (one, other) => sign * (compare(one, other) || one.id - other.id);
}

const isSortedByFigures = ({ sort = 'created_at' }: Query): boolean => !['created_at', 'name', 'status'].includes(sort);

function comparing(
  sort: Query['sort'],
  counted: CountedOfCampaigns | null,
  alphabet: Intl.Collator,
): (one: Head, other: Head) => number {
  switch (sort) {
    case undefined:
    case 'created_at':
      return (one, other) => one.createdAt.getTime() - other.createdAt.getTime();
    case 'name':
      return (one, other) => alphabet.compare(one.name, other.name);
    case 'status':
      return (one, other) => CAMPAIGN_STATUSES.indexOf(one.status) - CAMPAIGN_STATUSES.indexOf(other.status);
    default: {
      const countedOf = ({ id }: Head): MetricTotals => counted?.get(id) ?? ZERO_TOTALS;
      return (one, other) => compareByMetric(countedOf(one), countedOf(other), sort);
    }
  }
}
