import { UNKNOWN_COST_MODELS } from '@poklik/domain/campaigns/click-cost';
import { ClickOutcome } from '@poklik/domain/clicks/click-outcome';
import { CELL_DIMENSIONS, type ClickGroup, type CostChange, EMPTY_CELL } from '@poklik/domain/costs/fold-costs';
import { asNewInsert, type Clickhouse } from '../../stores/clickhouse.ts';
import type { Period } from '../period.ts';
import { firstOffers, VISIT } from '../sources/offer-cost-rows.ts';
import { EVENT_KINDS } from '../sources/source-columns.ts';

type Client = Clickhouse['client'];

/** The clicks of one campaign in a span of Unix seconds. */
export interface CampaignSpan {
  accountId: number;
  campaignId: number;
  span: Period;
}

const IN_SPAN = `account_id = {accountId:UInt64} AND campaign_id = {campaignId:UInt64}
  AND quarter >= {from:UInt32} AND quarter < {until:UInt32}`;
const paramsOf = ({ accountId, campaignId, span }: CampaignSpan) => ({ accountId, campaignId, ...span });
const CELL = CELL_DIMENSIONS.join(', ');
const CLICK_CELL = CELL_DIMENSIONS.map((name) =>
  name === 'offer_id' ? 'if(offer_id = 0, reached, offer_id)' : name,
).join(', ');
/** Page events have only these. */
const PAGE_EVENT_CELL = CELL_DIMENSIONS.map((name, place) =>
  name === 'country' || name === 'device' ? `toString(${name})` : EMPTY_CELL[place] || "''",
).join(', ');
const UNKNOWN_COST = `cost_model IN (${UNKNOWN_COST_MODELS.map((model) => `'${model}'`).join(', ')})`;
/** On a replicated table, read only what a quorum has. */
const CONSISTENT = { select_sequential_consistency: '1', output_format_json_quote_64bit_integers: 1 } as const;

type Line = (string | number)[];
const textsOf = (line: Line, from: number): string[] => line.slice(from, from + CELL_DIMENSIONS.length).map(String);

async function* readLines(client: Client, query: string, query_params: Record<string, unknown>): AsyncGenerator<Line> {
  const answer = await client.query({
    query,
    query_params,
    format: 'JSONCompactEachRow',
    clickhouse_settings: CONSISTENT,
  });
  for await (const lines of answer.stream<Line>()) for (const line of lines) yield line.json();
}

/** Clicks that carry costs, and the impressions that have one. */
export async function listClickGroups(client: Client, scope: CampaignSpan): Promise<ClickGroup[]> {
  const query = `
    SELECT toUnixTimestamp(quarter), ${CLICK_CELL}, count(), sum(is_unique), sum(is_bot), sum(is_bot * is_unique),
      countIf(${UNKNOWN_COST}), countIf(${UNKNOWN_COST} OR spent_micro = 0), cost_currency, sum(spent_micro)
    FROM (
      SELECT ${VISIT}, ${CELL}, quarter, is_unique, is_bot, cost_model, spent_micro, cost_currency FROM clicks
      WHERE ${IN_SPAN} AND verdict = ${ClickOutcome.redirected}
    ) AS click ANY LEFT JOIN (${firstOffers(IN_SPAN)}) AS step USING (visit)
    GROUP BY quarter, ${CLICK_CELL}, cost_currency
    UNION ALL
    SELECT toUnixTimestamp(quarter), ${PAGE_EVENT_CELL}, 0, 0, 0, 0, 0, 0, cost_currency, sum(cost_micro)
    FROM page_events WHERE ${IN_SPAN} AND cost_micro != 0
    GROUP BY quarter, country, device, cost_currency`;
  const groups: ClickGroup[] = [];
  const counts = 1 + CELL_DIMENSIONS.length;
  for await (const line of readLines(client, query, paramsOf(scope))) {
    const [clicks = 0, uniques = 0, bots = 0, uniqueBots = 0, unpriced = 0, withoutCost = 0] = line
      .slice(counts, counts + 6)
      .map(Number);
    groups.push({
      ...{ quarter: Number(line[0]), values: textsOf(line, 1) },
      ...{ clicks, uniques, bots, uniqueBots, unpriced, withoutCost },
      ...{ currency: String(line[counts + 6]), cost: BigInt(line[counts + 7] ?? 0) },
    });
  }
  return groups;
}

