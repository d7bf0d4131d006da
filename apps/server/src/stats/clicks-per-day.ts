import type { Clickhouse } from '../stores/clickhouse.ts';
import type { Period } from './period.ts';

export interface DayOfClicks {
  campaignId: number;
  /** As the calendar of the time zone has it: 2026-05-31. */
  day: string;
  clicks: number;
}

/** Counted clicks of campaigns by day; days without any are left out. */
export async function clicksPerDay(
  client: Clickhouse['client'],
  accountId: number,
  question: { campaignIds: readonly number[]; period: Period; timeZone: string },
): Promise<DayOfClicks[]> {
  const { campaignIds, period, timeZone } = question;
  const answer = await client.query({
    query: `
      SELECT campaign_id AS campaignId, toString(toDate(quarter, {timeZone:String})) AS day, count() AS clicks
      FROM clicks
      WHERE account_id = {accountId:UInt64} AND campaign_id IN {campaignIds:Array(UInt64)}
        AND quarter >= {from:UInt32} AND quarter < {until:UInt32} AND verdict = 0
      GROUP BY campaign_id, day
      ORDER BY campaign_id, day`,
    query_params: { accountId, campaignIds, timeZone, ...period },
    format: 'JSONEachRow',
  });
  const rows = await answer.json<Record<'campaignId' | 'day' | 'clicks', string>>();
  return rows.map(({ campaignId, day, clicks }) => ({ campaignId: Number(campaignId), day, clicks: Number(clicks) }));
}
