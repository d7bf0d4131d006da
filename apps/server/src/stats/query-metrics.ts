import type { Dimension, Metric } from '@poklik/contract/statistics';
import { RATE_SCALE, roundDiv } from '@poklik/domain/money/currency-rates';
import { type MetricTotals, RATIOS, SUMS, ZERO_TOTALS } from '@poklik/domain/statistics/metrics';
import { BY_KEY, type RowOrder } from '@poklik/domain/statistics/row-order';
import type { Clickhouse } from '../stores/clickhouse.ts';
import { keyText } from './dimension-columns.ts';
import { buildSources, EVENT_KINDS, keyNames, type MetricsScope } from './metrics-sources.ts';

export interface MetricsQuery extends MetricsScope {
  groupBy: readonly Dimension[];
  /** By key if missing. */
  sort?: RowOrder;
  page?: { limit: number; offset: number };
}

export interface MetricsRow extends MetricTotals {
  keys: string[];
}

export interface MetricsResult {
  rows: MetricsRow[];
  /** Number of rows on all pages. */
  total: number;
  /** Totals of all rows. */
  totals: MetricTotals;
}

export type RunMetricsQuery = (client: Clickhouse['client'], question: MetricsQuery) => Promise<MetricsResult>;

/** Metrics grouped by any dimensions. */
export const queryMetrics: RunMetricsQuery = async (client, question) => {
  const { query, query_params, keyCount } = buildStatement(question, { withTotals: true });
  const answer = await client.query({
    query,
    query_params,
    format: 'JSONCompact',
    clickhouse_settings: { output_format_json_quote_64bit_integers: 1, exact_rows_before_limit: 1 },
  });
  const { data, totals, rows_before_limit_at_least: total } = parseJsonResult(await answer.text());
  const rows = data.map((row) => parseRow(row, keyCount));
  return {
    rows,
    total: total ?? rows.length,
    totals: totals ? parseTotals(totals, keyCount) : (rows[0] ?? ZERO_TOTALS),
  };
};

/** The same rows as a stream. */
export async function* streamMetrics(
  client: Clickhouse['client'],
  question: MetricsQuery,
): AsyncGenerator<MetricsRow[]> {
  const { query, query_params, keyCount } = buildStatement(question, { withTotals: false });
  const answer = await client.query({
    query,
    query_params,
    format: 'JSONCompactEachRow',
    clickhouse_settings: { output_format_json_quote_64bit_integers: 1 },
  });
  for await (const rows of answer.stream<string[]>()) yield rows.map((row) => parseRow(row.json(), keyCount));
}

function buildStatement(question: MetricsQuery, { withTotals }: { withTotals: boolean }) {
  const { groupBy, sort, page } = question;
  const parts = buildSources(question, groupBy);
  const keys = groupBy.map((_, index) => `k${index}`);
  const texts = keyNames(groupBy).map((key, index) => `${keyText(groupBy[index] as Dimension, key)} AS ${keys[index]}`);
  // A cancelled conversion leaves a row of zeros.
  const isNotEmpty = MEASURE_NAMES.map((name) => `${name} != 0`).join(' OR ');
  const totals = withTotals ? 'WITH TOTALS' : '';
  const grouped = `GROUP BY ${keys.join(', ')} ${totals} HAVING ${isNotEmpty} ORDER BY ${orderBySql(sort, keys)}`;
  return {
    query: `
      SELECT ${[...texts, ...Object.entries(MEASURES).map(([name, sql]) => `${sql} AS ${name}`)].join(', ')}
      FROM (${parts.sql})
      ${keys.length > 0 ? grouped : ''}
      ${page ? 'LIMIT {limit:UInt32} OFFSET {offset:UInt32}' : ''}`,
    query_params: { ...parts.params, ...page },
    keyCount: keys.length,
  };
}

const parseRow = (row: readonly string[], keyCount: number): MetricsRow => ({
  ...parseTotals(row, keyCount),
  keys: row.slice(0, keyCount),
});

interface JsonResult {
  data: string[][];
  totals?: string[];
  rows_before_limit_at_least?: number;
}

/** Without rows the embedded engine writes invalid JSON that still has the totals and the count. */
function parseJsonResult(text: string): JsonResult {
  if (text.trimStart().startsWith('{')) return JSON.parse(text);
  const totals = /"totals":\s*(\[[^\]]*\])/.exec(text)?.[1];
  const rows = /"rows_before_limit_at_least":\s*(\d+)/.exec(text)?.[1];
  return { data: [], ...(totals ? { totals: JSON.parse(totals) } : {}), rows_before_limit_at_least: Number(rows ?? 0) };
}

