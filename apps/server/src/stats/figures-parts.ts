import type { WeekStart } from '@poklik/contract/profile';
import type { Dimension, StatisticsFilter, TimeBasis } from '@poklik/contract/statistics';
import { UNKNOWN_COST_MODELS } from '@poklik/domain/campaigns/click-cost';
import { RATE_SCALE, type RateSince } from '@poklik/domain/money/currency-rates';
import { isCounted, keyColumn, keyText, type Source, timeColumn } from './dimension-columns.ts';
import type { Period } from './period.ts';
import { rateExpression } from './rate-expression.ts';

/** What a metrics query covers, whatever it is grouped by. */
export interface Subject {
  accountId: number;
  /** All campaigns of the account if missing. */
  campaignIds?: readonly number[];
  period: Period;
  /** Locked periods, which are left out. */
  hidden?: readonly Period[];
  timeZone: string;
  /** Monday by default. */
  weekStart?: WeekStart;
  timeBasis: TimeBasis;
  filters: readonly StatisticsFilter[];
  rates: readonly RateSince[];
  /** Campaigns with CPM cost: the cost of their clicks is unknown in a period without impressions. */
  paidByImpression?: readonly number[];
}

/** Event kinds, as numbered in the rollup table. Clicks of unknown cost have no currency there instead of a kind. */
export const KINDS = {
  click: 0,
  bot: 1,
  excluded: 2,
  blocked: 3,
  impression: 4,
  pending: 5,
  approved: 6,
  rejected: 7,
  unpricedClick: 8,
  unpricedBot: 9,
  pageEvent: 16,
} as const;

/** The rollup table has each conversion twice: by its own time, and with this added by the time of its click. */
const BY_CLICK_TIME = 8;
/** Added to the kind of a click or bot of unknown cost. */
const UNPRICED = KINDS.unpricedClick - KINDS.click;
const UNKNOWN_COST = `cost_model IN (${UNKNOWN_COST_MODELS.map((model) => `'${model}'`).join(', ')})`;

interface Part {
  /** `lacksImpressions` is an SQL condition on the row. */
  kind: (lacksImpressions: string) => string;
  number: string;
  /** 1 if unique, or the payout. */
  amount: string;
  spent: string;
  /** Otherwise the money is in the base currency already. */
  hasCurrency: boolean;
}

/** Few columns, because planning a query takes longer than running it and every column adds to that. */
const PARTS: Record<Source, Part> = {
  clicks: {
    kind: (lacksImpressions) =>
      `multiIf(verdict = 1, ${KINDS.excluded}, verdict = 2, ${KINDS.blocked},
        is_bot + ${UNPRICED} * (${UNKNOWN_COST} OR (spent_micro = 0 AND ${lacksImpressions})))`,
    number: '1',
    amount: 'is_unique',
    spent: 'spent_micro',
    hasCurrency: true,
  },
  page_events: {
    kind: () => `if(name = 'impression', ${KINDS.impression}, ${KINDS.pageEvent})`,
    number: '1',
    amount: '0',
    spent: 'cost_micro',
    hasCurrency: true,
  },
  conversions: {
    kind: () =>
      `multiIf(status = 'pending', ${KINDS.pending}, status = 'approved', ${KINDS.approved}, ${KINDS.rejected})`,
    number: 'sign',
    amount: 'sign * payout_micro',
    spent: 'sign * cost_micro',
    hasCurrency: false,
  },
  figures: {
    kind: (lacksImpressions) =>
      `multiIf(event = ${KINDS.pageEvent}, event,
        event <= ${KINDS.bot} AND (cost_currency = '' OR (figures.spent = 0 AND ${lacksImpressions})), event + ${UNPRICED},
        event % ${BY_CLICK_TIME})`,
    number: 'events',
    amount: 'amounts',
    spent: 'figures.spent',
    hasCurrency: true,
  },
};

const OF_TIME_BASIS: Record<TimeBasis, string> = {
  click: `event NOT BETWEEN ${KINDS.pending} AND ${KINDS.rejected}`,
  conversion: `(event < ${BY_CLICK_TIME} OR event = ${KINDS.pageEvent})`,
};

