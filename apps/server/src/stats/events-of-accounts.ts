import type { Clickhouse } from '../stores/clickhouse.ts';
import type { Period } from './period.ts';

/** What tariffs count, by account: counted clicks over a period, of one account or of all that had any. */
export async function eventsOfAccounts(
  client: Clickhouse['client'],
  { period, accountId }: { period: Period; accountId?: number },
): Promise<Map<number, number>> {
  const answer = await client.query({
    query: `
      SELECT account_id, count() FROM clicks
      WHERE quarter >= {from:UInt32} AND quarter < {until:UInt32} AND verdict = 0
        ${accountId === undefined ? '' : 'AND account_id = {accountId:UInt64}'}
      GROUP BY account_id`,
    query_params: { ...period, ...(accountId === undefined ? {} : { accountId }) },
    format: 'JSONCompactEachRow',
  });
  const rows = await answer.json<[string, string]>();
  return new Map(rows.map(([id, events]) => [Number(id), Number(events)]));
}
