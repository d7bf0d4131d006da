import { type Consent, parseIds } from '@poklik/domain/clicks/source-ids';
import type { Clickhouse } from '../../stores/clickhouse.ts';

/** What a click says to the ad platform that it came from. */
export interface ClickForPlatform {
  userAgent: string;
  finalUrl: string;
  /** By name; the first of each counts, as in the link. */
  ids: ReadonlyMap<string, string>;
  /** What the visitor said last. */
  consent: Consent;
}

interface ClickRef {
  accountId: number;
  campaignId: number;
  clickId: string;
  clickAt: Date;
}

const QUARTER_SECONDS = 900;

/** Null if the click is gone. Ordered by the time of the click, so little is read. */
export async function findClickForPlatform(
  client: Clickhouse['client'],
  { accountId, campaignId, clickId, clickAt }: ClickRef,
): Promise<ClickForPlatform | null> {
  const seconds = Math.floor(clickAt.getTime() / 1000);
  const quarter = seconds - (seconds % QUARTER_SECONDS);
  const where = `account_id = {accountId:UInt64} AND campaign_id = {campaignId:UInt64}
    AND quarter IN ({quarter:UInt32}, {previous:UInt32}) AND click_id = {clickId:String}`;
  const query_params = { accountId, campaignId, clickId, quarter, previous: quarter - QUARTER_SECONDS };
  const ask = async <Row>(query: string): Promise<Row[]> =>
    (await client.query({ query, query_params, format: 'JSONEachRow' })).json<Row>();
  const [clicks, told] = await Promise.all([
    ask<{ user_agent: string; final_url: string }>(`SELECT user_agent, final_url FROM clicks WHERE ${where} LIMIT 1`),
    ask<{ ids: string; consent: Consent }>(`SELECT ids, consent FROM click_ids WHERE ${where} ORDER BY at, off`),
  ]);
  const [click] = clicks;
  if (!click) return null;
  const ids = new Map<string, string>();
  for (const row of told) for (const [name, value] of parseIds(row.ids)) if (!ids.has(name)) ids.set(name, value);
  const consent = told.findLast((row) => row.consent !== '')?.consent ?? '';
  return { userAgent: click.user_agent, finalUrl: click.final_url, ids, consent };
}
