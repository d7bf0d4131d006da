import { SUBS } from '@poklik/contract/campaigns';
import type { WeekStart } from '@poklik/contract/profile';
import type { Dimension, TimeBasis } from '@poklik/contract/statistics';

/** The event tables and the rollup table. */
export type Source = 'clicks' | 'page_events' | 'conversions' | 'figures';

/** Dimensions of the rollup table. */
const COUNTED: ReadonlySet<Dimension> = new Set<Dimension>([
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
]);
export const isCounted = (dimension: Dimension): boolean => COUNTED.has(dimension);

/** Event columns besides time and campaign; tables without one use an empty string or zero. */
const TEXTS = ['country', 'language', 'device', 'os', 'browser', 'referrer_host', 'traffic_source', ...SUBS] as const;
const OF_PAGE_EVENTS: ReadonlySet<string> = new Set(['country', 'device']);

/** The quarter-hour that an event belongs to. */
export const timeColumn = (source: Source, basis: TimeBasis): string =>
  source === 'conversions' && basis === 'click' ? 'click_quarter' : 'quarter';

/**
 * ClickHouse expression for the key of a dimension, with the same, fast to group by type in all tables. The time zone
 * is the parameter `timeZone`.
 */
export function keyColumn(
  dimension: Dimension,
  source: Source,
  { timeBasis: basis, weekStart = 'monday' }: { timeBasis: TimeBasis; weekStart?: WeekStart },
): string {
  const time = timeColumn(source, basis);
  const day = `toDate(${time}, {timeZone:String})`;
  const place = (column: string) => (source === 'page_events' ? "'0'" : `toString(${column})`);
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
      return `concat(toString(campaign_id), ':', ${place('version')})`;
    case 'rule':
      return `concat(toString(campaign_id), ':', ${place('rule')})`;
    case 'destination':
      return `concat(toString(campaign_id), ':', ${place('rule')}, ':', ${place('destination')})`;
    case 'conversion_type':
      return source === 'conversions' ? 'type' : "''";
    default:
      return source !== 'page_events' || OF_PAGE_EVENTS.has(dimension) ? columnOf(dimension) : "''";
  }
}

/** A key as text. Hours are in UTC, because one local hour occurs twice in autumn. */
export const keyText = (dimension: Dimension, key: string): string =>
  dimension === 'hour' ? `formatDateTime(${key}, '%Y-%m-%dT%H:%i:%SZ', 'UTC')` : `toString(${key})`;

/** A column has the name of its dimension. */
const columnOf = (dimension: (typeof TEXTS)[number]): string => dimension;
