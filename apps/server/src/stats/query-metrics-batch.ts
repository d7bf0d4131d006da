import type { Dimension } from '@poklik/contract/statistics';
import { RATE_SCALE, roundDiv } from '@poklik/domain/money/currency-rates';
import { type MetricTotals, sumTotals, ZERO_TOTALS } from '@poklik/domain/statistics/metrics';
import { BY_KEY, sortRows } from '@poklik/domain/statistics/row-order';
import type { Clickhouse } from '../stores/clickhouse.ts';
import { isRollupDimension, keyText } from './dimension-columns.ts';
import { buildSources, EVENT_KINDS, keyNames, type MetricsScope } from './metrics-sources.ts';
import type { MetricsQuery, MetricsResult } from './query-metrics.ts';

/** What differs between queries of one batch. */
export type Grouping = Pick<MetricsQuery, 'groupBy' | 'sort' | 'page'>;

const HOURS_MAX_SECONDS = 31 * 86_400;

/** Rollup dimensions other than hours have so few values that rows can be sorted here. */
export const canBatch = ({ groupBy, period }: MetricsQuery): boolean =>
  groupBy.length <= 1 &&
  groupBy.every(isRollupDimension) &&
  (!groupBy.includes('hour') || period.until - period.from <= HOURS_MAX_SECONDS);

/**
 * Runs small queries with one scope as one statement: planning takes longer than counting, and each table is read once.
 */
export async function queryMetricsBatch(
  client: Clickhouse['client'],
  scope: MetricsScope,
  groupings: readonly Grouping[],
): Promise<MetricsResult[]> {
  const dimensions = [...new Set(groupings.flatMap(({ groupBy }) => groupBy))];
  const sumsByDimension = await querySums(client, scope, dimensions);
  const totals = roundMoney(sumTotals(sumsByDimension[0] ?? []));
  return groupings.map(({ groupBy: [dimension], sort = BY_KEY, page }) => {
    if (dimension === undefined) return { rows: [{ ...totals, keys: [] }], total: 1, totals };
    const rows = sortRows(sumsByDimension[dimensions.indexOf(dimension)] ?? [], sort);
    const pageRows = page ? rows.slice(page.offset, page.offset + page.limit) : rows;
    return { rows: pageRows.map((row) => ({ ...roundMoney(row), keys: row.keys })), total: rows.length, totals };
  });
}

/** Money is in millionths of a billionth, so that conversion rounds only once. */
interface Sum extends MetricTotals {
  keys: string[];
}

/** Sums by key for each dimension; one total without dimensions. */
async function querySums(
  client: Clickhouse['client'],
  scope: MetricsScope,
  dimensions: readonly Dimension[],
): Promise<Sum[][]> {
  const keys = keyNames(dimensions);
  const parts = buildSources(scope, dimensions);
  const sets = keys.map((key) => `(${key}, kind, rate)`).join(', ');
  const texts = keys.map((key, index) => keyText(dimensions[index] as Dimension, key));
  const columns = keys.length > 0 ? `, grouping(${keys.join(', ')}), ${texts.join(', ')}` : '';
  const answer = await client.query({
    query: `
      SELECT kind, sum(number), sum(amount), sum(spent), rate${columns}
      FROM (${parts.sql})
      GROUP BY ${keys.length > 0 ? `GROUPING SETS (${sets})` : 'kind, rate'}
      HAVING sum(number) != 0 OR sum(amount) != 0 OR sum(spent) != 0`,
    query_params: parts.params,
    format: 'JSONCompactEachRow',
    clickhouse_settings: { output_format_json_quote_64bit_integers: 1 },
  });
  const found = (dimensions.length > 0 ? dimensions : [null]).map(() => new Map<string, Sum>());
  for (const [kind, number, amount, spent, rate, others, ...texts] of await answer.json<[number, ...string[]]>()) {
    // One bit per dimension, the last one lowest; 0 if the row is grouped by it.
    const index = Math.max(
      keys.findIndex((_, at) => ((Number(others) >> (keys.length - 1 - at)) & 1) === 0),
      0,
    );
    const key = texts[index];
    const known = found[index]?.get(key ?? '');
    const sum = known ?? { ...ZERO_TOTALS, keys: key === undefined ? [] : [key] };
    if (!known) found[index]?.set(key ?? '', sum);
    addEvents(sum, Number(kind), {
      number: Number(number),
      amount: BigInt(amount ?? 0),
      spent: BigInt(spent ?? 0),
      rate: BigInt(rate ?? 0),
    });
  }
  return found.map((sums) => [...sums.values()]);
}

interface Events {
  number: number;
  amount: bigint;
  spent: bigint;
  rate: bigint;
}

function addEvents(sum: Sum, kind: number, { number, amount, spent, rate }: Events): void {
  if (spent !== 0n) sum.cost = rate === 0n || sum.cost === null ? null : sum.cost + spent * rate;
  switch (kind) {
    case EVENT_KINDS.click:
    case EVENT_KINDS.bot:
    case EVENT_KINDS.unpricedClick:
    case EVENT_KINDS.unpricedBot:
      sum.clicks += number;
      sum.unique_clicks += Number(amount);
      if (kind === EVENT_KINDS.bot || kind === EVENT_KINDS.unpricedBot) sum.bots += number;
      if (kind === EVENT_KINDS.unpricedClick || kind === EVENT_KINDS.unpricedBot) sum.unpriced_clicks += number;
      return;
    case EVENT_KINDS.pageEvent:
      sum.page_events += number;
      return;
    case EVENT_KINDS.excluded:
      sum.excluded += number;
      return;
    case EVENT_KINDS.blocked:
      sum.blocked += number;
      return;
    case EVENT_KINDS.impression:
      sum.impressions += number;
      return;
    case EVENT_KINDS.pending:
      sum.pending += number;
      sum.revenue_on_hold += amount * RATE_SCALE;
      return;
    case EVENT_KINDS.approved:
      sum.approved += number;
      sum.revenue += amount * RATE_SCALE;
      return;
    default:
      sum.rejected += number;
  }
}

const roundMoney = ({ revenue, revenue_on_hold, cost, ...counts }: MetricTotals): MetricTotals => ({
  ...counts,
  revenue: revenue / RATE_SCALE,
  revenue_on_hold: revenue_on_hold / RATE_SCALE,
  cost: cost === null ? null : roundDiv(cost, RATE_SCALE),
});
