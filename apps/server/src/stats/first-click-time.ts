import { ClickOutcome } from '@poklik/domain/clicks/click-outcome';
import type { Clickhouse } from '../stores/clickhouse.ts';

/** Quarter-hour of the first counted click of an account or some of its campaigns; null if there is none. */
export async function findFirstClickTime(
  client: Clickhouse['client'],
  accountId: number,
  campaignIds?: readonly number[],
): Promise<Date | null> {
  const answer = await client.query({
    query: `
      SELECT toUnixTimestamp(quarter) AS first FROM clicks
      WHERE account_id = {accountId:UInt64} AND verdict = ${ClickOutcome.redirected}
        ${campaignIds ? 'AND campaign_id IN {campaignIds:Array(UInt64)}' : ''}
      GROUP BY quarter ORDER BY quarter LIMIT 1`,
    query_params: { accountId, ...(campaignIds ? { campaignIds } : {}) },
    format: 'JSONCompactEachRow',
  });
  const [row] = await answer.json<[number]>();
  return row ? new Date(row[0] * 1000) : null;
}
