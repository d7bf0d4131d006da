import { SUBS } from '@poklik/contract/routing';
import type { ClickOutcome } from '@poklik/domain/clicks/click-outcome';
import type { Clickhouse } from '../stores/clickhouse.ts';

export interface LoggedClick {
  click_id: string;
  at_ms: string;
  campaign_id: string;
  version: number;
  rule: number;
  destination: number;
  outcome: ClickOutcome;
  is_bot: number;
  is_unique: number;
  ip: string;
  country: string;
  language: string;
  device: string;
  os: string;
  browser: string;
  user_agent: string;
  referrer_host: string;
  subs: string[];
  external_id: string;
  cost_micro: string;
  cost_model: string;
  cost_currency: string;
  draw: number;
  final_url: string;
  state: string;
  /** Empty for the tracking link. */
  entry: string;
  tag_kind: string;
  consent: string;
}

export interface ClickQuery {
  accountId: number;
  /** Null for all campaigns. */
  campaignIds: readonly number[] | null;
  /** Milliseconds since 1970; the end is exclusive. */
  from: number;
  until: number;
  outcome?: number | undefined;
  isBot?: number | undefined;
  country?: string | undefined;
  device?: string | undefined;
  search?: string | undefined;
  isNewestFirst: boolean;
  limit: number;
  offset: number;
}

const SUB_VALUES = `[${SUBS.join(', ')}]`;
const COLUMNS = `
  click_id, toUnixTimestamp64Milli(at) AS at_ms, campaign_id, version, rule, destination, verdict AS outcome, is_bot, is_unique, ip,
  country, language, device, os, browser, user_agent, referrer_host,
  ${SUB_VALUES} AS subs, external_id, toString(cost_micro) AS cost_micro,
  cost_model, cost_currency, draw, final_url, state, entry, tag_kind, consent`;

/** One page of clicks, and the total. */
export async function listClickLog(
  client: Clickhouse['client'],
  question: ClickQuery,
): Promise<{ rows: LoggedClick[]; total: number }> {
  const { query, params } = buildConditions(question);
  const direction = question.isNewestFirst ? 'DESC' : 'ASC';
  const [page, count] = await Promise.all([
    client.query({
      query: `SELECT ${COLUMNS} FROM clicks WHERE ${query}
        ORDER BY at ${direction}, click_id ${direction} LIMIT {limit:UInt32} OFFSET {offset:UInt64}`,
      query_params: params,
      format: 'JSONEachRow',
    }),
    client.query({
      query: `SELECT count() AS total FROM clicks WHERE ${query}`,
      query_params: params,
      format: 'JSONEachRow',
    }),
  ]);
  const [totalRow] = await count.json<{ total: string }>();
  return { rows: await page.json<LoggedClick>(), total: Number(totalRow?.total ?? 0) };
}

function buildConditions(question: ClickQuery): { query: string; params: Record<string, unknown> } {
  const { campaignIds, outcome, isBot, country, device, search } = question;
  const conditions = [
    'account_id = {accountId:UInt64}',
    'at >= fromUnixTimestamp64Milli({from:Int64})',
    'at < fromUnixTimestamp64Milli({until:Int64})',
    ...(campaignIds === null ? [] : ['campaign_id IN {campaignIds:Array(UInt64)}']),
    ...(outcome === undefined ? [] : ['verdict = {outcome:UInt8}']),
    ...(isBot === undefined ? [] : ['is_bot = {isBot:UInt8}']),
    ...(country ? ['country = {country:String}'] : []),
    ...(device ? ['device = {device:String}'] : []),
    ...(search
      ? [`(click_id = {search:String} OR external_id = {search:String} OR has(${SUB_VALUES}, {search:String}))`]
      : []),
  ];
  // ClickHouse rejects parameters without a value.
  const params = Object.fromEntries(
    Object.entries(question).filter(([, value]) => value !== undefined && value !== null),
  );
  return { query: conditions.join(' AND '), params };
}
