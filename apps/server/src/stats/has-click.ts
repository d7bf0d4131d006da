import { ClickOutcome } from '@poklik/domain/clicks/click-outcome';
import type { Clickhouse } from '../stores/clickhouse.ts';

/** Whether an account, or some of its campaigns, has a counted click. */
export async function hasClick(
  client: Clickhouse['client'],
  accountId: number,
  campaignIds: readonly number[] | null,
): Promise<boolean> {
  const answer = await client.query({
    query: `
      SELECT 1 FROM clicks
      WHERE account_id = {accountId:UInt64} AND verdict = ${ClickOutcome.redirected}
        ${campaignIds ? 'AND campaign_id IN {campaignIds:Array(UInt64)}' : ''}
      LIMIT 1`,
    query_params: { accountId, ...(campaignIds ? { campaignIds } : {}) },
    format: 'JSONCompactEachRow',
  });
  return (await answer.json()).length > 0;
}
