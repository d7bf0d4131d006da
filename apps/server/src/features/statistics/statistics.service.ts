import type { DataHealth } from '@poklik/contract/data-health';
import { AppError } from '@poklik/contract/errors';
import { BASE_CURRENCY, MONEY_FIELDS } from '@poklik/contract/money';
import type { Dimension, Interval, SeriesPoint, Statistics } from '@poklik/contract/statistics';
import {
  comparisonDays,
  type DaySpan,
  defaultInterval,
  isReadableInterval,
  listBuckets,
  periodSpan,
  truncateComparison,
} from '@poklik/domain/statistics/calendar';
import { computeMetrics, type MetricTotals, ZERO_TOTALS } from '@poklik/domain/statistics/metrics';
import { createGathering } from '../../gathering.ts';
import type { Caller } from '../../http/caller.ts';
import { pageOf, pageWindow } from '../../http/paging.ts';
import type { Services } from '../../services.ts';
import { createFiguresDesk } from '../../stats/figures-desk.ts';
import type { CountedBy, FiguresAnswer, FiguresQuestion } from '../../stats/figures-question.ts';
import { firstClick } from '../../stats/first-click.ts';
import { askClickhouse } from '../../stores/ask-clickhouse.ts';
import { type Asked, asked, type Query } from './asked.ts';
import { figuresHealth, healthOfPeriod } from './data-health.service.ts';
import { createFreshness, type Freshness } from './freshness.service.ts';
import { labelsOf } from './row-labels.ts';

type Client = Services['clickhouse']['client'];
type Count = (question: FiguresQuestion) => Promise<FiguresAnswer>;

/** The panels of a screen ask at the same time, but each on a line of its own. */
const MOMENT_MS = 5;

/** Figures of a period: in all, over time, and by dimensions, all of the same subject. */
export function createStatistics(services: Services) {
  const countedBy = createFiguresDesk();
  const gather = createGathering<LookedUp>(MOMENT_MS);
  const freshness = createFreshness(services);
  return async (caller: Caller, query: Query): Promise<Statistics> => {
    const { company_id, start_date, end_date, timezone, time_basis, filters } = query;
    const about = { company_id, start_date, end_date, timezone, time_basis, filters };
    const { userId, accountId, campaignIds } = caller;
    const found = await gather(JSON.stringify([userId, accountId, campaignIds, about]), () =>
      lookUp(services, freshness, caller, query),
    );
    return answer(services, countedBy, { caller, query, ...found });
  };
}

interface LookedUp extends Asked {
  now: number;
  health: DataHealth;
  freshness: Freshness | null;
}

async function lookUp(
  services: Services,
  freshnessNow: () => Promise<Freshness | null>,
  caller: Caller,
  query: Query,
): Promise<LookedUp> {
  const now = Date.now();
  const [found, freshness, health] = await Promise.all([
    asked(services, caller, query, now),
    freshnessNow(),
    figuresHealth(services.db, caller.accountId),
  ]);
  return { now, freshness, health: healthOfPeriod(health, found.subject.period.from), ...found };
}

interface Asking extends LookedUp {
  caller: Caller;
  query: Query;
}

async function answer(
  services: Services,
  countedBy: CountedBy,
  { caller, query, now, days, subject, health, freshness }: Asking,
): Promise<Statistics> {
  const { group_by: groupBy = [] } = query;
  const question: FiguresQuestion = { ...subject, groupBy };
  const interval = intervalOf(query, days);
  const { compare = 'none' } = query;
  const before = comparisonDays(days, compare);
  const nowSeconds = Math.floor(now / 1000);
  const found = await ask(services, async (client) => {
    const count: Count = (each) => countedBy(client, each);
    const inRows = rowsOf(count, question, caller, query);
    const [present, past, rows] = await Promise.all([
      // Rows bring the sum of them all: where no course is wanted, nothing else needs to be asked.
      interval === null && question.groupBy.length > 0
        ? inRows.then(({ all }): OverTime => ({ series: [], all }))
        : overTime(count, question, days, interval),
      before && overTime(count, { ...question, period: periodSpan(question.timeZone, before) }, before, interval),
      inRows,
    ]);
    return {
      ...present,
      past,
      previous: before && past && (await asFarAs(count, question, { before, past, nowSeconds })),
      rows,
      // Only who sees nothing wants to know where there is something.
      first: present.all.clicks > 0 ? null : await firstClick(client, question.accountId, question.campaignIds),
    };
  });
  const labelOf = await labelsOf(services.db, caller, { ...question, ...found.rows });
  const { page, per_page } = query;
  return {
    data: {
      summary: computeMetrics(found.all),
      previous: found.previous && computeMetrics(found.previous),
      series: found.series,
      previous_series: found.past?.series ?? [],
      rows: found.rows.rows.map((row) => {
        const labels = row.keys.map((key, place) => labelOf(place, key));
        return {
          ...computeMetrics(row),
          keys: row.keys,
          labels: labels.map(({ full }) => full),
          short_labels: labels.map(({ short }) => short),
        };
      }),
    },
    meta: {
      ...pageOf('/statistics', { page, per_page }, found.rows.total).meta,
      period: { start_date: days.start, end_date: days.end },
      previous_period: before && { start_date: before.start, end_date: before.end },
      timezone: question.timeZone,
      interval,
      currency: BASE_CURRENCY,
      answered_at: new Date(now).toISOString(),
      complete_until: freshness?.completeUntil?.toISOString() ?? null,
      is_behind: freshness?.isBehind ?? false,
      held_back: heldWithin(question),
      first_click_at: found.first?.toISOString() ?? null,
      data_health: health,
    },
  };
}

