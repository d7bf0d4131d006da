import type { ClickOutcome } from '@poklik/domain/clicks/click-outcome';
import type { Clickhouse } from '../stores/clickhouse.ts';

export interface RecentClick {
  clickId: string;
  atMs: number;
  campaignId: number;
  country: string;
  device: string;
  os: string;
  browser: string;
  is_unique: boolean;
  is_bot: boolean;
  outcome: ClickOutcome;
}

interface Row extends Record<'clickId' | 'atMs' | 'campaignId' | 'country' | 'device' | 'os' | 'browser', string> {
  is_unique: number;
  is_bot: number;
  outcome: ClickOutcome;
}

/** The live view shows only the last day. */
const MAX_AGE_MS = 24 * 3_600_000;
/** Clocks of trackers differ. Clicks further ahead were recorded before the clock was set back, and would hide later ones. */
const AHEAD_MAX_MS = 60_000;
/** After the clock was set back, clicks are read again from this long ago. */
const REWIND_MS = 10_000;

/** Latest clicks of an account or some of its campaigns, newest first; `after` is the newest one already known. */
export async function listRecentClicks(
  client: Clickhouse['client'],
  accountId: number,
  options: { after?: RecentClick | undefined; perCampaign: number; limit: number },
): Promise<RecentClick[]> {
  const { after, perCampaign, limit } = options;
  const now = Date.now();
  const until = now + AHEAD_MAX_MS;
  const since = after === undefined ? now - MAX_AGE_MS : after.atMs > until ? now - REWIND_MS : after.atMs;
  const answer = await client.query({
    query: `
      SELECT click_id AS clickId, toUnixTimestamp64Milli(at) AS atMs, campaign_id AS campaignId,
        country, device, os, browser, is_unique, is_bot, verdict AS outcome
      FROM clicks
      WHERE account_id = {accountId:UInt64}
        AND quarter >= toStartOfFifteenMinutes(fromUnixTimestamp64Milli({since:Int64}))
        AND at > fromUnixTimestamp64Milli({since:Int64}) AND at <= fromUnixTimestamp64Milli({until:Int64})
      ORDER BY at DESC LIMIT {perCampaign:UInt32} BY campaign_id LIMIT {limit:UInt32}`,
    query_params: { accountId, perCampaign, limit, since, until },
    format: 'JSONEachRow',
  });
  return (await answer.json<Row>()).map((row) => ({
    ...row,
    atMs: Number(row.atMs),
    campaignId: Number(row.campaignId),
    is_unique: row.is_unique === 1,
    is_bot: row.is_bot === 1,
  }));
}
