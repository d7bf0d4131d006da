import { ClickOutcome } from '@poklik/domain/clicks/click-outcome';
import type { Clickhouse } from '../../stores/clickhouse.ts';
import { askAll, type Part } from '../../stores/shards/ask-shards.ts';

export interface UnreadableCosts {
  campaignId: number;
  /** Counted clicks. */
  clicks: number;
  /** Those whose link carried a cost that is not an amount. */
  unreadable: number;
  /** The ID of one of them. */
  sample: string;
}

/** Campaigns of all accounts with at least so many unreadable costs since then. */
export async function listUnreadableCosts(
  clickhouse: Clickhouse,
  since: number,
  least: number,
): Promise<UnreadableCosts[]> {
  return (await askAll(clickhouse, (part) => listOnPart(part, since, least))).flat();
}

async function listOnPart({ client, foreign }: Part, since: number, least: number): Promise<UnreadableCosts[]> {
  const answer = await client.query({
    query: `
      SELECT campaign_id AS campaignId, count() AS clicks, countIf(cost_model = 'unreadable') AS unreadable,
        anyLastIf(click_id, cost_model = 'unreadable') AS sample
      FROM clicks
      WHERE quarter >= {since:UInt32} AND verdict = ${ClickOutcome.redirected}
        AND account_id NOT IN {foreign:Array(UInt64)}
      GROUP BY campaign_id HAVING unreadable >= {least:UInt32}`,
    query_params: { since, least, foreign },
    format: 'JSONEachRow',
    clickhouse_settings: { output_format_json_quote_64bit_integers: 0 },
  });
  return answer.json<UnreadableCosts>();
}
