import type { DayTotals } from '@poklik/domain/statistics/reconcile';
import { sql } from 'drizzle-orm';
import type { Database } from '../../stores/postgres.ts';
import { findOpenBatch, lockSync } from './conversion-sync.repo.ts';

/**
 * What the statistics store has been told of conversions since a moment (seconds), by account and day (of UTC), beside
 * what `look` finds there. Nothing more is told meanwhile, so the two must agree.
 */
export const compareWithSyncedTotals = <T>(
  db: Database,
  since: number,
  queryAnalytics: () => Promise<T>,
): Promise<{ synced: DayTotals[]; found: T }> =>
  db.transaction(async (tx) => {
    await lockSync(tx);
    // Some of it may be there and some not, until it is sent again.
    if ((await findOpenBatch(tx)) !== null) throw new Error('conversions are on their way to the statistics store');
    return { synced: await listSyncedTotals(tx, since), found: await queryAnalytics() };
  });

/** By the latest state of each conversion that was told. */
async function listSyncedTotals(tx: Database, since: number): Promise<DayTotals[]> {
  const { rows } = await tx.execute<{ account: string; day: string; figures: string }>(sql`
    select account_id as account, to_char(received_at at time zone 'UTC', 'YYYY-MM-DD') as day,
      concat_ws(' ', count(*), sum((told.after ->> 'payout_base_micro')::bigint),
        sum((told.after ->> 'cost_base_micro')::bigint)) as figures
    from conversions join lateral (
      select after from conversion_changes where conversion_id = conversions.id and fed_at is not null
      order by revision desc limit 1) as told on true
    where received_at >= to_timestamp(${since}) group by 1, 2`);
  return rows.map(({ account, day, figures }) => ({
    accountId: Number(account),
    day,
    what: 'conversions',
    totals: figures,
  }));
}