/**
 * Rows of `key0`, `key1`…, `kind`, `number`, `amount`, `spent` and `rate`, from the rollups if they have all
 * dimensions, otherwise from the event tables. Not aggregated here: planning two aggregations takes longer than summing
 * more rows once.
 */
export function partsOf(
  subject: Subject,
  groupBy: readonly Dimension[],
): { sql: string; params: Record<string, unknown> } {
  const rate = rateExpression(subject.rates, subject.period);
  const isKnown = [...groupBy, ...subject.filters.map(({ dimension }) => dimension)].every(isCounted);
  const sources: readonly Source[] = isKnown ? ['figures'] : ['clicks', 'page_events', 'conversions'];
  return {
    sql: sources.map((source) => partOf(source, subject, { groupBy, rate: rate.sql })).join(' UNION ALL '),
    params: {
      timeZone: subject.timeZone,
      ...rate.params,
      ...Object.fromEntries(subject.filters.map(({ values }, place) => [`filter${place}`, values])),
    },
  };
}

function partOf(
  source: Source,
  subject: Subject,
  { groupBy, rate }: { groupBy: readonly Dimension[]; rate: string },
): string {
  const { accountId, campaignIds, period, hidden = [], filters, timeBasis } = subject;
  const { kind, number, amount, spent, hasCurrency } = PARTS[source];
  const time = timeColumn(source, timeBasis);
  const within = ({ from, until }: Period) => `${time} >= ${whole(from)} AND ${time} < ${whole(until)}`;
  const conditions = [
    `account_id = ${whole(accountId)}`,
    ...(campaignIds ? [`campaign_id ${oneOf(campaignIds)}`] : []),
    within(period),
    ...hidden.map((stretch) => `NOT (${within(stretch)})`),
    ...(source === 'figures' ? [OF_TIME_BASIS[timeBasis]] : []),
    ...filters.flatMap((filter, place) => conditionOf(filter, place, source, subject)),
  ];
  const keys = keysOf(groupBy);
  const columns = [
    ...groupBy.map((dimension, place) => `${keyColumn(dimension, source, subject)} AS ${keys[place]}`),
    `toUInt8(${kind(lacksImpressions(subject))}) AS kind`,
    `${number} AS number`,
    `${amount} AS amount`,
    `${spent} AS spent`,
    `${hasCurrency ? rate : `toInt64(${RATE_SCALE})`} AS rate`,
  ];
  return `SELECT ${columns.join(', ')} FROM ${source} WHERE ${conditions.join(' AND ')}`;
}

/** SQL condition: the campaign has CPM cost and no impressions in the whole period, whatever the filters. */
function lacksImpressions({ accountId, campaignIds, period, paidByImpression = [] }: Subject): string {
  const asked = campaignIds && new Set(campaignIds);
  const paid = paidByImpression.filter((id) => !asked || asked.has(id));
  if (paid.length === 0) return '0';
  return `campaign_id ${oneOf(paid)} AND campaign_id NOT IN (
    SELECT campaign_id FROM figures WHERE account_id = ${whole(accountId)} AND event = ${KINDS.impression}
      AND quarter >= ${whole(period.from)} AND quarter < ${whole(period.until)})`;
}

export const keysOf = (groupBy: readonly Dimension[]): string[] => groupBy.map((_, place) => `key${place}`);

/** Numbers are inlined, because every parameter costs planning time. */
function whole(value: number): string {
  if (!Number.isSafeInteger(value)) throw new Error(`${value} is not an integer`);
  return String(value);
}

/** An empty list matches no campaign; for one campaign `=` is faster than `IN`. */
function oneOf(ids: readonly number[]): string {
  const [first = 0, ...others] = ids.map(whole);
  return others.length > 0 ? `IN (${[first, ...others].join(', ')})` : `= ${first}`;
}

/** Clicks have no conversion type: their cost stays in the report. */
function conditionOf(filter: StatisticsFilter, place: number, source: Source, subject: Subject): string[] {
  const { dimension, operator } = filter;
  if (dimension === 'conversion_type' && source !== 'conversions') return [];
  const isIn = operator === 'in' ? 'IN' : 'NOT IN';
  return [`${keyText(dimension, keyColumn(dimension, source, subject))} ${isIn} {filter${place}:Array(String)}`];
}
