import { SUBS } from '@poklik/contract/campaigns';
import type { WeekStart } from '@poklik/contract/profile';
import type { Dimension, TimeBasis } from '@poklik/contract/statistics';

/** The tables that figures come from: those of the events, and that of what was counted of them. */
export type Source = 'clicks' | 'page_events' | 'conversions' | 'figures';

/** What the table of figures tells apart. */
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

/** What the tables know of an event besides its time and its campaign; the others have an empty text or a zero there. */
const TEXTS = ['country', 'language', 'device', 'os', 'browser', 'referrer_host', 'traffic_source', ...SUBS] as const;
const OF_PAGE_EVENTS: ReadonlySet<string> = new Set(['country', 'device']);

/** The step of time that an event belongs to. */
export const timeColumn = (source: Source, basis: TimeBasis): string =>
  source === 'conversions' && basis === 'click' ? 'click_quarter' : 'quarter';

/**
 * The key of an event by a dimension, as an expression of ClickHouse: of the type that is added up by most quickly, and
 * the same one for all tables. The time zone is the parameter `timeZone`.
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
    // The same place means another thing in another campaign.
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

/** How such a key is written. Hours are told by their first moment in UTC: one of them comes twice in autumn. */
export const keyText = (dimension: Dimension, key: string): string =>
  dimension === 'hour' ? `formatDateTime(${key}, '%Y-%m-%dT%H:%i:%SZ', 'UTC')` : `toString(${key})`;

/** A column has the name of its dimension. */
const columnOf = (dimension: (typeof TEXTS)[number]): string => dimension;
