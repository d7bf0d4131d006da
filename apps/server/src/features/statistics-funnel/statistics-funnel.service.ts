import type { ParsedOf } from '@poklik/contract/endpoint';
import { invalidField } from '@poklik/contract/errors';
import {
  FUNNEL_METRICS,
  type Funnel,
  type FunnelMetric,
  STRICT_DAYS_MAX,
  type statisticsFunnelApi,
} from '@poklik/contract/statistics-funnel';
import { isGoalCode } from '@poklik/contract/type-columns';
import { conversionsOf, NO_CONVERSIONS } from '@poklik/domain/conversion-types/type-totals';
import { defaultStages, toFunnelStages } from '@poklik/domain/goals/funnel-stages';
import { daysBetween } from '@poklik/domain/statistics/calendar';
import { type MetricTotals, metricValue } from '@poklik/domain/statistics/metrics';
import type { Caller } from '../../http/caller.ts';
import type { Services } from '../../services.ts';
import { followClicks } from '../../stats/funnel/follow-clicks.ts';
import type { MetricsScope } from '../../stats/metrics-sources.ts';
import { queryMetrics } from '../../stats/query-metrics.ts';
import type { TypeMatch } from '../../stats/type-places.ts';
import { listGoals } from '../goals/goals.repo.ts';
import { getGoalMatches } from '../goals/goals.service.ts';
import { resolveReportScope } from '../statistics/report-scope.service.ts';
import { queryClickhouse } from '../statistics/statistics.service.ts';

type Query = ParsedOf<(typeof statisticsFunnelApi)['funnel']>['query'];

/** How many clicks reach each stage. */
export async function getFunnel(services: Services, caller: Caller, query: Query): Promise<Funnel> {
  const { order = 'any' } = query;
  const stages = query.stages ?? defaultStages(await listGoals(services.db, caller.accountId));
  const [{ days, subject }, goals] = await Promise.all([
    resolveReportScope(services, caller, query, { now: Date.now() }),
    getGoalMatches(services.db, caller.accountId, stages),
  ]);
  if (order === 'strict' && daysBetween(days.start, days.end) >= STRICT_DAYS_MAX)
    throw invalidField('start_date', 'funnel_period');
  // Each stage that is no metric is asked for under its own name.
  const types = stages.filter((stage) => !isMetric(stage));
  const matches = new Map(types.map((stage): [string, TypeMatch] => [stage, matchOf(stage, goals)]));
  const scope: MetricsScope = { ...subject, timeBasis: 'click', types, goals: matches };
  const counts = await queryClickhouse(services, caller, async (client) => {
    if (order === 'strict')
      return followClicks(
        client,
        scope,
        stages.map((stage) => (isMetric(stage) ? stage : { asked: types.indexOf(stage) })),
      );
    const { totals } = await queryMetrics(client, { ...scope, groupBy: [] });
    return stages.map((stage) => countOf(totals, stage));
  });
  return {
    data: { stages: toFunnelStages(stages, counts) },
    meta: { period: { start_date: days.start, end_date: days.end }, timezone: subject.timeZone, order },
  };
}

const isMetric = (stage: string): stage is FunnelMetric => FUNNEL_METRICS.some((metric) => metric === stage);

function matchOf(stage: string, goals: ReadonlyMap<string, TypeMatch>): TypeMatch {
  if (isGoalCode(stage)) return goals.get(stage) ?? { kind: 'conversion_type', name: stage };
  const [kind, ...name] = stage.split(':');
  return { kind: kind === 'event' ? 'event' : 'conversion_type', name: name.join(':') };
}

const countOf = (totals: MetricTotals, stage: string): number =>
  isMetric(stage) ? Number(metricValue(totals, stage)) : conversionsOf(totals.types?.[stage] ?? NO_CONVERSIONS);
