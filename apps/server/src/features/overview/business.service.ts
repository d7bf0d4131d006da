import type { ParsedOf } from '@poklik/contract/endpoint';
import { BASE_CURRENCY } from '@poklik/contract/money';
import type { overviewApi } from '@poklik/contract/overview';
import {
  type Business,
  type BusinessFigures,
  type BusinessStep,
  type Cohort,
  MOVEMENTS,
  RISKS,
} from '@poklik/contract/overview-business';
import { fromMinor } from '@poklik/domain/money/amount';
import { roundDiv } from '@poklik/domain/money/currency-rates';
import { fractionOf, monthlyMinor, printMovements } from '@poklik/domain/revenue/recurring-revenue';
import {
  addMonths,
  bucketStart,
  comparisonDays,
  type DaySpan,
  defaultInterval,
  listBuckets,
} from '@poklik/domain/statistics/calendar';
import type { Services } from '../../services.ts';
import type { Database } from '../../stores/postgres.ts';
import {
  type CohortRow,
  getNetRevenueByDay,
  listCohorts,
  listMoved,
  type Moments,
  type MovedRow,
} from './business.repo.ts';
import { getListTotal, type ListTotal, listCustomers } from './customer-lists.repo.ts';
import { findClickScope } from './customer-lists.service.ts';
import { momentsOf, resolveOverviewDays, utcToday } from './overview-days.service.ts';

type Interval = Business['interval'];
type Query = ParsedOf<typeof overviewApi.business>['query'];

const COHORT_MONTHS = 12;
const TOP_CUSTOMERS = 5;

/** Everything about money and customers in a period. */
export async function getBusiness(services: Services, query: Query, now: Date): Promise<Business> {
  const { db } = services;
  const days = resolveOverviewDays(query, now);
  const { compare = 'previous' } = query;
  const interval = intervalOf(days);
  const [own, compared, cohorts, top, funnel, atRisk] = await Promise.all([
    getPeriod(db, days, interval),
    compare === 'none' ? null : getPeriod(db, comparisonDays(days, compare), interval),
    getCohorts(db, now),
    listCustomers(
      db,
      'revenue',
      { ...momentsOf(days), accountIds: [] },
      { limit: TOP_CUSTOMERS, offset: 0, sort: 'amount', order: 'desc' },
    ),
    getFunnel(services, days, now),
    getRisks(services, days, now),
  ]);
  return {
    currency: BASE_CURRENCY,
    figures: own.figures,
    compared: compared?.figures ?? null,
    interval,
    steps: own.steps,
    compared_steps: compared?.steps ?? [],
    cohorts,
    funnel,
    top_customers: top.map(({ userId, email, name, amount }) => ({
      ...{ user_id: userId, email, name, net_revenue: fromMinor(BigInt(amount ?? 0)) },
    })),
    at_risk: atRisk,
  };
}

function intervalOf(days: DaySpan): Interval {
  const interval = defaultInterval(days);
  return interval === 'hour' ? 'day' : interval;
}

async function getPeriod(db: Database, days: DaySpan, interval: Interval) {
  const moments = momentsOf(days);
  const [moved, revenue, trials] = await Promise.all([
    listMoved(db, moments),
    getNetRevenueByDay(db, moments),
    countTrials(db, moments),
  ]);
  return {
    figures: { ...toFigures(days, moved, revenue), trials },
    steps: toSteps(days, interval, { moved, revenue }),
  };
}

const sumOf = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, one) => sum + one, 0n);
const sumArr = (rows: readonly MovedRow[]): bigint => sumOf(rows.map(({ arrMinor }) => arrMinor));

/** What movements do to the number of paying accounts. */
const PAYING = { new: 1, reactivation: 1, expansion: 0, contraction: 0, churn: -1 } as const;
const countPaying = (rows: readonly MovedRow[]): number =>
  rows.reduce((sum, { movement, count }) => sum + PAYING[movement] * count, 0);

/** Opening, movements and closing, printed so that they add up. */
export function toRecurring(moved: readonly MovedRow[]) {
  const before = moved.filter(({ day }) => day === null);
  const within = MOVEMENTS.map((movement) => moved.filter((row) => row.day !== null && row.movement === movement));
  const [openingArr, parts] = [sumArr(before), within.map(sumArr)];
  const printed = printMovements(openingArr, parts);
  const openingPaying = countPaying(before);
  const closingArr = openingArr + sumOf(parts);
  const paying = openingPaying + countPaying(within.flat());
  return {
    printed,
    opening: { mrr: fromMinor(printed.opening), arr: fromMinor(openingArr), paying: openingPaying },
    closing: { mrr: fromMinor(printed.closing), arr: fromMinor(closingArr), paying },
    movements: MOVEMENTS.map((movement, place) => ({
      movement,
      count: within[place]?.reduce((sum, { count }) => sum + count, 0) ?? 0,
      mrr: fromMinor(printed.parts[place] ?? 0n),
      arr: fromMinor(parts[place] ?? 0n),
    })),
  };
}

