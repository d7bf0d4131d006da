import { type DayTotals, findDifferences } from '@poklik/domain/statistics/reconcile';
import type { Services } from '../../services.ts';
import { readAllTotals } from '../../stats/daily-totals.ts';
import { compareWithSyncedTotals } from '../conversions/sync/conversion-sync-check.service.ts';
import { listRetention } from './statistics.repo.ts';

const DAY_SECONDS = 86_400;
/** What PostgreSQL knows as well. */
const SYNCED: ReadonlySet<string> = new Set(['conversions', 'refunds']);

export const midnightDaysAgo = (days: number): number =>
  (Math.floor(Date.now() / 1000 / DAY_SECONDS) - days) * DAY_SECONDS;

/**
 * Compares metrics with rows, and the rows of conversions, from which reports are built, with PostgreSQL; since a time
 * in seconds.
 */
export async function compareStatistics({ db, clickhouse }: Pick<Services, 'db' | 'clickhouse'>, since: number) {
  const { synced, found } = await compareWithSyncedTotals(db, since, () => readAllTotals(clickhouse, since));
  const { rollups: counted, rows } = found;
  const isRetained = createRetentionFilter(await listRetention(db));
  const differences = [
    ...findDifferences(rows, counted),
    ...findDifferences(
      synced.filter(isRetained),
      rows.filter((one) => SYNCED.has(one.what) && isRetained(one)),
    ),
  ];
  return { differences, compared: rows.length };
}

/** Matches days that are fully within an account's retention. */
function createRetentionFilter(accounts: Awaited<ReturnType<typeof listRetention>>): (one: DayTotals) => boolean {
  const firstDays = new Map(
    accounts.map(({ id, retentionDays }) => [
      id,
      new Date(midnightDaysAgo(retentionDays - 1) * 1000).toISOString().slice(0, 10),
    ]),
  );
  return ({ accountId, day }) => day >= (firstDays.get(accountId) ?? '9999');
}
