import { ClickOutcome } from '@poklik/domain/clicks/click-outcome';
import type { Clickhouse } from '../stores/clickhouse.ts';
import { askAll } from '../stores/shards/ask-shards.ts';
import type { Period } from './period.ts';

type Client = Clickhouse['client'];

const IN_PERIOD = 'quarter >= {from:UInt32} AND quarter < {until:UInt32}';

/** Events that count toward the plan: counted clicks, and each conversion once. */
const eventCountSql = (key: 'account_id' | 'quarter', condition: string): string => `
  SELECT ${key === 'quarter' ? 'toUnixTimestamp(quarter)' : key}, sum(events) FROM (
    SELECT ${key}, toInt64(count()) AS events FROM clicks
    WHERE ${IN_PERIOD} AND verdict = ${ClickOutcome.redirected} AND ${condition} GROUP BY ${key}
    UNION ALL
    SELECT ${key}, toInt64(sum(sign)) AS events FROM conversions
    WHERE ${IN_PERIOD} AND ${condition} GROUP BY ${key}
  ) GROUP BY ${key} ORDER BY ${key}`;

/** Events by account in a period, of one account or of all. */
export async function countEventsByAccount(
  client: Client,
  { period, accountId }: { period: Period; accountId?: number },
): Promise<Map<number, number>> {
  const answer = await client.query({
    query: eventCountSql('account_id', accountId === undefined ? '1' : 'account_id = {accountId:UInt64}'),
    query_params: { ...period, ...(accountId === undefined ? {} : { accountId }) },
    format: 'JSONCompactEachRow',
  });
  const rows = await answer.json<[string, string]>();
  return new Map(rows.map(([id, events]) => [Number(id), Number(events)]));
}

/** Events of every account in a period. */
export async function countAllEvents(clickhouse: Clickhouse, period: Period): Promise<Map<number, number>> {
  const counts = await askAll(clickhouse, async ({ client, foreign }) => {
    const found = await countEventsByAccount(client, { period });
    for (const accountId of foreign) found.delete(accountId);
    return [...found];
  });
  return new Map(counts.flat());
}

/** Events of one account by quarter-hour, in order. */
export async function countEventsByQuarter(
  client: Client,
  { period, accountId }: { period: Period; accountId: number },
): Promise<{ at: number; events: number }[]> {
  const answer = await client.query({
    query: eventCountSql('quarter', 'account_id = {accountId:UInt64}'),
    query_params: { ...period, accountId },
    format: 'JSONCompactEachRow',
  });
  const rows = await answer.json<[string, string]>();
  return rows.map(([at, events]) => ({ at: Number(at), events: Number(events) }));
}

/** When each account had its last click or conversion since then, in UTC seconds and by quarter-hour. */
export async function findLastEvents(clickhouse: Clickhouse, since: number): Promise<Map<number, number>> {
  const found = await askAll(clickhouse, async ({ client, foreign }) => {
    const answer = await client.query({
      query: `SELECT account_id, toUnixTimestamp(max(last)) FROM (
          SELECT account_id, max(quarter) AS last FROM clicks WHERE quarter >= {since:UInt32} GROUP BY account_id
          UNION ALL
          SELECT account_id, max(quarter) AS last FROM conversions WHERE quarter >= {since:UInt32} GROUP BY account_id
        ) GROUP BY account_id`,
      query_params: { since },
      format: 'JSONCompactEachRow',
    });
    const rows = await answer.json<[string, string | number]>();
    return rows.map(([id, at]) => [Number(id), Number(at)] as const).filter(([id]) => !foreign.includes(id));
  });
  return new Map(found.flat());
}
