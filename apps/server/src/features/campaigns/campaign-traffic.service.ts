import type { CampaignMetrics } from '@poklik/contract/campaigns';
import { campaignMetrics } from '@poklik/domain/campaigns/campaign-metrics';
import { type Day, lastDays } from '@poklik/domain/statistics/days';
import { type MetricTotals, sumTotals, ZERO_TOTALS } from '@poklik/domain/statistics/metrics';
import type { Caller } from '../../http/caller.ts';
import type { Services } from '../../services.ts';
import type { MetricsScope } from '../../stats/metrics-sources.ts';
import { queryMetrics } from '../../stats/query-metrics.ts';
import { tryClickhouse } from '../../stores/try-clickhouse.ts';
import { listRateHistory } from '../currency-rates/currency-rates.service.ts';
import { getTimezone } from '../profile/profile.service.ts';
import { listPaidByImpression } from './campaigns.repo.ts';

export interface CampaignTraffic {
  totals: MetricTotals;
  stats: CampaignMetrics;
  today: CampaignMetrics;
  sparkline: number[];
}

const TRAFFIC_DAYS = 7;

type Reader = Pick<Caller, 'userId' | 'accountId'>;

/** Totals by campaign ID; campaigns without traffic are missing. */
export type TotalsByCampaign = ReadonlyMap<number, MetricTotals>;

/** Days follow the user's time zone. Returns null when ClickHouse is unavailable. */
export async function getCampaignTraffic(
  services: Services,
  caller: Reader,
  ids: readonly number[],
): Promise<Map<number, CampaignTraffic> | null> {
  if (ids.length === 0) return new Map();
  const { days, scope } = await getTrafficScope(services, caller);
  const answer = await tryClickhouse(services, (client) =>
    queryMetrics(client, { ...scope, campaignIds: ids, groupBy: ['campaign', 'day'] }),
  );
  if (answer === null) return null;
  const byDay = new Map(answer.rows.map((row) => [row.keys.join(' '), row]));
  return new Map(
    ids.map((id) => {
      const daily = days.map(({ day }) => byDay.get(`${id} ${day}`) ?? ZERO_TOTALS);
      const totals = sumTotals(daily);
      return [
        id,
        {
          totals,
          stats: campaignMetrics(totals),
          today: campaignMetrics(daily.at(-1) ?? ZERO_TOTALS),
          sparkline: daily.map(({ clicks }) => clicks),
        },
      ];
    }),
  );
}

/** Totals of the same days for all campaigns of the account. */
export async function getAccountTotals(services: Services, caller: Reader): Promise<TotalsByCampaign | null> {
  const { scope } = await getTrafficScope(services, caller);
  const answer = await tryClickhouse(services, (client) => queryMetrics(client, { ...scope, groupBy: ['campaign'] }));
  return answer && new Map(answer.rows.map((row) => [Number(row.keys[0]), row]));
}

async function getTrafficScope({ db }: Services, caller: Reader): Promise<{ days: Day[]; scope: MetricsScope }> {
  const [timeZone, rates, paidByImpression] = await Promise.all([
    getTimezone(db, caller),
    listRateHistory(db),
    listPaidByImpression(db, caller.accountId),
  ]);
  const days = lastDays(timeZone, Date.now(), TRAFFIC_DAYS);
  const [first, today] = [days[0], days[TRAFFIC_DAYS - 1]] as [Day, Day];
  const period = { from: first.from, until: today.until };
  return {
    days,
    scope: {
      accountId: caller.accountId,
      period,
      timeZone,
      timeBasis: 'click',
      filters: [],
      rates,
      paidByImpression,
    },
  };
}
