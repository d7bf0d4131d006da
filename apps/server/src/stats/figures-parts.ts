import type { WeekStart } from '@poklik/contract/profile';
import type { Dimension, StatisticsFilter, TimeBasis } from '@poklik/contract/statistics';
import { UNKNOWN_COST_MODELS } from '@poklik/domain/campaigns/click-cost';
import { RATE_SCALE, type RateSince } from '@poklik/domain/money/currency-rates';
import { isCounted, keyColumn, keyText, type Source, timeColumn } from './dimension-columns.ts';
import type { Period } from './period.ts';
import { rateExpression } from './rate-expression.ts';

/** What figures are about, whatever they are told apart by. */
export interface Subject {
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
  rates: readonly RateSince[];
  /** Campaigns that pay for impressions: what their clicks cost is unknown in a period without any. */
  paidByImpression?: readonly number[];
}

/**
 * What the rows of a part count. Events are numbered the same way in the table of figures, but for clicks of unknown
 * cost: these have no currency there.
 */
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

/** Conversions stand twice in the table of figures: by their own time, and with this added by the time of their click. */
const BY_CLICK_TIME = 8;
/** Added to a click or bot of unknown cost. */
const UNPRICED = KINDS.unpricedClick - KINDS.click;
const UNKNOWN_COST = `cost_model IN (${UNKNOWN_COST_MODELS.map((model) => `'${model}'`).join(', ')})`;

interface Part {
  /** `lacksImpressions` is a condition on the row. */
  kind: (lacksImpressions: string) => string;
  number: string;
  /** Whether it is unique, or what it brought. */
  amount: string;
  spent: string;
  /** Otherwise its money is in the base currency already. */
  hasCurrency: boolean;
}

/** The parts are narrow because most of a question's time may go into planning it, and every column adds to that. */
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
 * Rows of `key0`, `key1`…, `kind`, `number`, `amount`, `spent` and `rate`: from what was counted when it came in,
 * wherever that knows enough, and otherwise from clicks, impressions and conversions, each in a table of their own.
 * They are not added up here: planning that twice takes longer than adding up more rows once.
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

/** Whether a campaign that pays for impressions has had none in the whole period, whatever is filtered. */
function lacksImpressions({ accountId, campaignIds, period, paidByImpression = [] }: Subject): string {
  const asked = campaignIds && new Set(campaignIds);
  const paid = paidByImpression.filter((id) => !asked || asked.has(id));
  if (paid.length === 0) return '0';
  return `campaign_id ${oneOf(paid)} AND campaign_id NOT IN (
    SELECT campaign_id FROM figures WHERE account_id = ${whole(accountId)} AND event = ${KINDS.impression}
      AND quarter >= ${whole(period.from)} AND quarter < ${whole(period.until)})`;
}

export const keysOf = (groupBy: readonly Dimension[]): string[] => groupBy.map((_, place) => `key${place}`);

/** Numbers are written down: each parameter is planned for again wherever it stands. */
function whole(value: number): string {
  if (!Number.isSafeInteger(value)) throw new Error(`${value} is no whole number`);
  return String(value);
}

/** Nobody's campaigns are none; and of one the rows are found sooner than of a set. */
function oneOf(ids: readonly number[]): string {
  const [first = 0, ...others] = ids.map(whole);
  return others.length > 0 ? `IN (${[first, ...others].join(', ')})` : `= ${first}`;
}

/** A click has no type of conversion: what it cost belongs to whatever came of it. */
function conditionOf(filter: StatisticsFilter, place: number, source: Source, subject: Subject): string[] {
  const { dimension, operator } = filter;
  if (dimension === 'conversion_type' && source !== 'conversions') return [];
  const isIn = operator === 'in' ? 'IN' : 'NOT IN';
  return [`${keyText(dimension, keyColumn(dimension, source, subject))} ${isIn} {filter${place}:Array(String)}`];
}
