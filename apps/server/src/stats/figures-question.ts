import type { WeekStart } from '@poklik/contract/profile';
import type { Dimension, Metric, StatisticsFilter, TimeBasis } from '@poklik/contract/statistics';
import { RATE_SCALE, type RateSince, roundDiv } from '@poklik/domain/money/currency-rates';
import { type Counted, NOTHING, RATIOS, SUMS } from '@poklik/domain/statistics/metrics';
import type { Clickhouse } from '../stores/clickhouse.ts';
import { keyExpression, type Source, timeColumn } from './dimension-columns.ts';
import type { Period } from './period.ts';
import { rateExpression } from './rate-expression.ts';

export interface FiguresQuestion {
  accountId: number;
  /** Without them all campaigns of the account. */
  campaignIds?: readonly number[];
  period: Period;
  /** Stretches of time of which nothing is told. */
  hidden?: readonly Period[];
  timeZone: string;
  /** Where weeks begin; on Monday unless said otherwise. */
  weekStart?: WeekStart;
  timeBasis: TimeBasis;
  filters: readonly StatisticsFilter[];
  groupBy: readonly Dimension[];
  rates: readonly RateSince[];
  sort?: { by: Metric | 'key'; order: 'asc' | 'desc' };
  page?: { limit: number; offset: number };
}

export interface FiguresRow extends Counted {
  keys: string[];
}

export interface FiguresAnswer {
  rows: FiguresRow[];
  /** How many rows there are, whatever the page. */
  total: number;
  /** All of them together. */
  all: Counted;
}

/**
 * What was counted, by any dimensions. Clicks, impressions and conversions stand in tables of their own; each is added
 * up where it stands, from the rollups inside its parts wherever they know enough, and then put together.
 */
export async function countedBy(client: Clickhouse['client'], question: FiguresQuestion): Promise<FiguresAnswer> {
  const { groupBy, sort, page } = question;
  const keys = groupBy.map((_, place) => `k${place}`);
  const rate = rateExpression(question.rates);
  const parts = (['clicks', 'page_events', 'conversions'] as const).map((source) => partOf(source, question, rate.sql));
  const grouped = `GROUP BY ${keys.join(', ')} WITH TOTALS ORDER BY ${orderOf(sort, keys)}`;
  const answer = await client.query({
    query: `
      SELECT ${[...keys, ...MEASURES.map((name) => `sum(part.${name}) AS ${name}`)].join(', ')}
      FROM (${parts.join(' UNION ALL ')}) AS part
      ${keys.length > 0 ? grouped : ''}
      ${page ? 'LIMIT {limit:UInt32} OFFSET {offset:UInt32}' : ''}`,
    query_params: {
      accountId: question.accountId,
      timeZone: question.timeZone,
      ...question.period,
      ...rate.params,
      ...(question.campaignIds ? { campaignIds: question.campaignIds } : {}),
      ...Object.fromEntries(
        (question.hidden ?? []).flatMap(({ from, until }, place) => [
          [`hiddenFrom${place}`, from],
          [`hiddenUntil${place}`, until],
        ]),
      ),
      ...Object.fromEntries(question.filters.map(({ values }, place) => [`filter${place}`, values])),
      ...page,
    },
    format: 'JSONCompact',
    clickhouse_settings: { output_format_json_quote_64bit_integers: 1, exact_rows_before_limit: 1 },
  });
  const { data, totals, rows_before_limit_at_least: total } = parseAnswer(await answer.text());
  const rows = data.map((row) => rowOf(row, keys.length));
  return {
    rows,
    total: total ?? rows.length,
    all: totals ? rowOf(totals, keys.length) : (rows[0] ?? NOTHING),
  };
}

interface Answer {
  data: string[][];
  totals?: string[];
  rows_before_limit_at_least?: number;
}

/** Without rows the embedded engine writes no proper JSON, but for the totals and the count in it. */
function parseAnswer(text: string): Answer {
  if (text.trimStart().startsWith('{')) return JSON.parse(text);
  const totals = /"totals":\s*(\[[^\]]*\])/.exec(text)?.[1];
  const rows = /"rows_before_limit_at_least":\s*(\d+)/.exec(text)?.[1];
  return { data: [], ...(totals ? { totals: JSON.parse(totals) } : {}), rows_before_limit_at_least: Number(rows ?? 0) };
}

/** What each part gives, in this order. Costs are in millionths of a billionth, so that converting rounds only once. */
const MEASURES = [
  'impressions',
  'clicks',
  'unique_clicks',
  'bots',
  'excluded',
  'blocked',
  'pending',
  'approved',
  'rejected',
  'revenue',
  'revenue_on_hold',
  'cost',
  'unpriced',
] as const;
type Measure = (typeof MEASURES)[number];

