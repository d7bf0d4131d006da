import type { Clickhouse } from '../../stores/clickhouse.ts';

type Client = Clickhouse['client'];

/** Records up to when a log has been ingested. */
export const saveIngestProgress = (client: Client, log: string, completeUntil: number) =>
  client.insert({
    table: 'ingest_progress',
    columns: ['log', 'complete_until'],
    values: [{ log, complete_until: completeUntil }],
    format: 'JSONEachRow',
  });

/**
 * Up to when all logs have been ingested, in milliseconds; null if unknown. Logs without a report for a day belong to
 * removed machines.
 */
export async function findCompleteUntil(client: Client): Promise<number | null> {
  const answer = await client.query({
    query: `
      SELECT toUnixTimestamp64Milli(min(complete_until)) AS until, count() AS logs FROM ingest_progress FINAL
      WHERE updated_at > now() - INTERVAL 1 DAY`,
    format: 'JSONEachRow',
  });
  const [row] = await answer.json<{ until: string; logs: string }>();
  return row && Number(row.logs) > 0 ? Number(row.until) : null;
}
