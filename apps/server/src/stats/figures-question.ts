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
  const rate = rateExpression(question.rates, question.period);
  const parts = (['clicks', 'page_events', 'conversions'] as const).map((source) => partOf(source, question, rate.sql));
  const grouped = `GROUP BY ${keys.join(', ')} WITH TOTALS ORDER BY ${orderOf(sort, keys)}`;
  const answer = await client.query({
    query: `
      SELECT ${[...keys, ...Object.entries(MEASURES).map(([name, sql]) => `${sql} AS ${name}`)].join(', ')}
      FROM (${parts.join(' UNION ALL ')})
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

/** What the rows of a part count. A counted click is 0, and 1 if it is a bot's. */
const KINDS = {
  click: 0,
  bot: 1,
  excluded: 2,
  blocked: 3,
  impression: 4,
  pending: 5,
  approved: 6,
  rejected: 7,
} as const;
const COUNTED = `kind <= ${KINDS.bot}`;

/** What is told, in this order. Costs are in millionths of a billionth, so that converting rounds only once. */
const MEASURES = {
  impressions: `sumIf(number, kind = ${KINDS.impression})`,
  clicks: `sumIf(number, ${COUNTED})`,
  unique_clicks: `sumIf(amount, ${COUNTED})`,
  bots: `sumIf(number, kind = ${KINDS.bot})`,
  excluded: `sumIf(number, kind = ${KINDS.excluded})`,
  blocked: `sumIf(number, kind = ${KINDS.blocked})`,
  pending: `sumIf(number, kind = ${KINDS.pending})`,
  approved: `sumIf(number, kind = ${KINDS.approved})`,
  rejected: `sumIf(number, kind = ${KINDS.rejected})`,
  revenue: `sumIf(amount, kind = ${KINDS.approved})`,
  revenue_on_hold: `sumIf(amount, kind = ${KINDS.pending})`,
  cost: 'sum(toInt128(spent) * rate)',
  unpriced: 'countIf(rate = 0 AND spent != 0)',
};
const MEASURE_NAMES = Object.keys(MEASURES);

interface Part {
  kind: string;
  number: string;
  /** How many of them are unique, or what they brought. */
  amount: string;
  spent: string;
  /** What `kind` is made of. */
  groups: readonly string[];
  /** Otherwise its money is in the base currency already. */
  hasCurrency: boolean;
  where: string;
}

/** The parts are narrow because most of a question's time may go into planning it, and every column adds to that. */
const PARTS: Record<Source, Part> = {
  clicks: {
    kind: `multiIf(verdict = 1, ${KINDS.excluded}, verdict = 2, ${KINDS.blocked}, is_bot)`,
    number: 'toInt64(count())',
    amount: 'toInt64(sum(is_unique))',
    spent: 'sum(spent_micro)',
    groups: ['verdict', 'is_bot'],
    hasCurrency: true,
    where: '1',
  },
  page_events: {
    kind: `${KINDS.impression}`,
    number: 'toInt64(count())',
    amount: 'toInt64(0)',
    spent: 'sum(cost_micro)',
    groups: [],
    hasCurrency: true,
    where: "name = 'impression'",
  },
  conversions: {
    kind: `multiIf(status = 'pending', ${KINDS.pending}, status = 'approved', ${KINDS.approved}, ${KINDS.rejected})`,
    number: 'sum(sign)',
    amount: 'sum(sign * payout_micro)',
    spent: 'sum(sign * cost_micro)',
    groups: ['status'],
    hasCurrency: false,
    where: '1',
  },
};

function partOf(source: Source, question: FiguresQuestion, rate: string): string {
  const { groupBy, filters, timeBasis, campaignIds, hidden = [] } = question;
  const { kind, number, amount, spent, groups, hasCurrency, where } = PARTS[source];
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
  const keys = groupBy.map((_, place) => `k${place}`);
  const columns = [
    ...groupBy.map((dimension, place) => `${keyExpression(dimension, source, question)} AS ${keys[place]}`),
    `toUInt8(${kind}) AS kind`,
    `${number} AS number`,
    `${amount} AS amount`,
    `${spent} AS spent`,
    `${hasCurrency ? rate : `toInt64(${RATE_SCALE})`} AS rate`,
  ];
  const by = [...keys, ...groups, ...(hasCurrency ? ['rate'] : [])];
  return `
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
  const text = (name: keyof typeof MEASURES): string => row[keyCount + MEASURE_NAMES.indexOf(name)] ?? '0';
  const count = (name: keyof typeof MEASURES): number => Number(text(name));
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
