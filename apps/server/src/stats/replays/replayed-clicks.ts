import type { VisitorFacts } from '@poklik/contract/routing';
import { ClickOutcome } from '@poklik/domain/clicks/click-outcome';
import type { ReplayedClick } from '@poklik/domain/replays/replay-clicks';
import type { Clickhouse } from '../../stores/clickhouse.ts';
import { nameText } from '../type-places.ts';

type Client = Clickhouse['client'];

export interface ReplayScope {
  accountId: number;
  campaignId: number;
  /** Unix seconds, end exclusive. */
  from: number;
  until: number;
}

/** Random values are recorded out of this. */
const RANDOM_RANGE = 1_000_000;

const IN_SCOPE = `account_id = {accountId:UInt64} AND campaign_id = {campaignId:UInt64}`;
/** Clicks that followed the rules; not those of paused campaigns, of blocked visitors, and of visitors whose page was fixed. */
const FOLLOWED = `${IN_SCOPE} AND at >= fromUnixTimestamp64Milli({from:Int64}) AND at < fromUnixTimestamp64Milli({until:Int64})
  AND state = 'open' AND verdict != ${ClickOutcome.blocked} AND entry NOT IN ('direct', 'script', 'parallel')`;

const timesOf = ({ from, until, ...scope }: ReplayScope) => ({ ...scope, from: from * 1_000, until: until * 1_000 });

export async function countReplayable(
  client: Client,
  scope: ReplayScope,
): Promise<{ clicks: number; versions: number[] }> {
  const answer = await client.query({
    query: `SELECT version, count() FROM clicks WHERE ${FOLLOWED} GROUP BY version`,
    query_params: timesOf(scope),
    format: 'JSONCompactEachRow',
  });
  const rows = (await answer.json<(number | string)[]>()).map((row) => row.map(Number));
  return {
    clicks: rows.reduce((sum, [, clicks = 0]) => sum + clicks, 0),
    versions: rows.map(([version = 0]) => version),
  };
}

type Row = [string, number, number, number, string, string, string, string, string, number];

/** One in `step` clicks, always the same ones. */
export async function* streamReplayable(
  client: Client,
  scope: ReplayScope,
  step: number,
): AsyncGenerator<ReplayedClick[]> {
  const answer = await client.query({
    query: `SELECT toUnixTimestamp64Milli(at), version, rule, destination, country, language, device, os, browser, draw
      FROM clicks WHERE ${FOLLOWED} ${step > 1 ? 'AND cityHash64(click_id) % {step:UInt32} = 0' : ''}`,
    query_params: { ...timesOf(scope), ...(step > 1 && { step }) },
    format: 'JSONCompactEachRow',
  });
  for await (const rows of answer.stream<Row>()) yield rows.map((row) => toClick(row.json()));
}

function toClick(row: Row): ReplayedClick {
  const [at, version, rule, destination, country, language, device, os, browser, draw] = row;
  const facts = { country, language, device, os, browser } as VisitorFacts;
  return { at: Number(at), version, rule, destination, facts, random: draw / RANDOM_RANGE };
}

interface ReplayRevenue {
  version: number;
  rule: number;
  destination: number;
  /** Since 1970, UTC. */
  day: number;
  segment: string;
  /** In the base currency. */
  revenue: number;
}

interface CountedTypes {
  notRevenue?: readonly string[];
}

/** Pending and approved payouts of the clicks of the period, of types that earn something. */
export async function listReplayRevenue(
  client: Client,
  scope: ReplayScope,
  { notRevenue = [] }: CountedTypes,
): Promise<ReplayRevenue[]> {
  const answer = await client.query({
    query: `SELECT version, rule, destination, toRelativeDayNum(click_at), concat(country, ' ', device), sum(sign * payout_micro) AS paid
      FROM conversions
      WHERE ${IN_SCOPE} AND click_quarter >= {from:UInt32} AND click_quarter < {until:UInt32} AND status IN ('pending', 'approved')
        ${notRevenue.length === 0 ? '' : `AND type NOT IN (${notRevenue.map(nameText).join(', ')})`}
      GROUP BY 1, 2, 3, 4, 5 HAVING paid != 0`,
    query_params: { ...scope },
    format: 'JSONCompactEachRow',
  });
  const rows = await answer.json<[number, number, number, number, string, string]>();
  return rows.map(([version, rule, destination, day, segment, paid]) => ({
    ...{ version, rule, destination, day, segment, revenue: Number(paid) / 1e6 },
  }));
}
