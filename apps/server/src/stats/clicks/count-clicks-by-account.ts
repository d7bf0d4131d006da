import type { Clickhouse } from '../../stores/clickhouse.ts';
import { askAll } from '../../stores/shards/ask-shards.ts';
import type { Period } from '../period.ts';
import { EVENT_KINDS } from '../sources/source-columns.ts';

/** Counted clicks of every account in a period, from the rollup. */
export async function countClicksByAccount(clickhouse: Clickhouse, period: Period): Promise<Map<number, number>> {
  const counts = await askAll(clickhouse, async ({ client, foreign }) => {
    const answer = await client.query({
      query: `
        SELECT account_id, sum(events) FROM figures
        WHERE event = ${EVENT_KINDS.click} AND quarter >= {from:UInt32} AND quarter < {until:UInt32}
        GROUP BY account_id`,
      query_params: { ...period },
      format: 'JSONCompactEachRow',
    });
    const rows = await answer.json<[string, string]>();
    return rows
      .map(([accountId, clicks]): [number, number] => [Number(accountId), Number(clicks)])
      .filter(([accountId, clicks]) => clicks > 0 && !foreign.includes(accountId));
  });
  return new Map(counts.flat());
}
