import type { Logger } from 'pino';
import { asNewInsert, type Clickhouse } from '../stores/clickhouse.ts';

type Client = Clickhouse['client'];

/** Materialized views by the source of their rows. */
const VIEWS = {
  log: ['figures_of_clicks', 'figures_of_impressions', 'figures_of_landings', 'figures_of_steps'],
  events: ['figures_of_counted_events'],
  sync: ['figures_of_conversion_types', 'figures_of_refunds'],
} as const;

const CHANGES_PER_ORIGIN = 10_000;
/** The rollup origin of a conversion change. */
export const changeOrigin = (changeId: number): string => `changes ${Math.floor(changeId / CHANGES_PER_ORIGIN)}`;

/** The rollup origin of events that happened on a day. */
export const eventOrigin = (day: string): string => `events ${day}`;

interface RepairScope {
  origins: readonly string[];
  /** No row of the origins is older; seconds. */
  since?: number;
}

const IN_SCOPE = 'origin IN {origins:Array(String)} AND quarter >= {since:UInt32}';
const KEYS = 'account_id, campaign_id, quarter, event, country, device, os, browser, cost_currency, origin, type';
const MEASURES = 'events, amounts, spent, facts';

/**
 * A row and its rollup are not inserted atomically, so a crash can leave one without the other. Compares the row counts
 * of both by origin, and where they differ, cancels the rollup and builds it again. Resolves to the rebuilt origins.
 */
export async function repairRollups(
  client: Client,
  source: keyof typeof VIEWS,
  { origins, since = 0 }: RepairScope,
): Promise<string[]> {
  const selects = await getViewSelects(client, VIEWS[source]);
  const params = { origins, since: Math.max(0, Math.floor(since)) };
  const keys = source === 'log' ? KEYS.replace(/type$/, "'' AS type") : KEYS;
  const rows = selects.map((select) => `SELECT ${keys}, ${MEASURES} FROM (${select}) WHERE ${IN_SCOPE}`);
  const answer = await client.query({
    query: `
      SELECT origin FROM (
        SELECT origin, facts FROM figures WHERE ${IN_SCOPE}
        ${rows.map((row) => `UNION ALL SELECT origin, -facts FROM (${row})`).join(' ')}
      ) GROUP BY origin HAVING sum(facts) != 0`,
    query_params: params,
    format: 'JSONCompactEachRow',
    clickhouse_settings: CONSISTENT,
  });
  const differing = (await answer.json<[string]>()).map(([origin]) => origin);
  for (const origin of differing) {
    await client.command({
      query: `
        INSERT INTO figures (${KEYS}, ${MEASURES})
        SELECT ${KEYS}, -sum(events), -sum(amounts), -sum(spent), -sum(facts) FROM figures WHERE ${IN_SCOPE} GROUP BY ${KEYS}
        ${rows.map((row) => `UNION ALL ${row}`).join(' ')}`,
      query_params: { ...params, origins: [origin] },
      // The same values may have been inserted before.
      clickhouse_settings: { ...CONSISTENT, ...asNewInsert() },
    });
  }
  return differing;
}

/** The rollups of segments of the click log. */
export async function repairSegments(client: Client, segments: readonly string[], log: Logger): Promise<void> {
  const since = await findFirstQuarter(client, segments);
  if (since === undefined) return;
  const repaired = await repairRollups(client, 'log', { origins: segments, since });
  if (repaired.length > 0) log.warn({ segments: repaired }, 'rollups rebuilt after a crash');
}

/** Time of the earliest row of the segments in seconds, from the tables: the clock at that time may have been wrong. */
export async function findFirstQuarter(client: Client, segments: readonly string[]): Promise<number | undefined> {
  const from = [
    'clicks WHERE seg IN {segments:Array(String)}',
    'page_events WHERE seg IN {segments:Array(String)}',
    'steps WHERE seg IN {segments:Array(String)}',
    'figures WHERE origin IN {segments:Array(String)}',
  ];
  const answer = await client.query({
    query: `SELECT toUnixTimestamp(min(first)), sum(found) FROM (
      ${from.map((rows) => `SELECT min(quarter) AS first, count() AS found FROM ${rows} HAVING found > 0`).join(' UNION ALL ')})`,
    query_params: { segments },
    format: 'JSONCompactEachRow',
    clickhouse_settings: CONSISTENT,
  });
  const [[first, found] = [0, '0']] = await answer.json<[number, string]>();
  return Number(found) > 0 ? first : undefined;
}

/** On a replicated table, read only what a quorum has. */
const CONSISTENT = { select_sequential_consistency: '1' } as const;

/** The SELECT statements of the views, ordered by name. */
async function getViewSelects(client: Client, names: readonly string[]): Promise<string[]> {
  const answer = await client.query({
    query: `
      SELECT as_select FROM system.tables
      WHERE database = currentDatabase() AND name IN {names:Array(String)} ORDER BY name`,
    query_params: { names },
    format: 'JSONCompactEachRow',
  });
  const selects = (await answer.json<[string]>()).map(([select]) => select);
  // A missing view would make every rollup look wrong.
  if (selects.length < names.length) throw new Error(`missing view: one of ${names.join(', ')}`);
  return selects;
}