async function countTrials(db: Database, moments: Moments): Promise<BusinessFigures['trials']> {
  const count = async (list: 'trials_started' | 'trials_running' | 'trials_converted') =>
    (await getListTotal(db, list, { ...moments, accountIds: [] })).count;
  const [started, running, converted] = await Promise.all([
    count('trials_started'),
    count('trials_running'),
    count('trials_converted'),
  ]);
  return { started, running, converted };
}

function toFigures(
  days: DaySpan,
  moved: readonly MovedRow[],
  revenue: ReadonlyMap<string, bigint>,
): Omit<BusinessFigures, 'trials'> {
  const { printed, ...recurring } = toRecurring(moved);
  const { opening, closing } = recurring;
  const lost = moved.filter(
    ({ day, movement }) => day !== null && (movement === 'churn' || movement === 'contraction'),
  );
  const churned = lost.filter(({ movement }) => movement === 'churn').reduce((sum, { count }) => sum + count, 0);
  const openingArr = sumArr(moved.filter(({ day }) => day === null));
  return {
    from: days.start,
    to: days.end,
    ...recurring,
    net_revenue: fromMinor(sumOf([...revenue.values()])),
    arpu: closing.paying === 0 ? null : fromMinor(roundDiv(printed.closing, BigInt(closing.paying))),
    churn_rate: fractionOf(churned, opening.paying),
    revenue_churn_rate: fractionOf(-sumArr(lost), openingArr),
  };
}

function toSteps(
  days: DaySpan,
  interval: Interval,
  { moved, revenue }: { moved: readonly MovedRow[]; revenue: ReadonlyMap<string, bigint> },
): BusinessStep[] {
  const stepOf = (day: string): string => {
    const start = bucketStart(day, interval);
    return start < days.start ? days.start : start;
  };
  let arr = sumArr(moved.filter(({ day }) => day === null));
  return [...new Set(listBuckets('UTC', days, 'day').map(stepOf))].map((date) => {
    const own = moved.filter(({ day }) => day !== null && stepOf(day) === date);
    const parts = MOVEMENTS.map((movement) => sumArr(own.filter((row) => row.movement === movement)));
    const printed = printMovements(arr, parts);
    arr += sumOf(parts);
    const part = (place: number): string => fromMinor(printed.parts[place] ?? 0n);
    return {
      date,
      mrr: fromMinor(printed.closing),
      ...{ new: part(0), reactivation: part(1), expansion: part(2), contraction: part(3), churn: part(4) },
      net_revenue: fromMinor(sumOf([...revenue].filter(([day]) => stepOf(day) === date).map(([, amount]) => amount))),
    };
  });
}

async function getCohorts(db: Database, now: Date): Promise<Cohort[]> {
  const month = `${utcToday(now).slice(0, 8)}01`;
  const rows = await listCohorts(db, { since: `${addMonths(month, 1 - COHORT_MONTHS)}T00:00:00Z`, now });
  const present = now.getUTCFullYear() * 12 + now.getUTCMonth();
  return rows.filter(({ later }) => later === null).map((start) => toCohort(start, rows, present));
}

function toCohort(start: CohortRow, rows: readonly CohortRow[], present: number): Cohort {
  const { month, accounts, arrMinor } = start;
  return {
    month: new Date(Date.UTC(Math.floor(month / 12), month % 12)).toISOString().slice(0, 10),
    ...{ accounts, mrr: fromMinor(monthlyMinor(arrMinor)) },
    left: Array.from({ length: present - month + 1 }, (_, later) => {
      const found = rows.find((row) => row.month === month && row.later === later);
      return {
        accounts: found?.accounts ?? 0,
        accounts_share: fractionOf(found?.accounts ?? 0, accounts) ?? 0,
        mrr_share: fractionOf(found?.arrMinor ?? 0n, arrMinor) ?? 0,
      };
    }),
  };
}

async function getFunnel(services: Services, days: DaySpan, now: Date): Promise<Business['funnel']> {
  const { db } = services;
  const scope = { ...momentsOf(days), accountIds: [] };
  const count = async (list: 'signed_up' | 'verified' | 'with_campaign' | 'with_conversion' | 'paid') =>
    (await getListTotal(db, list, scope)).count;
  const clicks = await findClickScope(services, 'with_clicks', days, now);
  const [signedUp, verified, withCampaign, withConversion, paid, withClicks] = await Promise.all([
    count('signed_up'),
    count('verified'),
    count('with_campaign'),
    count('with_conversion'),
    count('paid'),
    clicks && getListTotal(db, 'with_clicks', clicks),
  ]);
  return {
    ...{ signed_up: signedUp, verified, with_campaign: withCampaign, with_clicks: withClicks?.count ?? null },
    ...{ with_conversion: withConversion, paid },
  };
}

const getRisks = (services: Services, days: DaySpan, now: Date): Promise<Business['at_risk']> =>
  Promise.all(
    RISKS.map(async (risk) => {
      const scope = await findClickScope(services, risk, days, now);
      return { risk, ...printRisk(scope && (await getListTotal(services.db, risk, scope))) };
    }),
  );

const printRisk = (total: ListTotal | null) => ({
  count: total?.count ?? null,
  mrr: total && fromMinor(monthlyMinor(total.amountMinor)),
});
