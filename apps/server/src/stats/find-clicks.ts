import { SUBS } from '@poklik/contract/routing';
import { clickCostState } from '@poklik/domain/campaigns/click-cost';
import type { ClickOutcome } from '@poklik/domain/clicks/click-outcome';
import type { ClickFacts } from '@poklik/domain/conversions/click-facts';
import { fromMicro } from '@poklik/domain/money/amount';
import type { Clickhouse } from '../stores/clickhouse.ts';
import { askOwners } from '../stores/shards/ask-shards.ts';

/** The fields of a click that conversions need. */
export interface FoundClick {
  clickId: string;
  at: Date;
  accountId: number;
  campaignId: number;
  version: number;
  rule: number;
  destination: number;
  /** The lander that the visitor saw first; 0 for none. */
  landerId: number;
  /** Behind a lander the last one clicked; 0 for a plain URL. */
  offerId: number;
  /** How many landers were on the way to that offer. */
  step: number;
  outcome: ClickOutcome;
  isBot: number;
  country: string;
  language: string;
  device: string;
  os: string;
  browser: string;
  referrerHost: string;
  trafficSource: string;
  /** Empty for the tracking link. */
  entry: string;
  /** Of the first identifier that the source gave; empty without one. */
  tagKind: string;
  externalId: string;
  subs: string[];
  /** Null if unknown. */
  costMicro: bigint | null;
  costCurrency: string;
}

export interface ClickRef {
  clickId: string;
  accountId: number;
  campaignId: number;
  /** From its ID; the click's own time is at most a little earlier. */
  at: number;
}

interface ClickRow {
  click_id: string;
  at_ms: string;
  account_id: string;
  campaign_id: string;
  version: number;
  rule: number;
  destination: number;
  lander_id: string;
  offer_id: string;
  outcome: ClickOutcome;
  is_bot: number;
  country: string;
  language: string;
  device: string;
  os: string;
  browser: string;
  referrer_host: string;
  traffic_source: string;
  entry: string;
  tag_kind: string;
  external_id: string;
  subs: string[];
  cost_micro: string;
  cost_model: string;
  cost_currency: string;
}

const QUARTER_SECONDS = 900;

/** By ID, of any accounts. */
export async function findClicks(clickhouse: Clickhouse, refs: readonly ClickRef[]): Promise<Map<string, FoundClick>> {
  const found = await askOwners(clickhouse, refs, findClicksOf);
  return new Map(found.flatMap((clicks) => [...clicks]));
}

/** Of accounts in this database. The ID contains the time of the click, which the table is ordered by, so little is read. */
export async function findClicksOf(
  client: Clickhouse['client'],
  refs: readonly ClickRef[],
): Promise<Map<string, FoundClick>> {
  const keys = new Set<string>();
  for (const { accountId, campaignId, at } of refs) {
    const quarter = Math.floor(at / 1000 / QUARTER_SECONDS) * QUARTER_SECONDS;
    if (!Number.isSafeInteger(quarter) || quarter < QUARTER_SECONDS || quarter >= 2 ** 32) continue;
    for (const start of [quarter, quarter - QUARTER_SECONDS]) keys.add(`${accountId} ${campaignId} ${start}`);
  }
  if (keys.size === 0) return new Map();
  const columns = [...keys].map((key) => key.split(' ').map(Number));
  const params = {
    accounts: columns.map(([account]) => account),
    campaigns: columns.map(([, campaign]) => campaign),
    quarters: columns.map(([, , quarter]) => quarter),
    ids: [...new Set(refs.map(({ clickId }) => clickId))],
  };
  const rows = await queryRows<ClickRow>(client, FIND_CLICKS_SQL, params);
  const found = new Map(rows.map((row) => [row.click_id, toClick(row)]));
  if (rows.some(({ lander_id }) => lander_id !== '0'))
    for (const { click_id, last_offer, last_step } of await queryRows<LastOfferRow>(
      client,
      FIND_LAST_OFFERS_SQL,
      params,
    )) {
      const click = found.get(click_id);
      if (click) [click.offerId, click.step] = [Number(last_offer), last_step];
    }
  return found;
}

async function queryRows<Row>(
  client: Clickhouse['client'],
  query: string,
  query_params: Record<string, unknown>,
): Promise<Row[]> {
  const answer = await client.query({
    query,
    query_params,
    format: 'JSONEachRow',
    clickhouse_settings: { output_format_json_quote_64bit_integers: 1 },
  });
  return answer.json<Row>();
}

interface LastOfferRow {
  click_id: string;
  last_offer: string;
  last_step: number;
}

/** Of the clicks in question. */
const OF_CLICKS = `(account_id, campaign_id, quarter) IN (
      SELECT tupleElement(key, 1), tupleElement(key, 2), toDateTime(tupleElement(key, 3), 'UTC')
      FROM (SELECT arrayJoin(arrayZip({accounts:Array(UInt64)}, {campaigns:Array(UInt64)}, {quarters:Array(UInt32)})) AS key)
    )
    AND click_id IN {ids:Array(String)}`;

const FIND_CLICKS_SQL = `
  SELECT click_id, toUnixTimestamp64Milli(at) AS at_ms, account_id, campaign_id, version, rule, destination, lander_id, offer_id, verdict AS outcome,
    is_bot, country, language, device, os, browser, referrer_host, traffic_source, entry, tag_kind, external_id,
    [${SUBS.join(', ')}] AS subs, toString(cost_micro) AS cost_micro, cost_model,
    cost_currency
  FROM clicks
  WHERE ${OF_CLICKS}`;

const FIND_LAST_OFFERS_SQL = `
  SELECT click_id, argMax(offer_id, at) AS last_offer, argMax(step, at) AS last_step FROM steps
  WHERE offer_id != 0 AND ${OF_CLICKS} GROUP BY click_id`;

const toClick = (row: ClickRow): FoundClick => ({
  clickId: row.click_id,
  at: new Date(Number(row.at_ms)),
  accountId: Number(row.account_id),
  campaignId: Number(row.campaign_id),
  version: row.version,
  rule: row.rule,
  destination: row.destination,
  landerId: Number(row.lander_id),
  offerId: Number(row.offer_id),
  step: row.lander_id === '0' ? 0 : 1,
  outcome: row.outcome,
  isBot: row.is_bot,
  country: row.country,
  language: row.language,
  device: row.device,
  os: row.os,
  browser: row.browser,
  referrerHost: row.referrer_host,
  trafficSource: row.traffic_source,
  entry: row.entry,
  tagKind: row.tag_kind,
  externalId: row.external_id,
  subs: row.subs,
  costMicro: clickCostState(row.cost_model) === 'known' ? BigInt(row.cost_micro) : null,
  costCurrency: row.cost_currency,
});

/** What a conversion keeps of its click, and the offer that it is for. */
export const factsOf = (click: FoundClick, offerId: number): ClickFacts => ({
  version: click.version,
  rule: click.rule,
  destination: click.destination,
  lander_id: click.landerId,
  offer_id: offerId,
  step: click.step,
  is_bot: click.isBot,
  language: click.language,
  device: click.device,
  os: click.os,
  browser: click.browser,
  referrer_host: click.referrerHost,
  traffic_source: click.trafficSource,
  entry: click.entry,
  tag_kind: click.tagKind,
  external_id: click.externalId,
  subs: click.subs,
  cost: click.costMicro === null ? '' : fromMicro(click.costMicro),
  cost_currency: click.costCurrency,
});
