import { ClickOutcome } from '@poklik/domain/clicks/click-outcome';
import type { Clickhouse } from '../stores/clickhouse.ts';
import type { Period } from './period.ts';

/** Counted clicks by campaign in a period. */
export async function countClicksByCampaign(
  client: Clickhouse['client'],
  scope: { campaignIds: readonly number[]; period: Period },
): Promise<Map<number, number>> {
  const answer = await client.query({
    query: `
      SELECT campaign_id, count() FROM clicks
      WHERE campaign_id IN {campaignIds:Array(UInt64)}
        AND quarter >= {from:UInt32} AND quarter < {until:UInt32} AND verdict = ${ClickOutcome.redirected}
      GROUP BY campaign_id`,
    query_params: { campaignIds: scope.campaignIds, ...scope.period },
    format: 'JSONCompactEachRow',
  });
  const rows = await answer.json<[string, string]>();
  return new Map(rows.map(([campaignId, clicks]) => [Number(campaignId), Number(clicks)]));
}
