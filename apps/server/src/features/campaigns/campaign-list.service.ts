import { CAMPAIGN_STATUSES, type CampaignTotals, type campaignsApi } from '@poklik/contract/campaigns';
import type { ParsedOf } from '@poklik/contract/endpoint';
import { LANGUAGE_TAGS } from '@poklik/contract/language';
import { isLtv } from '@poklik/contract/ltv';
import { isTypeColumn, typesOfColumns } from '@poklik/contract/type-columns';
import { campaignTotals, compareMetricValues } from '@poklik/domain/campaigns/campaign-metrics';
import { typeColumnValue } from '@poklik/domain/conversion-types/type-columns';
import { dayAt } from '@poklik/domain/statistics/calendar';
import { metricValue, zeroTotals } from '@poklik/domain/statistics/metrics';
import type { Caller } from '../../http/caller.ts';
import { pageWindow } from '../../http/paging.ts';
import { resolveDays } from '../../http/report-days.ts';
import type { Services } from '../../services.ts';
import { getTimezone } from '../profile/profile.service.ts';
import { findSourceCodes } from '../traffic-sources/traffic-sources.repo.ts';
import {
  type CampaignTraffic,
  getAccountTotals,
  getCampaignTraffic,
  type TotalsByCampaign,
  type TrafficScope,
} from './campaign-traffic.service.ts';
import {
  type CampaignFilter,
  type CampaignRow,
  countCampaigns,
  listCampaignHeads,
  listCampaigns,
} from './campaigns.repo.ts';

type ListQuery = ParsedOf<(typeof campaignsApi)['list']>['query'];
/** Without a page. */
type RowsQuery = Omit<ListQuery, 'page' | 'per_page'> & {
  /** Of an export. */
  columns?: readonly string[] | undefined;
};
type CampaignHead = Awaited<ReturnType<typeof listCampaignHeads>>[number];

interface CampaignPage {
  rows: CampaignRow[];
  total: number;
  traffic: ReadonlyMap<number, CampaignTraffic> | null;
  totals: CampaignTotals | null;
}

/** Up to this many campaigns, daily metrics are queried for all of them at once instead of per page. */
const SMALL_ACCOUNT_MAX = 100;

/** Metrics and names live in different databases, so sorting happens here. */
export async function listCampaignPage(services: Services, caller: Caller, query: ListQuery): Promise<CampaignPage> {
  const request = {
    query,
    filter: await toFilter(services, caller, query),
    traffic: await getTrafficScope(services, caller, query),
  };
  const total = await countCampaigns(services.db, caller, request.filter);
  return total <= SMALL_ACCOUNT_MAX
    ? listSmallAccountPage(services, caller, request)
    : listLargeAccountPage(services, caller, request);
}

/** The IDs of all matching campaigns in the order of the list. */
export async function listSortedCampaignIds(services: Services, caller: Caller, query: RowsQuery): Promise<number[]> {
  const heads = await listCampaignHeads(services.db, caller, await toFilter(services, caller, query));
  const totalsById = isSortedByMetrics(query)
    ? await getAccountTotals(services, caller, await getTrafficScope(services, caller, query))
    : null;
  return sortHeads(heads, { query, caller, totalsById }).map(({ id }) => id);
}

const toFilter = async (
  { db }: Services,
  caller: Caller,
  { search, status, tag }: RowsQuery,
): Promise<CampaignFilter> => ({
  search,
  trafficSources: search ? await findSourceCodes(db, caller, search) : [],
  status,
  tag,
});

interface ListRequest {
  query: ListQuery;
  traffic: TrafficScope;
  filter: CampaignFilter;
}

async function listSmallAccountPage(
  services: Services,
  caller: Caller,
  { query, traffic: scope, filter }: ListRequest,
): Promise<CampaignPage> {
  const heads = await listCampaignHeads(services.db, caller, filter);
  const traffic = await getCampaignTraffic(services, caller, { ids: heads.map(({ id }) => id), ...scope });
  const totalsById = traffic && new Map([...traffic].map(([id, own]) => [id, own.totals]));
  const rows = await listCampaigns(services.db, caller, getPageIds(heads, { query, caller, totalsById }));
  return { rows, total: heads.length, traffic, totals: totalsById && campaignTotals([...totalsById.values()]) };
}

