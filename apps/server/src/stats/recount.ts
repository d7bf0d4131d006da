import type { Clickhouse } from '../stores/clickhouse.ts';

type Client = Clickhouse['client'];

/** The views that count rows while they come in, by what the rows are brought by. */
const VIEWS = {
  log: ['figures_of_clicks', 'figures_of_page_events'],
  feed: ['figures_of_conversions'],
} as const;

const CHANGES_AT_ONCE = 10_000;
/** Where the figures of a change of conversions come from. */
export const originOfChange = (changeId: number): string => `changes ${Math.floor(changeId / CHANGES_AT_ONCE)}`;

interface Doubt {
  origins: readonly string[];
  /** Nothing of theirs is older; seconds. */
  since?: number;
}

const AMONG = 'origin IN {origins:Array(String)} AND quarter >= {since:UInt32}';
const KEYS = 'account_id, campaign_id, quarter, event, country, device, os, browser, cost_currency, origin';

/**
 * A row and what it counts for do not come into the store in one step: killed in between, it holds one without the
 * other. Wherever that may be, the rows are numbered beside what was counted of them, and where the two differ, what was
 * counted is taken away and counted anew. Resolves to the origins of which that was so.
 */
export async function recount(
  client: Client,
  by: keyof typeof VIEWS,
  { origins, since = 0 }: Doubt,
): Promise<string[]> {
  const selects = await questionsOf(client, VIEWS[by]);
  const params = { origins, since: Math.max(0, Math.floor(since)) };
  const rows = selects.map((select) => `SELECT * FROM (${select}) WHERE ${AMONG}`);
  const answer = await client.query({
    query: `
      SELECT origin FROM (
        SELECT origin, facts FROM figures WHERE ${AMONG}
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
        INSERT INTO figures
        SELECT ${KEYS}, -sum(events), -sum(amounts), -sum(spent), -sum(facts) FROM figures WHERE ${AMONG} GROUP BY ${KEYS}
        ${rows.map((row) => `UNION ALL ${row}`).join(' ')}`,
      query_params: { ...params, origins: [origin] },
      // That the same was once put in is no reason to leave it out.
      clickhouse_settings: { ...CONSISTENT, insert_deduplicate: 0 },
    });
  }
  return differing;
}

/** The earliest time of anything that came from those segments, in seconds, as the store has it: what a clock said then may be anything. */
export async function firstQuarterOf(client: Client, segments: readonly string[]): Promise<number | undefined> {
  const from = [
    'clicks WHERE seg IN {segments:Array(String)}',
    'page_events WHERE seg IN {segments:Array(String)}',
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

/** Of a replicated table: not before what a quorum has. */
const CONSISTENT = { select_sequential_consistency: '1' } as const;

/** What the views ask of the rows, in the order of their names. */
async function questionsOf(client: Client, names: readonly string[]): Promise<string[]> {
  const answer = await client.query({
    query: `
      SELECT as_select FROM system.tables
      WHERE database = currentDatabase() AND name IN {names:Array(String)} ORDER BY name`,
    query_params: { names },
    format: 'JSONCompactEachRow',
  });
  const selects = (await answer.json<[string]>()).map(([select]) => select);
  // Without it, everything that was counted would seem to be wrong.
  if (selects.length < names.length) throw new Error(`of ${names.join(', ')} one is missing`);
  return selects;
}