/** What of the asked time the tariff holds back, if anything. */
function heldWithin({ hidden = [], period }: FiguresQuestion): Statistics['meta']['held_back'] {
  const held = hidden.find(({ from, until }) => from < period.until && until > period.from);
  return held ? { from: isoOf(held.from), until: isoOf(held.until) } : null;
}

const isoOf = (seconds: number): string => new Date(seconds * 1000).toISOString();

/** Who asks for nothing but figures waits longer for them. */
const PATIENCE_MS = 30_000;

/** A screen without its figures is no screen: it says so, and may be asked again. */
export async function ask<T>(services: Services, question: (client: Client) => Promise<T>): Promise<T> {
  const answer = await askClickhouse(services, question, PATIENCE_MS);
  if (answer === null) throw new AppError('unavailable');
  return answer;
}

function intervalOf({ interval = 'auto' }: Query, days: DaySpan): Interval | null {
  if (interval === 'none') return null;
  return interval === 'auto' || !isReadableInterval(days, interval) ? defaultInterval(days) : interval;
}

interface OverTime {
  /** Every step of the period, also those in which nothing happened. */
  series: SeriesPoint[];
  all: MetricTotals;
}

async function overTime(
  count: Count,
  question: FiguresQuestion,
  days: DaySpan,
  interval: Interval | null,
): Promise<OverTime> {
  const { rows, all } = await count({ ...question, groupBy: interval ? [interval] : [] });
  const known = new Map(rows.map((row) => [row.keys[0], row]));
  const steps = interval ? listBuckets(question.timeZone, days, interval, question.weekStart) : [];
  return { series: steps.map((date) => ({ date, ...computeMetrics(known.get(date) ?? ZERO_TOTALS) })), all };
}

/** A period that is not over yet is compared with as much of the other one. */
async function asFarAs(
  count: Count,
  question: FiguresQuestion,
  { before, past, nowSeconds }: { before: DaySpan; past: OverTime; nowSeconds: number },
): Promise<MetricTotals> {
  const whole = periodSpan(question.timeZone, before);
  const period = truncateComparison(whole, question.period, nowSeconds);
  if (period.until === whole.until) return past.all;
  return (await count({ ...question, period, groupBy: [] })).all;
}

/** Times come in their order, everything else with the most clicks first, unless asked otherwise. */
export function sortOf(
  [first]: readonly Dimension[],
  { canSeeMoney }: Pick<Caller, 'canSeeMoney'>,
  { sort, order }: Pick<Query, 'sort' | 'order'>,
) {
  // An order by money would tell it to who may not see it.
  if (sort && MONEY_FIELDS.has(sort) && !canSeeMoney) throw new AppError('forbidden');
  const isTime = first !== undefined && TIMES.has(first);
  const by = sort ?? (isTime ? 'key' : 'clicks');
  return { by, order: order ?? (by === 'key' ? 'asc' : 'desc') } as const;
}

const TIMES: ReadonlySet<string> = new Set(['hour', 'day', 'week', 'month', 'weekday']);

async function rowsOf(count: Count, question: FiguresQuestion, caller: Caller, query: Query): Promise<FiguresAnswer> {
  if (question.groupBy.length === 0) return { rows: [], total: 0, all: ZERO_TOTALS };
  const page = pageWindow({ page: query.page, per_page: query.per_page });
  return count({ ...question, sort: sortOf(question.groupBy, caller, query), page });
}
