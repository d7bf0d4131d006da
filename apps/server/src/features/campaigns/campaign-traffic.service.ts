import type { Metrics, RevenueBasis } from '@poklik/contract/statistics';
import { type DaySpan, periodSpan } from '@poklik/domain/statistics/calendar';
import { type Day, lastDays } from '@poklik/domain/statistics/days';
import { computeMetrics, type MetricTotals, ZERO_TOTALS, zeroTotals } from '@poklik/domain/statistics/metrics';
import type { Caller } from '../../http/caller.ts';
import type { Services } from '../../services.ts';
import { withExpectation } from '../../stats/expectation.ts';
import type { MetricsScope } from '../../stats/metrics-sources.ts';
import type { Period } from '../../stats/period.ts';
import { queryMetrics, queryPanels } from '../../stats/query-metrics.ts';
import { ltvBounds } from '../../stats/sources/ltv-sql.ts';
import { tryClickhouse } from '../../stores/try-clickhouse.ts';
import { getTypeRules } from '../conversion-types/conversion-types.service.ts';
import { listRates } from '../currency-rates/currency-rates.repo.ts';
import { getGoalMatches } from '../goals/goals.service.ts';
import { getTimezone } from '../profile/profile.service.ts';
import { listPaidByImpression } from './campaigns.repo.ts';

export interface CampaignTraffic {
  totals: MetricTotals;
  stats: Metrics;
  today: Metrics;
  sparkline: number[];
}

const TRAFFIC_DAYS = 7;

type Reader = Pick<Caller, 'userId' | 'accountId'>;

/** Totals by campaign ID; campaigns without traffic are missing. */
export type TotalsByCampaign = ReadonlyMap<number, MetricTotals>;

/** What metrics of campaigns cover. */
export interface TrafficScope {
  /** The last seven days if null. */
  days: DaySpan | null;
  /** What pending conversions add to the revenue; nothing by default. */
  revenueBasis?: RevenueBasis | undefined;
  /** Conversion types whose metrics are asked for. */
  types?: readonly string[] | undefined;
  /** Whether lifetime values are asked for. */
  hasLtv?: boolean;
}

interface TrafficRequest extends TrafficScope {
  ids: readonly number[];
}

/** Days follow the user's time zone. Returns null when ClickHouse is unavailable. */
export async function getCampaignTraffic(
  services: Services,
  caller: Reader,
  { ids, ...of }: TrafficRequest,
): Promise<Map<number, CampaignTraffic> | null> {
  if (ids.length === 0) return new Map();
  const { week, period, scope } = await getTrafficScope(services, caller, of);
  const answer = await tryClickhouse(services, caller.accountId, async (client) =>
    queryPanels(client, { ...(await withExpectation(client, scope, nowSeconds())), campaignIds: ids }, [
      { groupBy: ['campaign', 'day'], period: spanOf(week) },
      { groupBy: ['campaign'], period },
    ]),
  );
  if (answer === null) return null;
  const [daily, whole] = answer;
  const byDay = new Map(daily.rows.map((row) => [row.keys.join(' '), row]));
  const byId = new Map(whole.rows.map((row) => [Number(row.keys[0]), row]));
  return new Map(
    ids.map((id) => {
      const recent = week.map(({ day }) => byDay.get(`${id} ${day}`) ?? ZERO_TOTALS);
      const totals = byId.get(id) ?? zeroTotals(of.types);
      return [
        id,
        {
          totals,
          stats: computeMetrics(totals),
          today: computeMetrics(recent.at(-1) ?? ZERO_TOTALS),
          sparkline: recent.map(({ clicks }) => clicks),
        },
      ];
    }),
  );
}

/** Totals of the same days for all campaigns of the account. */
export async function getAccountTotals(
  services: Services,
  caller: Reader,
  of: TrafficScope,
): Promise<TotalsByCampaign | null> {
  const { scope } = await getTrafficScope(services, caller, of);
  const answer = await tryClickhouse(services, caller.accountId, async (client) =>
    queryMetrics(client, { ...(await withExpectation(client, scope, nowSeconds())), groupBy: ['campaign'] }),
  );
  return answer && new Map(answer.rows.map((row) => [Number(row.keys[0]), row]));
}

async function getTrafficScope(
  { db }: Services,
  caller: Reader,
  { days, revenueBasis, types = [], hasLtv = false }: TrafficScope,
): Promise<{ week: Day[]; period: Period; scope: MetricsScope }> {
  const [timeZone, rates, paidByImpression, typeRules, goals] = await Promise.all([
    getTimezone(db, caller),
    listRates(db),
    listPaidByImpression(db, caller.accountId),
    getTypeRules(db, caller.accountId),
    getGoalMatches(db, caller.accountId, types),
  ]);
  const week = lastDays(timeZone, Date.now(), TRAFFIC_DAYS);
  const period = days ? periodSpan(timeZone, days) : spanOf(week);
  return {
    week,
    period,
    scope: {
      accountId: caller.accountId,
      period,
      timeZone,
      timeBasis: 'click',
      filters: [],
      rates,
      paidByImpression,
      typeRules,
      types,
      goals,
      ...(revenueBasis ? { revenueBasis } : {}),
      ...(hasLtv ? { ltv: ltvBounds(timeZone, nowSeconds()) } : {}),
    },
  };
}

const nowSeconds = (): number => Math.floor(Date.now() / 1000);

const spanOf = (days: readonly Day[]): Period => ({
  from: (days[0] as Day).from,
  until: (days.at(-1) as Day).until,
});
