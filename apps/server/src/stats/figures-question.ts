import type { Dimension, Metric } from '@poklik/contract/statistics';
import { RATE_SCALE, roundDiv } from '@poklik/domain/money/currency-rates';
import { type MetricTotals, RATIOS, SUMS, ZERO_TOTALS } from '@poklik/domain/statistics/metrics';
import { BY_KEY, type RowOrder } from '@poklik/domain/statistics/row-order';
import type { Clickhouse } from '../stores/clickhouse.ts';
import { keyText } from './dimension-columns.ts';
import { KINDS, keysOf, partsOf, type Subject } from './figures-parts.ts';

export interface FiguresQuestion extends Subject {
  groupBy: readonly Dimension[];
  /** By key if missing. */
  sort?: RowOrder;
  page?: { limit: number; offset: number };
}

export interface FiguresRow extends MetricTotals {
  keys: string[];
}

export interface FiguresAnswer {
  rows: FiguresRow[];
  /** Number of rows on all pages. */
  total: number;
  /** Totals of all rows. */
  all: MetricTotals;
}

export type CountedBy = (client: Clickhouse['client'], question: FiguresQuestion) => Promise<FiguresAnswer>;

/** Metrics grouped by any dimensions. */
export const countedBy: CountedBy = async (client, question) => {
  const { query, query_params, keyCount } = statementOf(question, { withTotals: true });
  const answer = await client.query({
    query,
    query_params,
    format: 'JSONCompact',
    clickhouse_settings: { output_format_json_quote_64bit_integers: 1, exact_rows_before_limit: 1 },
  });
  const { data, totals, rows_before_limit_at_least: total } = parseAnswer(await answer.text());
  const rows = data.map((row) => rowOf(row, keyCount));
  return {
    rows,
    total: total ?? rows.length,
    all: totals ? countedIn(totals, keyCount) : (rows[0] ?? ZERO_TOTALS),
  };
};

/** The same rows as a stream. */
export async function* streamedBy(
  client: Clickhouse['client'],
  question: FiguresQuestion,
): AsyncGenerator<FiguresRow[]> {
  const { query, query_params, keyCount } = statementOf(question, { withTotals: false });
  const answer = await client.query({
    query,
    query_params,
    format: 'JSONCompactEachRow',
    clickhouse_settings: { output_format_json_quote_64bit_integers: 1 },
  });
  for await (const rows of answer.stream<string[]>()) yield rows.map((row) => rowOf(row.json(), keyCount));
}

function statementOf(question: FiguresQuestion, { withTotals }: { withTotals: boolean }) {
  const { groupBy, sort, page } = question;
  const parts = partsOf(question, groupBy);
  const keys = groupBy.map((_, place) => `k${place}`);
  const texts = keysOf(groupBy).map((key, place) => `${keyText(groupBy[place] as Dimension, key)} AS ${keys[place]}`);
  // A cancelled conversion leaves a row of zeros.
  const isSomething = MEASURE_NAMES.map((name) => `${name} != 0`).join(' OR ');
  const totals = withTotals ? 'WITH TOTALS' : '';
  const grouped = `GROUP BY ${keys.join(', ')} ${totals} HAVING ${isSomething} ORDER BY ${orderOf(sort, keys)}`;
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

const rowOf = (row: readonly string[], keyCount: number): FiguresRow => ({
  ...countedIn(row, keyCount),
  keys: row.slice(0, keyCount),
});

interface Answer {
  data: string[][];
  totals?: string[];
  rows_before_limit_at_least?: number;
}

/** Without rows the embedded engine writes invalid JSON that still has the totals and the count. */
function parseAnswer(text: string): Answer {
  if (text.trimStart().startsWith('{')) return JSON.parse(text);
  const totals = /"totals":\s*(\[[^\]]*\])/.exec(text)?.[1];
  const rows = /"rows_before_limit_at_least":\s*(\d+)/.exec(text)?.[1];
  return { data: [], ...(totals ? { totals: JSON.parse(totals) } : {}), rows_before_limit_at_least: Number(rows ?? 0) };
}

const oneOf = (...kinds: number[]) => `kind IN (${kinds.join(', ')})`;
const COUNTED = oneOf(KINDS.click, KINDS.bot, KINDS.unpricedClick, KINDS.unpricedBot);

/** In this order. Costs are in millionths of a billionth, so that conversion rounds only once. */
const MEASURES = {
  impressions: `sumIf(number, kind = ${KINDS.impression})`,
  page_events: `sumIf(number, kind = ${KINDS.pageEvent})`,
  clicks: `sumIf(number, ${COUNTED})`,
  unique_clicks: `sumIf(amount, ${COUNTED})`,
  unpriced_clicks: `sumIf(number, ${oneOf(KINDS.unpricedClick, KINDS.unpricedBot)})`,
  bots: `sumIf(number, ${oneOf(KINDS.bot, KINDS.unpricedBot)})`,
  excluded: `sumIf(number, kind = ${KINDS.excluded})`,
  blocked: `sumIf(number, kind = ${KINDS.blocked})`,
  pending: `sumIf(number, kind = ${KINDS.pending})`,
  approved: `sumIf(number, kind = ${KINDS.approved})`,
  rejected: `sumIf(number, kind = ${KINDS.rejected})`,
  revenue: `sumIf(amount, kind = ${KINDS.approved})`,
  revenue_on_hold: `sumIf(amount, kind = ${KINDS.pending})`,
  cost: 'sum(toInt128(spent) * rate)',
  unconverted: 'sumIf(spent, rate = 0)',
};
const MEASURE_NAMES = Object.keys(MEASURES);
const PLACES = Object.fromEntries(MEASURE_NAMES.map((name, place) => [name, place])) as Record<
  keyof typeof MEASURES,
  number
>;

function orderOf(sort: RowOrder = BY_KEY, keys: readonly string[]): string {
  const { by, order } = sort;
  const direction = order === 'asc' ? 'ASC' : 'DESC';
  if (by === 'key') return keys.map((key) => `${key} ${direction}`).join(', ');
  // Ties are ordered by key, so that pages never overlap.
  return [`${expressionOf(by)} ${direction} NULLS LAST`, ...keys].join(', ');
}

/** A metric as an SQL expression, with the same rules as in packages/domain. */
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
  // The same rule as `costOf` in packages/domain.
  if (metric === 'cost')
    return 'if(unconverted != 0 OR (cost = 0 AND clicks > 0 AND unpriced_clicks = clicks), NULL, cost)';
  return metric === 'revenue' || metric === 'revenue_on_hold' ? `${metric} * ${RATE_SCALE}` : metric;
}

function countedIn(row: readonly string[], keyCount: number): MetricTotals {
  const text = (name: keyof typeof MEASURES): string => row[keyCount + PLACES[name]] ?? '0';
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
