import { fromMicro } from '@poklik/domain/money/amount';
import type { Clickhouse } from '../../stores/clickhouse.ts';

interface PageEventsQuery {
  accountId: number;
  campaignId: number;
  clickId: string;
  /** Milliseconds since 1970; no event of the click is older. */
  from: number;
}

/** Landing page events of a click, oldest first. */
export async function listPageEvents(
  client: Clickhouse['client'],
  query: PageEventsQuery,
): Promise<{ name: string; at: string; value: string | null }[]> {
  const answer = await client.query({
    query: `
      SELECT name, toUnixTimestamp64Milli(at) AS at_ms, toString(value_micro) AS value FROM page_events
      WHERE account_id = {accountId:UInt64} AND campaign_id = {campaignId:UInt64} AND name != 'impression'
        AND quarter >= toStartOfFifteenMinutes(toDateTime({from:UInt32}, 'UTC')) AND click_id = {clickId:String}
      ORDER BY at LIMIT 100`,
    query_params: { ...query, from: Math.max(0, Math.floor(query.from / 1000)) },
    format: 'JSONEachRow',
  });
  const rows = await answer.json<{ name: string; at_ms: string; value: string }>();
  return rows.map(({ name, at_ms, value }) => ({
    name,
    at: new Date(Number(at_ms)).toISOString(),
    value: value === '0' ? null : fromMicro(BigInt(value)),
  }));
}
