import type { Clickhouse } from '../stores/clickhouse.ts';

export interface BlackListHits {
  blackListId: number;
  hits: number;
  lastHitAt: Date;
}

/** Hits per black list entry, of all entries of the account or some; entries without hits are left out. */
export async function countBlackListHits(
  client: Clickhouse['client'],
  accountId: number,
  blackListIds?: readonly number[],
): Promise<BlackListHits[]> {
  const answer = await client.query({
    query: `
      SELECT black_list_id AS id, count() AS hits, toUnixTimestamp64Milli(max(at)) AS last_hit_ms
      FROM clicks
      WHERE account_id = {accountId:UInt64} AND black_list_id != 0
        ${blackListIds ? 'AND black_list_id IN {blackListIds:Array(UInt64)}' : ''}
      GROUP BY black_list_id`,
    query_params: { accountId, ...(blackListIds ? { blackListIds } : {}) },
    format: 'JSONEachRow',
  });
  const rows = await answer.json<Record<'id' | 'hits' | 'last_hit_ms', string>>();
  return rows.map(({ id, hits, last_hit_ms }) => ({
    blackListId: Number(id),
    hits: Number(hits),
    lastHitAt: new Date(Number(last_hit_ms)),
  }));
}
