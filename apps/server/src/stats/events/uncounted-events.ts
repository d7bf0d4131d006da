import type { Clickhouse } from '../../stores/clickhouse.ts';

/** An event of a page as it was recorded. */
export interface PageEvent {
  seg: string;
  off: number;
  accountId: number;
  campaignId: number;
  name: string;
  clickId: string;
  /** Milliseconds since 1970. */
  at: number;
  country: string;
  device: string;
  valueMicro: string;
  /** In seconds; 0 for rows of earlier releases. */
  insertedAt: number;
}

/** Click IDs go into parameters, which are part of the URL. */
export const EVENTS_PER_ROUND = 2_000;

type Client = Clickhouse['client'];
type Line = [string, number, string, string, string, string, string, string, string, string, number];

/** Events that are not counted yet, the latest first, because that is what users look at: those inserted since a time in seconds, or all of a UTC day. Accounts whose rows are on their way are left out. */
export async function listUncountedEvents(
  client: Client,
  { foreign, ...scope }: ({ insertedSince: number } | { day: string }) & { foreign: readonly number[] },
): Promise<PageEvent[]> {
  const isOfDay = 'day' in scope;
  const times = isOfDay ? dayTimes(scope.day) : null;
  const inDay = (column: string) =>
    `${column} >= toDateTime({from:UInt32}, 'UTC') AND ${column} < toDateTime({until:UInt32}, 'UTC')`;
  const answer = await client.query({
    query: `
      SELECT toString(seg), off, account_id, campaign_id, toString(name), click_id, toUnixTimestamp64Milli(at),
        toString(country), toString(device), toString(value_micro), inserted_at
      FROM page_events
      WHERE name != 'impression' AND account_id NOT IN {foreign:Array(UInt64)} AND ${isOfDay ? inDay('quarter') : 'inserted_at >= {insertedSince:UInt32}'}
        AND (toString(seg), off) NOT IN (
          SELECT toString(seg), off FROM counted_events
          WHERE ${isOfDay ? inDay('at') : 'inserted_at >= {insertedSince:UInt32}'}
        )
      ORDER BY page_events.at DESC, page_events.seg, page_events.off LIMIT ${EVENTS_PER_ROUND}`,
    query_params: { ...(times ?? scope), foreign },
    format: 'JSONCompactEachRow',
    clickhouse_settings: {
      output_format_json_quote_64bit_integers: 1,
      // On a replicated table, read only what a quorum has.
      select_sequential_consistency: '1',
    },
  });
  return (await answer.json<Line>()).map(
    ([seg, off, accountId, campaignId, name, clickId, at, country, device, valueMicro, insertedAt]) => ({
      ...{ seg, off, name, clickId, country, device, valueMicro, insertedAt },
      ...{ accountId: Number(accountId), campaignId: Number(campaignId), at: Number(at) },
    }),
  );
}

function dayTimes(day: string): { from: number; until: number } {
  const from = Date.parse(`${day}T00:00:00Z`) / 1000;
  return { from, until: from + 86_400 };
}

/** UTC days with events, in order. */
export async function listEventDays(client: Client): Promise<string[]> {
  const answer = await client.query({
    query: `SELECT DISTINCT toString(toDate(quarter)) AS day FROM page_events WHERE name != 'impression' ORDER BY day`,
    format: 'JSONCompactEachRow',
    clickhouse_settings: { max_execution_time: 0 },
  });
  return (await answer.json<[string]>()).map(([day]) => day);
}

/** All events inserted before this time, in seconds, are counted; null until those of earlier releases are. */
export async function findEventProgress(client: Client): Promise<number | null> {
  const answer = await client.query({
    query: 'SELECT max(counted_until) AS until, count() AS saved FROM event_progress',
    format: 'JSONEachRow',
  });
  const [row] = await answer.json<{ until: number; saved: string }>();
  return row && Number(row.saved) > 0 ? row.until : null;
}

export const saveEventProgress = (client: Client, countedUntil: number) =>
  client.insert({ table: 'event_progress', values: [{ counted_until: countedUntil }], format: 'JSONEachRow' });

/** Progress is saved every minute; older than this, events that were inserted later are not counted. */
const STALE_SECONDS = 180;

/** When the first event was that is not in reports yet, in milliseconds: after an upgrade, or while nothing counts. Null if there is none. */
export async function findEventsCompleteUntil(
  client: Client,
  now = Math.floor(Date.now() / 1000),
): Promise<number | null> {
  const countedUntil = await findEventProgress(client);
  if (countedUntil !== null && now - countedUntil < STALE_SECONDS) return null;
  const answer = await client.query({
    query: `
      SELECT toUnixTimestamp64Milli(min(at)) AS first, count() AS events FROM page_events
      WHERE name != 'impression' AND inserted_at >= {countedUntil:UInt32}`,
    query_params: { countedUntil: countedUntil ?? 0 },
    format: 'JSONEachRow',
  });
  const [row] = await answer.json<{ first: string; events: string }>();
  return row && Number(row.events) > 0 ? Number(row.first) : null;
}
