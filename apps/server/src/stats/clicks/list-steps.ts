import type { Clickhouse } from '../../stores/clickhouse.ts';

export interface StepOfClick {
  at: Date;
  slot: number;
  landerId: number;
  /** 0 for none. */
  offerId: number;
  finalUrl: string;
}

/** Second clicks of a click, oldest first. `from` is in milliseconds, and no second click belongs to an earlier time. */
export async function listSteps(
  client: Clickhouse['client'],
  query: { accountId: number; campaignId: number; clickId: string; from: number },
): Promise<StepOfClick[]> {
  const answer = await client.query({
    query: `
      SELECT toUnixTimestamp64Milli(at) AS at_ms, slot, toString(lander_id), toString(offer_id), final_url FROM steps
      WHERE account_id = {accountId:UInt64} AND campaign_id = {campaignId:UInt64}
        AND quarter >= toStartOfFifteenMinutes(toDateTime({from:UInt32}, 'UTC')) AND click_id = {clickId:String}
      ORDER BY steps.at, off LIMIT 100`,
    query_params: { ...query, from: Math.max(0, Math.floor(query.from / 1000)) },
    format: 'JSONCompactEachRow',
  });
  const rows = await answer.json<[string, number, string, string, string]>();
  return rows.map(([at, slot, lander, offer, finalUrl]) => ({
    ...{ at: new Date(Number(at)), slot, landerId: Number(lander), offerId: Number(offer), finalUrl },
  }));
}
