import { setImmediate as nextTurn } from 'node:timers/promises';
import { type MetricsResult, queryMetrics, type RunMetricsQuery } from './query-metrics.ts';
import { canBatch, type Grouping, queryMetricsBatch } from './query-metrics-batch.ts';

interface PendingBatch {
  groupings: Grouping[];
  results: Promise<MetricsResult[]>;
}

/** Small queries with the same scope in the same tick run as one statement. */
export function createQueryBatcher(): RunMetricsQuery {
  const batches = new Map<string, PendingBatch>();

  return async (client, query) => {
    if (!canBatch(query)) return queryMetrics(client, query);
    const { groupBy, sort, page, ...scope } = query;
    const key = JSON.stringify(scope);
    let batch = batches.get(key);
    if (!batch) {
      const groupings: Grouping[] = [];
      const results = nextTurn().then(() => {
        batches.delete(key);
        return queryMetricsBatch(client, scope, groupings);
      });
      batch = { groupings, results };
      batches.set(key, batch);
    }
    const index = batch.groupings.push(query) - 1;
    return (await batch.results)[index] as MetricsResult;
  };
}
