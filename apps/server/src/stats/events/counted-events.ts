import { createHash } from 'node:crypto';
import { SUBS } from '@poklik/contract/routing';
import type { Clickhouse } from '../../stores/clickhouse.ts';
import type { FoundClick } from '../find-clicks.ts';
import type { PageEvent } from './uncounted-events.ts';

type Client = Clickhouse['client'];

/** A row of `counted_events`. */
export interface CountedEvent {
  /** Milliseconds since 1970. */
  at: number;
  counts_at: number;
  account_id: number;
  campaign_id: number;
  name: string;
  click_id: string;
  is_first: 0 | 1;
  is_stray: 0 | 1;
  seg: string;
  off: number;
  [fact: string]: string | number;
}

const MONTH = 7;

/** Facts of the click, or without one those that the event was recorded with. */
export const toCountedEvent = (
  event: PageEvent,
  click: FoundClick | undefined,
  { name, isFirst, isStray }: { name: string; isFirst: boolean; isStray: boolean },
): CountedEvent => ({
  at: event.at,
  counts_at: click ? click.at.getTime() : event.at,
  account_id: event.accountId,
  campaign_id: event.campaignId,
  name,
  click_id: event.clickId,
  is_first: isFirst ? 1 : 0,
  is_stray: isStray ? 1 : 0,
  ...(click
    ? {
        ...{ version: click.version, rule: click.rule, destination: click.destination },
        ...{ country: click.country, language: click.language, device: click.device, os: click.os },
        ...{ browser: click.browser, referrer_host: click.referrerHost, traffic_source: click.trafficSource },
        ...{ lander_id: click.landerId, entry: click.entry, tag_kind: click.tagKind },
        ...Object.fromEntries(SUBS.map((sub, place) => [sub, click.subs[place] ?? ''])),
      }
    : { country: event.country, device: event.device }),
  value_micro: event.valueMicro,
  inserted_at: event.insertedAt,
  seg: event.seg,
  off: event.off,
});

/** One batch per month, because an insert is atomic within a partition. */
export function splitByMonth(rows: readonly CountedEvent[]): CountedEvent[][] {
  const months = new Map<string, CountedEvent[]>();
  for (const row of rows) {
    const month = new Date(row.counts_at).toISOString().slice(0, MONTH);
    const own = months.get(month);
    if (own) own.push(row);
    else months.set(month, [row]);
  }
  return [...months.values()];
}

/** Repeating an insert of the same rows has no effect. */
export const insertCountedEvents = (client: Client, rows: readonly CountedEvent[]) =>
  client.insert({
    table: 'counted_events',
    values: [...rows],
    format: 'JSONEachRow',
    clickhouse_settings: { async_insert: 0, insert_deduplication_token: tokenOf(rows) },
  });

const tokenOf = (rows: readonly CountedEvent[]): string =>
  `events ${createHash('sha256').update(rows.map(rowKey).join('\n')).digest('hex')}`;

export const rowKey = ({ seg, off }: Pick<CountedEvent, 'seg' | 'off'>): string => `${seg} ${off}`;

/** Keys of the rows that are there already. */
export async function listCounted(client: Client, rows: readonly CountedEvent[]): Promise<Set<string>> {
  const times = rows.map(({ at }) => at);
  const answer = await client.query({
    query: `
      SELECT concat(toString(seg), ' ', toString(off)) FROM counted_events
      WHERE at >= fromUnixTimestamp64Milli({from:Int64}) AND at <= fromUnixTimestamp64Milli({until:Int64})
        AND seg IN {segments:Array(String)}`,
    query_params: {
      from: Math.min(...times),
      until: Math.max(...times),
      segments: distinct(rows.map(({ seg }) => seg)),
    },
    format: 'JSONCompactEachRow',
    clickhouse_settings: { select_sequential_consistency: '1' },
  });
  return new Set((await answer.json<[string]>()).map(([key]) => key));
}

/** Names that were counted for clicks, as `click ID name`. */
export async function listCountedNames(client: Client, clicks: readonly FoundClick[]): Promise<Set<string>> {
  if (clicks.length === 0) return new Set();
  const answer = await client.query({
    query: `
      SELECT click_id, toString(name) FROM counted_events
      WHERE account_id IN {accounts:Array(UInt64)} AND campaign_id IN {campaigns:Array(UInt64)}
        AND quarter IN (SELECT toDateTime(arrayJoin({quarters:Array(UInt32)}), 'UTC'))
        AND click_id IN {ids:Array(String)} AND is_first`,
    query_params: {
      accounts: distinct(clicks.map(({ accountId }) => accountId)),
      campaigns: distinct(clicks.map(({ campaignId }) => campaignId)),
      quarters: distinct(clicks.map(({ at }) => Math.floor(at.getTime() / 900_000) * 900)),
      ids: clicks.map(({ clickId }) => clickId),
    },
    format: 'JSONCompactEachRow',
    clickhouse_settings: { select_sequential_consistency: '1' },
  });
  return new Set((await answer.json<[string, string]>()).map(([clickId, name]) => `${clickId} ${name}`));
}

/** Names that campaigns have on UTC days, by `campaign day`. */
export async function listNamesOfDays(
  client: Client,
  { accountIds, campaignIds, days }: { accountIds: number[]; campaignIds: number[]; days: string[] },
): Promise<Map<string, Set<string>>> {
  const answer = await client.query({
    query: `
      SELECT campaign_id, toString(toDate(quarter)) AS day, arrayMap(name -> toString(name), groupUniqArray(name))
      FROM counted_events
      WHERE account_id IN {accountIds:Array(UInt64)} AND campaign_id IN {campaignIds:Array(UInt64)}
        AND toDate(quarter) IN (SELECT toDate(arrayJoin({days:Array(String)}))) AND is_stray = 0
      GROUP BY campaign_id, day`,
    query_params: { accountIds: distinct(accountIds), campaignIds: distinct(campaignIds), days: distinct(days) },
    format: 'JSONCompactEachRow',
    clickhouse_settings: { output_format_json_quote_64bit_integers: 1 },
  });
  const rows = await answer.json<[string, string, string[]]>();
  return new Map(rows.map(([campaign, day, names]) => [`${campaign} ${day}`, new Set(names)]));
}

const distinct = <T>(values: readonly T[]): T[] => [...new Set(values)];