const kindIn = (...kinds: number[]) => `kind IN (${kinds.join(', ')})`;
const COUNTED_CLICKS = kindIn(EVENT_KINDS.click, EVENT_KINDS.bot, EVENT_KINDS.unpricedClick, EVENT_KINDS.unpricedBot);

/** In this order. Costs are in millionths of a billionth, so that conversion rounds only once. */
const MEASURES = {
  impressions: `sumIf(number, kind = ${EVENT_KINDS.impression})`,
  page_events: `sumIf(number, kind = ${EVENT_KINDS.pageEvent})`,
  clicks: `sumIf(number, ${COUNTED_CLICKS})`,
  unique_clicks: `sumIf(amount, ${COUNTED_CLICKS})`,
  unpriced_clicks: `sumIf(number, ${kindIn(EVENT_KINDS.unpricedClick, EVENT_KINDS.unpricedBot)})`,
  bots: `sumIf(number, ${kindIn(EVENT_KINDS.bot, EVENT_KINDS.unpricedBot)})`,
  excluded: `sumIf(number, kind = ${EVENT_KINDS.excluded})`,
  blocked: `sumIf(number, kind = ${EVENT_KINDS.blocked})`,
  pending: `sumIf(number, kind = ${EVENT_KINDS.pending})`,
  approved: `sumIf(number, kind = ${EVENT_KINDS.approved})`,
  rejected: `sumIf(number, kind = ${EVENT_KINDS.rejected})`,
  revenue: `sumIf(amount, kind = ${EVENT_KINDS.approved})`,
  revenue_on_hold: `sumIf(amount, kind = ${EVENT_KINDS.pending})`,
  cost: 'sum(toInt128(spent) * rate)',
  unconverted: 'sumIf(spent, rate = 0)',
};
const MEASURE_NAMES = Object.keys(MEASURES);
const MEASURE_INDEX = Object.fromEntries(MEASURE_NAMES.map((name, index) => [name, index])) as Record<
  keyof typeof MEASURES,
  number
>;

function orderBySql(sort: RowOrder = BY_KEY, keys: readonly string[]): string {
  const { by, order } = sort;
  const direction = order === 'asc' ? 'ASC' : 'DESC';
  if (by === 'key') return keys.map((key) => `${key} ${direction}`).join(', ');
  // Ties are ordered by key, so that pages never overlap.
  return [`${metricSql(by)} ${direction} NULLS LAST`, ...keys].join(', ');
}

/** A metric as an SQL expression, with the same rules as in packages/domain. */
function metricSql(metric: Metric): string {
  if (metric in RATIOS) {
    const [part, whole] = RATIOS[metric as keyof typeof RATIOS];
    return `if(${metricSql(whole)} = 0, NULL, toFloat64(${metricSql(part)}) / toFloat64(${metricSql(whole)}))`;
  }
  if (metric in SUMS) {
    const terms = SUMS[metric as keyof typeof SUMS].map(
      ([name, sign]) => `${sign === 1 ? '+' : '-'} ${metricSql(name)}`,
    );
    return `(0 ${terms.join(' ')})`;
  }
  // The same rule as `costOf` in packages/domain.
  if (metric === 'cost')
    return 'if(unconverted != 0 OR (cost = 0 AND clicks > 0 AND unpriced_clicks = clicks), NULL, cost)';
  return metric === 'revenue' || metric === 'revenue_on_hold' ? `${metric} * ${RATE_SCALE}` : metric;
}

function parseTotals(row: readonly string[], keyCount: number): MetricTotals {
  const text = (name: keyof typeof MEASURES): string => row[keyCount + MEASURE_INDEX[name]] ?? '0';
  const count = (name: keyof typeof MEASURES): number => Number(text(name));
  return {
    impressions: count('impressions'),
    page_events: count('page_events'),
    clicks: count('clicks'),
    unique_clicks: count('unique_clicks'),
    unpriced_clicks: count('unpriced_clicks'),
    bots: count('bots'),
    excluded: count('excluded'),
    blocked: count('blocked'),
    pending: count('pending'),
    approved: count('approved'),
    rejected: count('rejected'),
    revenue: BigInt(text('revenue')),
    revenue_on_hold: BigInt(text('revenue_on_hold')),
    cost: count('unconverted') !== 0 ? null : roundDiv(BigInt(text('cost')), RATE_SCALE),
  };
}
