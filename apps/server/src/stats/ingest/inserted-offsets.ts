import type { Clickhouse } from '../../stores/clickhouse.ts';
import type { IngestTable } from './row-batch.ts';

/** Offsets of a segment that are inserted. */
export async function listInsertedOffsets(
  client: Clickhouse['client'],
  { table }: IngestTable,
  range: { segment: string; from: number; to: number },
): Promise<Set<number>> {
  const answer = await client.query({
    query: `SELECT off FROM ${table} WHERE seg = {segment:String} AND off BETWEEN {from:UInt32} AND {to:UInt32}`,
    query_params: range,
    format: 'TabSeparated',
    // On a replicated table, read only what a quorum has.
    clickhouse_settings: { select_sequential_consistency: '1' },
  });
  const text = await answer.text();
  return new Set(text.split('\n').filter(Boolean).map(Number));
}
