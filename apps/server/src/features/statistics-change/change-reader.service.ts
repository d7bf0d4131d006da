import type { Dimension } from '@poklik/contract/statistics';
import { type ChangeTotals, toChangeTotals } from '@poklik/domain/statistics/explain-change';
import { buildSegments, type ListedRows, type Segment, type SplitSegment } from '@poklik/domain/statistics/find-causes';
import type { MetricTotals } from '@poklik/domain/statistics/metrics';
import type { MetricsScope } from '../../stats/metrics-sources.ts';
import { type MetricsPanel, type PanelResult, queryPanels, totalsOf } from '../../stats/query-metrics.ts';
import type { Clickhouse } from '../../stores/clickhouse.ts';
import type { ComparedPeriod } from '../statistics/report-scope.service.ts';
import { comparedPanel } from '../statistics/statistics.service.ts';

/** Values with the most clicks; the others are one segment. */
const VALUES_MAX = 100;

export type ChangeReader = ReturnType<typeof createChangeReader>;

/** Reads the totals of both periods by the values of several dimensions, in one statement. */
export function createChangeReader(client: Clickhouse['client'], report: MetricsScope, compared: ComparedPeriod) {
  const scope = { ...report, isFromEvents: true };
  const previous = comparedPanel(compared);
  const toTotals = (totals: MetricTotals): ChangeTotals => toChangeTotals(totals, scope.revenueBasis ?? 'approved');
  const inBothPeriods = (panel: MetricsPanel): [MetricsPanel, MetricsPanel] => [{ ...panel, ...previous }, panel];
  const byClicks = (groupBy: readonly Dimension[], limit: number) =>
    inBothPeriods({ groupBy, sort: { by: 'clicks', order: 'desc' }, page: { limit, offset: 0 } });
  const listRows = ({ rows, total }: PanelResult, parentKeys: readonly string[]): ListedRows => ({
    rows: new Map(
      rows.flatMap((row) => {
        const [key = '', ...parents] = row.keys.toReversed();
        return parents.every((parent, place) => parent === parentKeys[place]) ? [[key, toTotals(row)] as const] : [];
      }),
    ),
    isComplete: total <= rows.length,
  });

  /** The panels of all dimensions come in pairs. */
  const toSegments = (
    results: readonly PanelResult[],
    dimensions: readonly Dimension[],
    parent: Segment,
  ): SplitSegment[] => {
    const keys = parent.path.map(({ key }) => key ?? '');
    return dimensions.map((dimension, place) => {
      const [before, now] = results.slice(place * 2, place * 2 + 2).map((result) => listRows(result, keys));
      return { dimension, segments: before && now ? buildSegments(parent, dimension, before, now) : [parent] };
    });
  };

  return {
    toTotals,
    async readAll(dimensions: readonly Dimension[]) {
      const [before, now, ...results] = await queryPanels(client, scope, [
        ...inBothPeriods({ groupBy: [] }),
        ...dimensions.flatMap((dimension) => byClicks([dimension], VALUES_MAX)),
      ]);
      return {
        before: totalsOf(before as PanelResult),
        now: totalsOf(now as PanelResult),
        splitsOf: (whole: Segment) => toSegments(results, dimensions, whole),
      };
    },
    /** By the values of further dimensions within some segments of one dimension. */
    async readWithin(dimension: Dimension, parents: readonly Segment[], dimensions: readonly Dimension[]) {
      const values = parents.flatMap(({ path }) => path.flatMap(({ key }) => key ?? []));
      if (values.length === 0) return () => [];
      const narrowed = { ...scope, filters: [...scope.filters, { dimension, operator: 'in' as const, values }] };
      const results = await queryPanels(
        client,
        narrowed,
        dimensions.flatMap((each) => byClicks([dimension, each], VALUES_MAX * parents.length)),
      );
      return (parent: Segment) => toSegments(results, dimensions, parent);
    },
  };
}
