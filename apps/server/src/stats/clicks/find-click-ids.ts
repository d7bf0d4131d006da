import { type Consent, parseIds } from '@poklik/domain/clicks/source-ids';
import type { Clickhouse } from '../../stores/clickhouse.ts';

/** What a click says to the ad platform that it came from. */
export interface ClickForPlatform {
  userAgent: string;
  finalUrl: string;
  /** As recorded: it may be truncated to its network. */
  ip: string;
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
  const quarter = quarterOf(clickAt);
  const where = `account_id = {accountId:UInt64} AND campaign_id = {campaignId:UInt64}
    AND quarter IN ({quarter:UInt32}, {previous:UInt32}) AND click_id = {clickId:String}`;
  const query_params = { accountId, campaignId, clickId, quarter, previous: quarter - QUARTER_SECONDS };
  const ask = async <Row>(query: string): Promise<Row[]> =>
    (await client.query({ query, query_params, format: 'JSONEachRow' })).json<Row>();
  const [clicks, told] = await Promise.all([
    ask<{ user_agent: string; final_url: string; ip: string }>(
      `SELECT user_agent, final_url, ip FROM clicks WHERE ${where} LIMIT 1`,
    ),
    ask<Told>(`SELECT ids, consent FROM click_ids WHERE ${where} ORDER BY at, off`),
  ]);
  const [click] = clicks;
  if (!click) return null;
  return { userAgent: click.user_agent, finalUrl: click.final_url, ip: click.ip, ...merge(told) };
}

interface Told {
  ids: string;
  consent: Consent;
}

/** Of what a click said, in order, the first identifiers and the last consent count. */
function merge(told: readonly Told[]): Pick<ClickForPlatform, 'ids' | 'consent'> {
  const ids = new Map<string, string>();
  for (const row of told) for (const [name, value] of parseIds(row.ids)) if (!ids.has(name)) ids.set(name, value);
  return { ids, consent: told.findLast((row) => row.consent !== '')?.consent ?? '' };
}

/** What clicks of an account say, by their IDs; those that say nothing are left out. At most a thousand, because they are part of the URL. */
export async function findIdsOfClicks(
  client: Clickhouse['client'],
  accountId: number,
  clicks: readonly Omit<ClickRef, 'accountId'>[],
): Promise<Map<string, Pick<ClickForPlatform, 'ids' | 'consent'>>> {
  if (clicks.length === 0) return new Map();
  const quarters = clicks.map(({ clickAt }) => quarterOf(clickAt));
  const answer = await client.query({
    query: `
      SELECT click_id, ids, consent FROM click_ids
      WHERE account_id = {accountId:UInt64} AND campaign_id IN {campaignIds:Array(UInt64)}
        AND quarter IN {quarters:Array(UInt32)} AND click_id IN {clickIds:Array(String)}
      ORDER BY at, off`,
    query_params: {
      accountId,
      campaignIds: [...new Set(clicks.map(({ campaignId }) => campaignId))],
      quarters: [...new Set(quarters.flatMap((quarter) => [quarter, quarter - QUARTER_SECONDS]))],
      clickIds: [...new Set(clicks.map(({ clickId }) => clickId))],
    },
    format: 'JSONEachRow',
  });
  const told = new Map<string, Told[]>();
  for (const { click_id, ...row } of await answer.json<Told & { click_id: string }>())
    told.set(click_id, [...(told.get(click_id) ?? []), row]);
  return new Map([...told].map(([clickId, rows]) => [clickId, merge(rows)]));
}

function quarterOf(time: Date): number {
  const seconds = Math.floor(time.getTime() / 1000);
  return seconds - (seconds % QUARTER_SECONDS);
}
