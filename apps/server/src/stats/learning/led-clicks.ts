import { ClickOutcome } from '@poklik/domain/clicks/click-outcome';
import type { Clickhouse } from '../../stores/clickhouse.ts';
import { nameText } from '../type-places.ts';

/** A destination as clicks name it. */
export interface ClickPlace {
  version: number;
  rule: number;
  destination: number;
}

interface LedScope {
  accountId: number;
  campaignId: number;
  /** Of the clicks, in seconds. */
  since: number;
}

/** Of a quarter of an hour. All that were led somewhere count alike, also of bots; blocked clicks were led nowhere. */
interface LedRow extends ClickPlace {
  quarter: number;
  clicks: number;
}

/** Conversions of the clicks of a quarter. */
export interface LedConversionRow extends ClickPlace {
  quarter: number;
  reported: number;
  status: string;
  conversions: number;
  /** In the base currency. */
  payout: number;
  cost: number;
}

const IN_SCOPE = 'account_id = {accountId:UInt64} AND campaign_id = {campaignId:UInt64} AND destination > 0';

export async function listLedClicks(client: Clickhouse['client'], scope: LedScope): Promise<LedRow[]> {
  const answer = await client.query({
    query: `
      SELECT version, rule, destination, toUnixTimestamp(quarter) AS started, count() AS clicks FROM clicks
      WHERE ${IN_SCOPE} AND quarter >= {since:UInt32} AND verdict != ${ClickOutcome.blocked}
      GROUP BY version, rule, destination, started`,
    query_params: { ...scope },
    format: 'JSONCompactEachRow',
  });
  const rows = await answer.json<(number | string)[]>();
  return rows.map((row) => {
    const [version = 0, rule = 0, destination = 0, quarter = 0, clicks = 0] = row.map(Number);
    return { version, rule, destination, quarter, clicks };
  });
}

interface CountedTypes {
  notConversions?: readonly string[];
  notRevenue?: readonly string[];
}

/** Conversions of types that don't count are left out; those that earn nothing have no payout. */
export async function listLedConversions(
  client: Clickhouse['client'],
  scope: LedScope,
  { notConversions = [], notRevenue = [] }: CountedTypes,
): Promise<LedConversionRow[]> {
  const names = (codes: readonly string[]) => codes.map(nameText).join(', ');
  const payout = notRevenue.length === 0 ? 'payout_micro' : `if(type IN (${names(notRevenue)}), 0, payout_micro)`;
  const answer = await client.query({
    query: `
      SELECT version, rule, destination, toUnixTimestamp(click_quarter) AS started, toUnixTimestamp(quarter) AS reported,
        status, sum(sign) AS number, sum(sign * ${payout}) AS paid, sum(sign * cost_micro) AS spent FROM conversions
      WHERE ${IN_SCOPE} AND click_quarter >= {since:UInt32}
        ${notConversions.length === 0 ? '' : `AND type NOT IN (${names(notConversions)})`}
      GROUP BY version, rule, destination, started, reported, status HAVING number > 0`,
    query_params: { ...scope },
    format: 'JSONCompactEachRow',
  });
  const rows = await answer.json<(number | string)[]>();
  return rows.map((row) => {
    const [version, rule, destination, quarter, reported, status, conversions, paid, spent] = row;
    return {
      ...{ version: Number(version), rule: Number(rule), destination: Number(destination) },
      ...{ quarter: Number(quarter), reported: Number(reported), status: String(status) },
      ...{ conversions: Number(conversions), payout: Number(paid) / 1e6, cost: Number(spent) / 1e6 },
    };
  });
}