const OF_CLICKS: Partial<Record<Measure, string>> = {
  clicks: 'if(verdict = 0, count(), 0)',
  unique_clicks: 'if(verdict = 0, sum(is_unique), 0)',
  bots: 'if(verdict = 0 AND is_bot = 1, count(), 0)',
  excluded: 'if(verdict = 1, count(), 0)',
  blocked: 'if(verdict = 2, count(), 0)',
  cost: 'toInt128(sum(spent_micro)) * rate',
  unpriced: 'if(rate = 0 AND sum(spent_micro) != 0, 1, 0)',
};
const OF_PAGE_EVENTS: Partial<Record<Measure, string>> = {
  impressions: 'count()',
  cost: 'toInt128(sum(cost_micro)) * rate',
  unpriced: 'if(rate = 0 AND sum(cost_micro) != 0, 1, 0)',
};
const OF_CONVERSIONS: Partial<Record<Measure, string>> = {
  pending: "if(status = 'pending', sum(sign), 0)",
  approved: "if(status = 'approved', sum(sign), 0)",
  rejected: "if(status IN ('rejected', 'chargeback'), sum(sign), 0)",
  revenue: "if(status = 'approved', sum(sign * payout_micro), 0)",
  revenue_on_hold: "if(status = 'pending', sum(sign * payout_micro), 0)",
  cost: `toInt128(sum(sign * cost_micro)) * ${RATE_SCALE}`,
};

const SOURCES: Record<Source, { measures: Partial<Record<Measure, string>>; groups: string[]; where: string }> = {
  clicks: { measures: OF_CLICKS, groups: ['verdict', 'is_bot', 'rate'], where: '1' },
  page_events: { measures: OF_PAGE_EVENTS, groups: ['rate'], where: "name = 'impression'" },
  conversions: { measures: OF_CONVERSIONS, groups: ['status'], where: '1' },
};

function partOf(source: Source, question: FiguresQuestion, rate: string): string {
  const { groupBy, filters, timeBasis, campaignIds, hidden = [] } = question;
  const { measures, groups, where } = SOURCES[source];
  const time = timeColumn(source, timeBasis);
  const conditions = [
    'account_id = {accountId:UInt64}',
    ...(campaignIds ? ['campaign_id IN {campaignIds:Array(UInt64)}'] : []),
    `${time} >= {from:UInt32}`,
    `${time} < {until:UInt32}`,
    ...hidden.map(
      (_, place) => `NOT (${time} >= {hiddenFrom${place}:UInt32} AND ${time} < {hiddenUntil${place}:UInt32})`,
    ),
    where,
    ...filters.flatMap((filter, place) => conditionOf(filter, place, source, question)),
  ];
  const columns = [
    ...groupBy.map((dimension, place) => `${keyExpression(dimension, source, question)} AS k${place}`),
    ...MEASURES.map((name) => `${name === 'cost' ? 'toInt128' : 'toInt64'}(${measures[name] ?? 0}) AS ${name}`),
  ];
  const by = [...groupBy.map((_, place) => `k${place}`), ...groups];
  return `
    ${groups.includes('rate') ? `WITH ${rate} AS rate` : ''}
    SELECT ${columns.join(', ')} FROM ${source} WHERE ${conditions.join(' AND ')} GROUP BY ${by.join(', ')}`;
}

/** A click has no type of conversion: what it cost belongs to whatever came of it. */
function conditionOf(filter: StatisticsFilter, place: number, source: Source, question: FiguresQuestion): string[] {
  const { dimension, operator } = filter;
  if (dimension === 'conversion_type' && source !== 'conversions') return [];
  const isIn = operator === 'in' ? 'IN' : 'NOT IN';
  return [`${keyExpression(dimension, source, question)} ${isIn} {filter${place}:Array(String)}`];
}

function orderOf(sort: FiguresQuestion['sort'], keys: readonly string[]): string {
  const { by, order } = sort ?? { by: 'key', order: 'asc' };
  const direction = order === 'asc' ? 'ASC' : 'DESC';
  if (by === 'key') return keys.map((key) => `${key} ${direction}`).join(', ');
  // Those that are equal by their keys, so that pages never overlap.
  return [`${expressionOf(by)} ${direction} NULLS LAST`, ...keys].join(', ');
}

/** A metric as an expression of what was counted, by the same rules as everywhere. */
function expressionOf(metric: Metric): string {
  if (metric in RATIOS) {
    const [part, whole] = RATIOS[metric as keyof typeof RATIOS];
    return `if(${expressionOf(whole)} = 0, NULL, toFloat64(${expressionOf(part)}) / toFloat64(${expressionOf(whole)}))`;
  }
  if (metric in SUMS) {
    const terms = SUMS[metric as keyof typeof SUMS].map(
      ([name, sign]) => `${sign === 1 ? '+' : '-'} ${expressionOf(name)}`,
    );
    return `(0 ${terms.join(' ')})`;
  }
  if (metric === 'cost') return 'if(unpriced > 0, NULL, cost)';
  return metric === 'revenue' || metric === 'revenue_on_hold' ? `${metric} * ${RATE_SCALE}` : metric;
}

function rowOf(row: readonly string[], keyCount: number): FiguresRow {
  const text = (name: Measure): string => row[keyCount + MEASURES.indexOf(name)] ?? '0';
  const count = (name: Measure): number => Number(text(name));
  return {
    keys: row.slice(0, keyCount),
    impressions: count('impressions'),
    clicks: count('clicks'),
    unique_clicks: count('unique_clicks'),
    bots: count('bots'),
    excluded: count('excluded'),
    blocked: count('blocked'),
    pending: count('pending'),
    approved: count('approved'),
    rejected: count('rejected'),
    revenue: BigInt(text('revenue')),
    revenue_on_hold: BigInt(text('revenue_on_hold')),
    cost: count('unpriced') > 0 ? null : roundDiv(BigInt(text('cost')), RATE_SCALE),
  };
}
