import type { ParsedOf } from '@poklik/contract/endpoint';
import { AppError } from '@poklik/contract/errors';
import { METRICS, type Metric, type statisticsApi } from '@poklik/contract/statistics';
import { isMoneyColumn, isTypeColumn, type TypeColumn } from '@poklik/contract/type-columns';
import { displayedTypeColumn } from '@poklik/domain/conversion-types/type-columns';
import type { Cell } from '@poklik/domain/csv/csv-text';
import { computeMetrics } from '@poklik/domain/statistics/metrics';
import type { Caller } from '../../http/caller.ts';
import { streamCsv } from '../../http/streams/csv-stream.ts';
import { translator } from '../../i18n/translate.ts';
import type { Services } from '../../services.ts';
import { withExpectation } from '../../stats/expectation.ts';
import { type MetricsQuery, queryMetrics, streamMetrics } from '../../stats/query-metrics.ts';
import { clientOf } from '../../stores/shards/ask-shards.ts';
import { loadTypeColumnNames } from '../goals/goals.service.ts';
import { resolveReportScope } from './report-scope.service.ts';
import { createRowLabelers } from './row-labels.service.ts';
import { queryClickhouse, resolveSort } from './statistics.service.ts';

type ExportQuery = ParsedOf<(typeof statisticsApi)['export']>['query'];

const EXPORT_ROWS_MAX = 100_000;

/** CSV of the report's breakdown, in the same order. Without a grouping it is by day. */
export async function exportStatistics(
  services: Services,
  caller: Caller,
  query: ExportQuery,
): Promise<AsyncIterable<string>> {
  if (!caller.canExport) throw new AppError('forbidden');
  const { columns: asked, ...rest } = query;
  const columns = asked?.length ? asked : METRICS;
  const groupBy = rest.group_by?.length ? rest.group_by : (['day'] as const);
  const now = Date.now();
  const { subject } = await resolveReportScope(services, caller, rest, {
    now,
    columns: [...columns, rest.sort ?? ''],
  });
  const scope = await queryClickhouse(services, caller, (client) =>
    withExpectation(client, subject, Math.floor(now / 1000)),
  );
  const metricsQuery: MetricsQuery = { ...scope, groupBy, sort: resolveSort(groupBy, caller, query) };
  const { total } = await queryClickhouse(services, caller, (client) =>
    queryMetrics(client, { ...metricsQuery, page: { limit: 1, offset: 0 } }),
  );
  // A truncated file would be mistaken for a complete one.
  if (total > EXPORT_ROWS_MAX) {
    const problem = { key: 'export_rows_max', values: { max: EXPORT_ROWS_MAX } };
    throw new AppError('invalid_request', { fields: { start_date: [problem] } });
  }
  const t = translator(caller.language);
  const typeName = await loadTypeColumnNames(services.db, caller.accountId, t);
  const metrics = columns.filter((metric) => caller.canSeeMoney || !isMoneyColumn(metric));
  const header = [
    ...groupBy.map((dimension) => t(`statistics:dimension.${dimension}`, { defaultValue: dimension })),
    ...metrics.map((metric) => (isTypeColumn(metric) ? typeName(metric) : t(`statistics:metric.${metric}`))),
  ];
  return streamCsv(header, streamCsvRows(services, caller, { ...metricsQuery, total }, metrics), caller.language);
}

async function* streamCsvRows(
  { clickhouse, db }: Services,
  caller: Caller,
  { total, ...metricsQuery }: MetricsQuery & { total: number },
  metrics: readonly (Metric | TypeColumn)[],
): AsyncGenerator<Cell[][]> {
  const client = await clientOf(clickhouse, caller.accountId);
  for await (const rows of streamMetrics(client, metricsQuery)) {
    const labeled = { ...metricsQuery, rows, total };
    const getLabel = (await createRowLabelers(db, caller, [labeled]))(labeled);
    yield rows.map((row) => {
      const values = computeMetrics(row);
      return [
        ...row.keys.map((key, index) => getLabel(index, key).full),
        ...metrics.map((metric) => (isTypeColumn(metric) ? displayedTypeColumn(metric, values) : values[metric])),
      ];
    });
  }
}
