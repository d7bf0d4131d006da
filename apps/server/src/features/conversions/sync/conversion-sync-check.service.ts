import type { DayTotals } from '@poklik/domain/statistics/reconcile';
import { sql } from 'drizzle-orm';
import type { Database } from '../../../stores/postgres.ts';
import { findOpenBatch, lockSync } from './conversion-sync.repo.ts';

/**
 * Daily conversion totals by account (UTC) that PostgreSQL has synced since the given time (seconds), together with
 * the result of `queryAnalytics`. The sync is locked meanwhile, so both must match.
 */
export const compareWithSyncedTotals = <T>(
  db: Database,
  since: number,
  queryAnalytics: () => Promise<T>,
): Promise<{ synced: DayTotals[]; found: T }> =>
  db.transaction(async (tx) => {
    await lockSync(tx);
    // An incomplete batch may be partly in ClickHouse until it is sent again.
    if ((await findOpenBatch(tx)) !== null) throw new Error('conversion sync in progress');
    return { synced: await listSyncedTotals(tx, since), found: await queryAnalytics() };
  });

/** Uses the latest synced state of each conversion. */
async function listSyncedTotals(tx: Database, since: number): Promise<DayTotals[]> {
  const { rows } = await tx.execute<{
    account: string;
    day: string;
    totals: string;
    taken: string;
    refunds: string;
  }>(sql`
    select account_id as account, to_char(received_at at time zone 'UTC', 'YYYY-MM-DD') as day,
      concat_ws(' ', count(*), sum((synced.after ->> 'payout_base_micro')::bigint),
        sum((synced.after ->> 'cost_base_micro')::bigint)) as totals,
      count(*) filter (where (synced.after ->> 'refunded_base_micro')::bigint > 0) as refunds,
      coalesce(sum((synced.after ->> 'refunded_base_micro')::bigint), 0) as taken
    from conversions join lateral (
      select after from conversion_changes where conversion_id = conversions.id and fed_at is not null
      order by revision desc limit 1) as synced on true
    where received_at >= to_timestamp(${since}) group by 1, 2`);
  return rows.flatMap(({ account, day, totals, refunds, taken }) => [
    { accountId: Number(account), day, what: 'conversions', totals },
    ...(taken === '0' ? [] : [{ accountId: Number(account), day, what: 'refunds', totals: `${refunds} ${taken} 0` }]),
  ]);
}
