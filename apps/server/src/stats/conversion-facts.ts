import type { Clickhouse } from '../stores/clickhouse.ts';

type Client = Clickhouse['client'];

/** A row of `conversions`: what a change cancels (sign -1) or adds (sign 1). */
export interface ConversionFact {
  conversion_id: string;
  revision: number;
  sign: 1 | -1;
  click_id: string;
  /** DateTime64(3) as ClickHouse parses it: seconds with three decimals. */
  at: string;
  /** When it changed, in seconds. */
  changed_at: number;
  click_at: string;
  account_id: number;
  campaign_id: number;
  version: number;
  rule: number;
  destination: number;
  type: string;
  status: string;
  /** Amounts as decimal strings. */
  payout_micro: string;
  cost_micro: string;
  /** What refunds and chargebacks took. */
  refunded_micro: string;
  country: string;
  language: string;
  device: string;
  os: string;
  browser: string;
  referrer_host: string;
  traffic_source: string;
  is_bot: number;
  external_id: string;
  change_id: number;
  [sub: `sub${number}`]: string;
}

export const factKey = ({ change_id, sign }: Pick<ConversionFact, 'change_id' | 'sign'>): string =>
  `${change_id} ${sign}`;

/** Keys of the stored facts in a range of changes. */
export async function listFactKeys(client: Client, range: { from: number; to: number }): Promise<Set<string>> {
  const answer = await client.query({
    query: `SELECT change_id, sign FROM conversions WHERE change_id BETWEEN {from:UInt64} AND {to:UInt64}`,
    query_params: range,
    format: 'TabSeparated',
    // On a replicated table, read only what a quorum has.
    clickhouse_settings: { select_sequential_consistency: '1' },
  });
  return new Set(
    (await answer.text())
      .split('\n')
      .filter(Boolean)
      .map((line) => line.replace('\t', ' ')),
  );
}

/**
 * All facts are of one month, because an insert is atomic within a partition. Repeating an insert with the same token
 * has no effect.
 */
export const insertFacts = (client: Client, facts: readonly ConversionFact[], token: string) =>
  client.insert({
    table: 'conversions',
    values: [...facts],
    format: 'JSONEachRow',
    clickhouse_settings: { async_insert: 0, insert_deduplication_token: token },
  });
