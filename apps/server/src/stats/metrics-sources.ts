import type { WeekStart } from '@poklik/contract/profile';
import type { Dimension, RevenueBasis, StatisticsFilter, TimeBasis } from '@poklik/contract/statistics';
import { RATE_SCALE, type RateSince } from '@poklik/domain/money/currency-rates';
import { type Expectation, ratedColumns } from './approval-rates-sql.ts';
import {
  type EventTable,
  hasEventNames,
  hasTypes,
  isConversionSql,
  isOfConversions,
  keyColumn,
  keyText,
  timeColumn,
} from './dimension-columns.ts';
import type { Period } from './period.ts';
import { rateExpression } from './rate-expression.ts';
import { type LtvBounds, ltvColumns } from './sources/ltv-sql.ts';
import { BY_CLICK_TIME, EVENT_KINDS, SOURCE_COLUMNS } from './sources/source-columns.ts';
import { type AskedTypes, nameText, typeColumns } from './type-places.ts';

/** What a metrics query covers, whatever it is grouped by. */
export interface MetricsScope extends AskedTypes {
  /** All accounts if missing. */
  accountId?: number;
  /** With all accounts: those that are left out. */
  exceptAccountIds?: readonly number[];
  /** All campaigns if missing. */
  campaignIds?: readonly number[];
  period: Period;
  /** Locked periods, which are left out. */
  lockedPeriods?: readonly Period[];
  timeZone: string;
  /** Monday by default. */
  weekStart?: WeekStart;
  timeBasis: TimeBasis;
  filters: readonly StatisticsFilter[];
  rates: readonly RateSince[];
  /** Campaigns with CPM cost: the cost of their clicks is unknown in a period without impressions. */
  paidByImpression?: readonly number[];
  /** What pending conversions add to the revenue; nothing by default. `expected` needs an expectation. */
  revenueBasis?: RevenueBasis;
  expectation?: Expectation;
  /** How the account counts its conversion types; all count if missing. */
  typeRules?: TypeRules;
  /** If lifetime values are asked for. They need the age of each conversion, and only the time of the click makes sense. */
  ltv?: LtvBounds;
  /** Reads only the event tables, if most panels need them: one read is planned faster than two. */
  isFromEvents?: boolean;
}

/** Codes of conversion types that don't count. */
export interface TypeRules {
  notConversions: readonly string[];
  notRevenue: readonly string[];
}

const REFUND_BY_CLICK = EVENT_KINDS.refund + BY_CLICK_TIME;
const NO_CONVERSIONS = `event NOT BETWEEN ${EVENT_KINDS.pending} AND ${EVENT_KINDS.rejected + BY_CLICK_TIME} AND event NOT IN (${EVENT_KINDS.refund}, ${REFUND_BY_CLICK})`;
const TIME_BASIS_CONDITIONS: Record<TimeBasis, string> = {
  click: `event NOT BETWEEN ${EVENT_KINDS.pending} AND ${EVENT_KINDS.rejected} AND event != ${EVENT_KINDS.refund}`,
  conversion: `(event < ${BY_CLICK_TIME} OR event >= ${EVENT_KINDS.pageEvent}) AND event != ${REFUND_BY_CLICK}`,
};

const ROW_TABLES = [
  ...(['clicks', 'landings', 'steps', 'page_events', 'counted_events', 'conversions', 'refunds', 'cost_changes'] as const),
];

interface SourceOptions {
  groupBy: readonly Dimension[];
  isRollup: boolean;
  /** With conversions as they stood then. */
  asOf: number | undefined;
  ratePeriod: Period;
  /** More columns than a metrics query needs. */
  columnsOf?: (source: EventTable) => readonly string[];
}

/**
 * Rows of `key0`, `key1`…, `kind`, `number`, `amount`, `spent` and `rate`, from the rollups or from
 * the event tables. The rollups don't know when a conversion changed, so both together are used for that. Where
 * types matter also those of `typeColumns`.
 * Not aggregated here: planning two aggregations takes longer than summing
 * more rows once.
 */
export function buildSources(
  scope: MetricsScope,
  { groupBy, isRollup, asOf, ratePeriod, columnsOf = () => [] }: SourceOptions,
): { sql: string; params: Record<string, unknown> } {
  const rate = rateExpression(scope.rates, ratePeriod);
  const needsConversions = asOf !== undefined || scope.expectation !== undefined || scope.ltv !== undefined;
  const rollups: readonly EventTable[] = needsConversions ? ['figures', 'conversions', 'refunds'] : ['figures'];
  const asksOffers = groupBy.includes('offer') || scope.filters.some(({ dimension }) => dimension === 'offer');
  const sources = isRollup ? rollups : asksOffers ? [...ROW_TABLES, 'offer_costs' as const] : ROW_TABLES;
  return {
    sql: sources
      .map((source) =>
        buildSource(source, scope, { groupBy, rate: rate.sql, asOf, needsConversions, columns: columnsOf(source) }),
      )
      .join(' UNION ALL '),
    params: {
      timeZone: scope.timeZone,
      ...rate.params,
      ...Object.fromEntries(scope.filters.map(({ values }, index) => [`filter${index}`, values])),
    },
  };
}

