import type { Clickhouse } from '../stores/clickhouse.ts';
import type { Period } from './period.ts';

type Client = Clickhouse['client'];

const WITHIN = 'quarter >= {from:UInt32} AND quarter < {until:UInt32}';

/** Events that count toward the plan: counted clicks, and each conversion once. */
const eventsBy = (key: 'account_id' | 'quarter', condition: string): string => `
  SELECT ${key === 'quarter' ? 'toUnixTimestamp(quarter)' : key}, sum(events) FROM (
    SELECT ${key}, toInt64(count()) AS events FROM clicks
    WHERE ${WITHIN} AND verdict = 0 AND ${condition} GROUP BY ${key}
    UNION ALL
    SELECT ${key}, toInt64(sum(sign)) AS events FROM conversions
    WHERE ${WITHIN} AND ${condition} GROUP BY ${key}
  ) GROUP BY ${key} ORDER BY ${key}`;

/** Events by account in a period, of one account or of all. */
export async function eventsOfAccounts(
  client: Client,
  { period, accountId }: { period: Period; accountId?: number },
): Promise<Map<number, number>> {
  const answer = await client.query({
    query: eventsBy('account_id', accountId === undefined ? '1' : 'account_id = {accountId:UInt64}'),
    query_params: { ...period, ...(accountId === undefined ? {} : { accountId }) },
    format: 'JSONCompactEachRow',
  });
  const rows = await answer.json<[string, string]>();
  return new Map(rows.map(([id, events]) => [Number(id), Number(events)]));
}

/** Events of one account by quarter-hour, in order. */
export async function eventsByQuarter(
  client: Client,
  { period, accountId }: { period: Period; accountId: number },
): Promise<{ at: number; events: number }[]> {
  const answer = await client.query({
    query: eventsBy('quarter', 'account_id = {accountId:UInt64}'),
    query_params: { ...period, accountId },
    format: 'JSONCompactEachRow',
  });
  const rows = await answer.json<[string, string]>();
  return rows.map(([at, events]) => ({ at: Number(at), events: Number(events) }));
}
