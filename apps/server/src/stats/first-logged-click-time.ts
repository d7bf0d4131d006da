import type { Clickhouse } from '../stores/clickhouse.ts';

/** Time of the first click in log order; null if there is none. */
export async function findFirstLoggedClickTime(client: Clickhouse['client']): Promise<Date | null> {
  const answer = await client.query({
    query: 'SELECT toUnixTimestamp64Milli(argMin(at, (seg, off))) AS at, count() AS clicks FROM clicks',
    format: 'JSONEachRow',
  });
  const [row] = await answer.json<{ at: string; clicks: string }>();
  return row && Number(row.clicks) > 0 ? new Date(Number(row.at)) : null;
}