function buildSource(
  source: EventTable,
  scope: MetricsScope,
  {
    groupBy,
    rate,
    asOf,
    needsConversions,
    columns: more,
  }: Pick<SourceOptions, 'groupBy' | 'asOf'> & { rate: string; needsConversions: boolean; columns: readonly string[] },
): string {
  const { accountId, exceptAccountIds = [], campaignIds, period, lockedPeriods = [] } = scope;
  const { filters, timeBasis, expectation } = scope;
  const { kind, number, amount, spent, hasCurrency, condition, from } = SOURCE_COLUMNS[source];
  const time = timeColumn(source, timeBasis);
  const within = ({ from, until }: Period) => `${time} >= ${integer(from)} AND ${time} < ${integer(until)}`;
  const ofScope = [
    ...(accountId === undefined ? [] : [`account_id = ${integer(accountId)}`]),
    ...(exceptAccountIds.length > 0 ? [`account_id NOT IN (${exceptAccountIds.map(integer).join(', ')})`] : []),
    ...(campaignIds ? [`campaign_id ${idCondition(campaignIds)}`] : []),
    within(period),
  ];
  const asked = [...groupBy, ...filters.map(({ dimension }) => dimension)];
  const conditions = [
    ...ofScope,
    ...(condition ? [condition] : []),
    ...lockedPeriods.map((locked) => `NOT (${within(locked)})`),
    ...(source === 'figures' ? [needsConversions ? NO_CONVERSIONS : TIME_BASIS_CONDITIONS[timeBasis]] : []),
    ...(isOfConversions(source) && asOf !== undefined ? [`changed_at < ${integer(asOf)}`] : []),
    ...filters.flatMap((filter, index) => filterConditions(filter, index, source, scope)),
  ];
  const keys = keyNames(groupBy);
  const columns = [
    ...groupBy.map((dimension, index) => `${keyColumn(dimension, source, scope)} AS ${keys[index]}`),
    `toUInt8(${kind(lacksImpressions(scope))}) AS kind`,
    `toInt64(${unlessType(source, scope.typeRules?.notConversions, number(lacksImpressions(scope)))}) AS number`,
    `${unlessType(source, scope.typeRules?.notRevenue, amount)} AS amount`,
    `${spent} AS spent`,
    `${hasCurrency ? rate : `toInt64(${RATE_SCALE})`} AS rate`,
    ...(expectation ? ratedColumns(source, expectation) : []),
    ...(needsTypes(scope) ? typeColumns(source, scope) : []),
    ...(scope.ltv ? ltvColumns(source) : []),
    ...more,
  ];
  const rows = from?.({ ofScope: ofScope.join(' AND '), asked }) ?? source;
  return `SELECT ${columns.join(', ')} FROM ${rows} WHERE ${conditions.join(' AND ')}`;
}

/** Zero for conversions of these types. */
const unlessType = (source: EventTable, codes: readonly string[] = [], value: string): string =>
  codes.length === 0 || !hasTypes(source)
    ? value
    : `if(${isConversionSql(source)} AND type IN (${codes.map(nameText).join(', ')}), 0, ${value})`;

/** Whether conversions are counted apart from `number`. */
export const needsTypes = ({ types = [], typeRules }: Pick<MetricsScope, 'types' | 'typeRules'>): boolean =>
  types.length > 0 || (typeRules?.notConversions ?? []).length > 0;

/** SQL condition: the campaign has CPM cost and no impressions in the whole period, whatever the filters. */
function lacksImpressions({ accountId, campaignIds, period, paidByImpression = [] }: MetricsScope): string {
  const asked = campaignIds && new Set(campaignIds);
  const paid = paidByImpression.filter((id) => !asked || asked.has(id));
  if (paid.length === 0) return '0';
  return `campaign_id ${idCondition(paid)} AND campaign_id NOT IN (
    SELECT campaign_id FROM figures WHERE ${accountId === undefined ? '1' : `account_id = ${integer(accountId)}`} AND event = ${EVENT_KINDS.impression}
      AND quarter >= ${integer(period.from)} AND quarter < ${integer(period.until)})`;
}

export const keyNames = (groupBy: readonly Dimension[]): string[] => groupBy.map((_, index) => `key${index}`);

/** Numbers are inlined, because every parameter costs planning time. */
function integer(value: number): string {
  if (!Number.isSafeInteger(value)) throw new Error(`${value} is not an integer`);
  return String(value);
}

/** An empty list matches no campaign; for one campaign `=` is faster than `IN`. */
function idCondition(ids: readonly number[]): string {
  const [first = 0, ...others] = ids.map(integer);
  return others.length > 0 ? `IN (${[first, ...others].join(', ')})` : `= ${first}`;
}

/** Dimensions that most events don't have, and the tables of those that do. */
const KEYED_TABLES: Partial<Record<Dimension, (source: EventTable) => boolean>> = {
  conversion_type: hasTypes,
  event: hasEventNames,
};

/** Clicks have no conversion type and no event name: their cost stays in the report, and so does what has none. */
function filterConditions(filter: StatisticsFilter, index: number, source: EventTable, scope: MetricsScope): string[] {
  const { dimension, operator } = filter;
  const isIn = operator === 'in' ? 'IN' : 'NOT IN';
  const key = keyText(dimension, keyColumn(dimension, source, scope));
  const condition = `${key} ${isIn} {filter${index}:Array(String)}`;
  const hasKeys = KEYED_TABLES[dimension];
  if (!hasKeys) return [condition];
  return hasKeys(source) ? [`(${key} = '' OR ${condition})`] : [];
}
