import type { WeekStart } from '@poklik/contract/profile';
import { SUBS } from '@poklik/contract/routing';
import type { Dimension, TimeBasis } from '@poklik/contract/statistics';
import { AD_HIT } from '@poklik/domain/page-events/event-names';

/** The event tables and the rollup table. */
export type EventTable =
  | 'clicks'
  /** Clicks once more, as the redirects to landers and offers that they are. */
  | 'landings'
  | 'steps'
  /** What clicks cost that reached an offer behind a lander, once from no offer and once to it. */
  | 'offer_costs'
  | 'page_events'
  | 'counted_events'
  | 'conversions'
  /** Conversions once more, as far as something was taken of them. */
  | 'refunds'
  | 'cost_changes'
  | 'figures';

/** Dimensions of the rollup table. */
const ROLLUP_DIMENSIONS: ReadonlySet<Dimension> = new Set<Dimension>([
  'hour',
  'day',
  'week',
  'month',
  'weekday',
  'campaign',
  'country',
  'device',
  'os',
  'browser',
  'conversion_type',
  'event',
]);
export const isRollupDimension = (dimension: Dimension): boolean => ROLLUP_DIMENSIONS.has(dimension);

/** Event columns besides time and campaign; tables without one use an empty string or zero. */
const TEXTS = [
  ...(['country', 'language', 'device', 'os', 'browser', 'referrer_host', 'traffic_source', 'tag_kind'] as const),
  ...SUBS,
] as const;
const IMPRESSION_COLUMNS: ReadonlySet<string> = new Set(['country', 'device']);

/** Reads the rows of conversions. */
export const isOfConversions = (source: EventTable): boolean => source === 'conversions' || source === 'refunds';
/** Has rows of conversions. */
export const hasTypes = (source: EventTable): boolean => isOfConversions(source) || source === 'figures';
/** Tables with the events of pages, besides impressions. */
export const hasEventNames = (source: EventTable): boolean => source === 'counted_events' || source === 'figures';

/** In the rollups the column `type` has the type of a conversion or the name of an event; an SQL condition tells which. */
export const isConversionSql = (source: EventTable): string =>
  source === 'figures' ? '(event BETWEEN 5 AND 15 OR event IN (22, 30))' : '1';
export const isEventSql = (source: EventTable): string => (source === 'figures' ? 'event = 16' : 'is_stray = 0');

/** The quarter-hour that an event belongs to. */
export const timeColumn = (source: EventTable, basis: TimeBasis): string =>
  isOfConversions(source) && basis === 'click' ? 'click_quarter' : 'quarter';

/**
 * ClickHouse expression for the key of a dimension, with the same, fast to group by type in all tables. The time zone
 * is the parameter `timeZone`.
 */
export function keyColumn(
  dimension: Dimension,
  source: EventTable,
  { timeBasis: basis, weekStart = 'monday' }: { timeBasis: TimeBasis; weekStart?: WeekStart },
): string {
  const time = timeColumn(source, basis);
  const day = `toDate(${time}, {timeZone:String})`;
  const indexKey = (column: string) => (source === 'page_events' ? "'0'" : `toString(${column})`);
  switch (dimension) {
    case 'hour':
      return `toStartOfHour(toTimeZone(${time}, {timeZone:String}))`;
    case 'day':
      return day;
    case 'week':
      return `toStartOfWeek(${day}, ${weekStart === 'monday' ? 1 : 0})`;
    case 'month':
      return `toStartOfMonth(${day})`;
    case 'weekday':
      return `toDayOfWeek(${day})`;
    case 'campaign':
      return 'campaign_id';
    // Rule and destination numbers are only unique within a campaign.
    case 'version':
      return `concat(toString(campaign_id), ':', ${indexKey('version')})`;
    case 'rule':
      return `concat(toString(campaign_id), ':', ${indexKey('rule')})`;
    case 'destination':
      return `concat(toString(campaign_id), ':', ${indexKey('rule')}, ':', ${indexKey('destination')})`;
    case 'conversion_type':
      return hasTypes(source) ? `if(${isConversionSql(source)}, toString(type), '')` : "''";
    case 'lander':
      return LANDER_KEYS[source] ?? "'0'";
    case 'offer':
      return OFFER_KEYS[source] ?? "'0'";
    case 'entry':
      return entryKey(source);
    case 'event':
      return hasEventNames(source) ? `if(${isEventSql(source)}, toString(${eventName(source)}), '')` : "''";
    default:
      return source !== 'page_events' || IMPRESSION_COLUMNS.has(dimension) ? columnOf(dimension) : "''";
  }
}

/** Empty for what has no click, except that the links of ads in parallel tracking say how their pages are tracked. */
function entryKey(source: EventTable): string {
  const known = "if(entry = '', 'link', toString(entry))";
  if (source === 'page_events') return "''";
  return source === 'counted_events' ? `multiIf(click_id != '', ${known}, name = '${AD_HIT}', 'parallel', '')` : known;
}

/** A second click belongs to the lander with the link; the view of the next lander is that lander's. */
const LANDER_KEYS: Partial<Record<EventTable, string>> = {
  ...{ clicks: 'toString(lander_id)', landings: 'toString(lander_id)' },
  ...{ conversions: 'toString(lander_id)', refunds: 'toString(lander_id)' },
  steps: 'toString(if(counted = 19, next_lander_id, lander_id))',
  ...{ counted_events: 'toString(lander_id)', cost_changes: 'toString(lander_id)', offer_costs: 'toString(lander_id)' },
};
const OFFER_KEYS: Partial<Record<EventTable, string>> = {
  ...{ clicks: 'toString(offer_id)', landings: 'toString(offer_id)' },
  ...{ conversions: 'toString(offer_id)', refunds: 'toString(offer_id)' },
  cost_changes: 'toString(offer_id)',
  offer_costs: 'toString(if(sign = 1, reached, 0))',
  // A click on a lander counts where its view does.
  steps: 'toString(if(counted = 21, offer_id, 0))',
};

export const eventName = (source: EventTable): string => (source === 'figures' ? 'type' : 'name');

/** A key as text. Hours are in UTC, because one local hour occurs twice in autumn. */
export const keyText = (dimension: Dimension, key: string): string =>
  dimension === 'hour' ? `formatDateTime(${key}, '%Y-%m-%dT%H:%i:%SZ', 'UTC')` : `toString(${key})`;

/** A column has the name of its dimension. */
const columnOf = (dimension: (typeof TEXTS)[number]): string => dimension;
