import { COST_DIMENSIONS, type CostDimension, type CostFilter } from '@poklik/contract/costs';
import type { StatisticsFilter } from '@poklik/contract/statistics';
import type { DaySpan } from '@poklik/domain/statistics/calendar';
import type { CostRequest } from '../../../widgets/costs/cost-request.ts';
import type { StatisticsScreen } from '../use-statistics-state.ts';
import { closer } from './row-link.ts';

export type CostScreen = Pick<StatisticsScreen, 'state' | 'days' | 'today' | 'timezone'>;

/** The cost that a row is about. Null if it is not of one campaign, or of clicks that a cost cannot be entered for. */
export function costOfRow(screen: CostScreen, path: readonly StatisticsFilter[]): CostRequest | null {
  const own = path.at(-1);
  if (!own) return null;
  const above = path.filter(({ dimension }) => TIMES.some((time) => time === dimension));
  const period = above.reduce((days, { dimension, values: [key = ''] }) => {
    const changed = closer(screen, [], dimension, key).period;
    return typeof changed === 'object' && changed !== null ? within(changed, days) : days;
  }, screen.days);
  const chosen = path.filter((filter) => !above.includes(filter));
  const filters = [
    ...screen.state.filters.filter(
      ({ dimension, operator }) => operator === 'not_in' || chosen.every((filter) => filter.dimension !== dimension),
    ),
    ...chosen,
  ];
  const campaign = filters.find(({ dimension, operator }) => dimension === 'campaign' && operator === 'in');
  const [campaignId] = campaign?.values.length === 1 ? campaign.values.map(Number) : [];
  if (!campaignId) return null;
  const rest = filters.filter((filter) => filter !== campaign).map(toCostFilter);
  const costFilters = rest.filter((filter) => filter !== null);
  if (costFilters.length < rest.length) return null;
  return {
    campaignId,
    ...within(period, { ...period, end: screen.today }),
    timezone: screen.timezone,
    filters: costFilters,
  };
}

/** Sources bill the campaign's traffic, not what the campaign does with it. */
const OWN_PARTS: readonly CostDimension[] = ['rule', 'destination', 'version'];
const TIMES = ['day', 'week', 'month'] as const;

const within = (span: DaySpan, limits: DaySpan): DaySpan => ({
  start: span.start < limits.start ? limits.start : span.start,
  end: span.end > limits.end ? limits.end : span.end,
});

function toCostFilter({ dimension, operator, values }: StatisticsFilter): CostFilter | null {
  const known = COST_DIMENSIONS.find((each) => each === dimension);
  return known && !OWN_PARTS.includes(known) ? { dimension: known, operator, values } : null;
}
