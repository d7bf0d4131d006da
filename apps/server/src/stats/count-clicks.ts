import { ClickOutcome } from '@poklik/domain/clicks/click-outcome';
import type { Clickhouse } from '../stores/clickhouse.ts';
import type { Period } from './period.ts';

/** Counted clicks of all accounts in a period. */
export async function countClicks(client: Clickhouse['client'], period: Period): Promise<number> {
  const answer = await client.query({
    query: `SELECT count() FROM clicks WHERE quarter >= {from:UInt32} AND quarter < {until:UInt32} AND verdict = ${ClickOutcome.redirected}`,
    query_params: { ...period },
    format: 'JSONCompactEachRow',
  });
  const [row] = await answer.json<[string]>();
  return Number(row?.[0] ?? 0);
}