/** What the table has now. */
export async function listCostChanges(client: Client, scope: CampaignSpan): Promise<CostChange[]> {
  const query = `
    SELECT entry_id, toUnixTimestamp(quarter), ${CELL}, cost_currency, sum(amount_micro) AS amount, sum(unpriced) AS clicks,
      sum(without_cost) AS costless
    FROM cost_changes WHERE ${IN_SPAN}
    GROUP BY entry_id, quarter, ${CELL}, cost_currency HAVING amount != 0 OR clicks != 0 OR costless != 0`;
  const changes: CostChange[] = [];
  const sums = 2 + CELL_DIMENSIONS.length;
  for await (const line of readLines(client, query, paramsOf(scope))) {
    changes.push({
      ...{ entryId: Number(line[0]), quarter: Number(line[1]), values: textsOf(line, 2) },
      ...{ currency: String(line[sums]), amount: BigInt(line[sums + 1] ?? 0) },
      ...{ unpriced: Number(line[sums + 2]), withoutCost: Number(line[sums + 3]) },
    });
  }
  return changes;
}

/** One statement per month, because an insert is atomic within a partition. */
export async function insertCostChanges(
  client: Client,
  { accountId, campaignId }: CampaignSpan,
  changes: readonly CostChange[],
): Promise<void> {
  const months = new Map<string, CostChange[]>();
  for (const change of changes) {
    const month = new Date(change.quarter * 1000).toISOString().slice(0, 7);
    const own = months.get(month);
    if (own) own.push(change);
    else months.set(month, [change]);
  }
  for (const month of months.values()) {
    await client.insert({
      table: 'cost_changes',
      format: 'JSONEachRow',
      values: month.map(({ quarter, values, entryId, currency, amount, unpriced, withoutCost }) => ({
        ...Object.fromEntries(CELL_DIMENSIONS.map((name, place) => [name, values[place] ?? ''])),
        ...{ account_id: accountId, campaign_id: campaignId, quarter, entry_id: entryId, cost_currency: currency },
        ...{ amount_micro: String(amount), unpriced, without_cost: withoutCost },
      })),
      // The same values may have been inserted before.
      clickhouse_settings: { async_insert: 0, ...asNewInsert() },
    });
  }
}

/** Adds to the rollups what they lack of the changes. Does nothing when they agree. */
export async function syncCostRollups(client: Client, scope: CampaignSpan): Promise<void> {
  for (const span of monthsOf(scope.span)) {
    await client.command({
      query: `
        INSERT INTO figures (account_id, campaign_id, quarter, event, country, device, os, browser, cost_currency, origin,
          events, amounts, spent, facts)
        SELECT {accountId:UInt64}, {campaignId:UInt64}, quarter, ${EVENT_KINDS.costChange}, country, device, os, browser,
          cost_currency, 'costs', sum(clicks) AS lacking_events, sum(costless) AS lacking_amounts,
          sum(amount) AS lacking_spent, 0
        FROM (
          SELECT quarter, country, device, os, browser, cost_currency, unpriced AS clicks, without_cost AS costless,
            amount_micro AS amount
          FROM cost_changes WHERE ${IN_SPAN}
          UNION ALL
          SELECT quarter, country, device, os, browser, cost_currency, -events, -amounts, -spent
          FROM figures WHERE ${IN_SPAN} AND event = ${EVENT_KINDS.costChange}
        )
        GROUP BY quarter, country, device, os, browser, cost_currency
        HAVING lacking_events != 0 OR lacking_amounts != 0 OR lacking_spent != 0`,
      query_params: paramsOf({ ...scope, span }),
      clickhouse_settings: { ...CONSISTENT, ...asNewInsert() },
    });
  }
}

function monthsOf({ from, until }: Period): Period[] {
  const months: Period[] = [];
  for (let at = from; at < until; ) {
    const date = new Date(at * 1000);
    const next = Math.min(until, Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1) / 1000);
    months.push({ from: at, until: next });
    at = next;
  }
  return months;
}

/** Clicks, impressions and clicks to offers, which costs follow, by UTC day in the spans of each campaign, from the rollups. */
export async function countCoveredEvents(
  client: Client,
  campaigns: readonly { accountId: number; campaignId: number; spans: readonly Period[] }[],
): Promise<Map<number, Record<string, number>>> {
  const found = new Map<number, Record<string, number>>(campaigns.map(({ campaignId }) => [campaignId, {}]));
  const covered = campaigns.filter(({ spans }) => spans.length > 0);
  if (covered.length === 0) return found;
  const within = covered.map(({ accountId, campaignId, spans }) => {
    const times = spans.map(({ from, until }) => `quarter >= ${Number(from)} AND quarter < ${Number(until)}`);
    return `(account_id = ${Number(accountId)} AND campaign_id = ${Number(campaignId)} AND (${times.join(' OR ')}))`;
  });
  const { click, bot, impression, offerClick } = EVENT_KINDS;
  const query = `
    SELECT campaign_id, toString(toDate(quarter)) AS day, sum(events) FROM figures
    WHERE event IN (${[click, bot, impression, offerClick].join(', ')}) AND (${within.join(' OR ')}) GROUP BY campaign_id, day`;
  for await (const [campaignId, day, events] of readLines(client, query, {})) {
    const days = found.get(Number(campaignId));
    if (days) days[String(day)] = Number(events);
  }
  return found;
}