/** Queries ClickHouse for the whole account while PostgreSQL reads the names. */
async function listLargeAccountPage(
  services: Services,
  caller: Caller,
  { query, traffic: scope, filter }: ListRequest,
): Promise<CampaignPage> {
  const accountTotals = getAccountTotals(services, caller, scope);
  const loadPage = async () => {
    const heads = await listCampaignHeads(services.db, caller, filter);
    const known = isSortedByMetrics(query) ? await accountTotals : null;
    const ids = getPageIds(heads, { query, caller, totalsById: known });
    // If ClickHouse was unavailable for sorting, it is not queried again.
    const isAnalyticsDown = isSortedByMetrics(query) && known === null;
    const [rows, traffic] = await Promise.all([
      listCampaigns(services.db, caller, ids),
      isAnalyticsDown ? null : getCampaignTraffic(services, caller, { ids, ...scope }),
    ]);
    return { heads, rows, traffic };
  };
  const [{ heads, rows, traffic }, totalsById] = await Promise.all([loadPage(), accountTotals]);
  return {
    rows,
    total: heads.length,
    traffic,
    totals: totalsById && campaignTotals(heads.flatMap(({ id }) => totalsById.get(id) ?? [])),
  };
}

/** The last seven days need no time zone to be known. */
export async function getTrafficScope({ db }: Services, caller: Caller, query: RowsQuery): Promise<TrafficScope> {
  const { start_date, end_date, revenue_basis: revenueBasis, types = [], ltv, columns = [], sort = '' } = query;
  const asked = {
    revenueBasis,
    types: [...new Set([...types, ...typesOfColumns([...columns, sort])])],
    hasLtv: ltv === '1' || [...columns, sort].some(isLtv),
  };
  if (start_date === undefined && end_date === undefined) return { days: null, ...asked };
  return { days: resolveDays(query, dayAt(await getTimezone(db, caller), Date.now())), ...asked };
}

interface SortContext {
  query: RowsQuery;
  caller: Caller;
  totalsById: TotalsByCampaign | null;
}

function getPageIds(heads: readonly CampaignHead[], context: SortContext & { query: ListQuery }): number[] {
  const { limit, offset } = pageWindow(context.query);
  return sortHeads(heads, context)
    .slice(offset, offset + limit)
    .map(({ id }) => id);
}

const sortHeads = (heads: readonly CampaignHead[], { query, caller, totalsById }: SortContext): CampaignHead[] =>
  heads.toSorted(createComparator(heads, { query, totalsById, tag: LANGUAGE_TAGS[caller.language] }));

interface Sorting {
  query: RowsQuery;
  totalsById: TotalsByCampaign | null;
  tag: string;
}

/** Ties are broken by ID, so that pages never overlap. */
function createComparator(
  heads: readonly CampaignHead[],
  { query: { sort, order = 'desc' }, totalsById, tag }: Sorting,
): (one: CampaignHead, other: CampaignHead) => number {
  const compare = createSortComparator(heads, {
    sort,
    totalsById,
    collator: new Intl.Collator(tag, { numeric: true }),
  });
  const direction = order === 'asc' ? 1 : -1;
  return (one, other) => direction * (compare(one, other) || one.id - other.id);
}

const isSortedByMetrics = ({ sort = 'created_at' }: RowsQuery): boolean =>
  !['created_at', 'name', 'status'].includes(sort);

interface SortRules {
  sort: RowsQuery['sort'];
  totalsById: TotalsByCampaign | null;
  collator: Intl.Collator;
}

function createSortComparator(
  heads: readonly CampaignHead[],
  { sort, totalsById, collator }: SortRules,
): (one: CampaignHead, other: CampaignHead) => number {
  switch (sort) {
    case undefined:
    case 'created_at':
      return (one, other) => one.createdAt.getTime() - other.createdAt.getTime();
    case 'name':
      return (one, other) => collator.compare(one.name, other.name);
    case 'status':
      return (one, other) => CAMPAIGN_STATUSES.indexOf(one.status) - CAMPAIGN_STATUSES.indexOf(other.status);
    default: {
      const values = new Map(
        heads.map(({ id }) => {
          const totals = totalsById?.get(id) ?? zeroTotals(isTypeColumn(sort) ? typesOfColumns([sort]) : []);
          return [id, isTypeColumn(sort) ? typeColumnValue(totals, sort) : metricValue(totals, sort)];
        }),
      );
      return (one, other) => compareMetricValues(values.get(one.id) ?? null, values.get(other.id) ?? null);
    }
  }
}
