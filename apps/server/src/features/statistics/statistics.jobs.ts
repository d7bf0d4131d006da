import { type DayTotals, findDifferences } from '@poklik/domain/statistics/reconcile';
import type { Services } from '../../services.ts';
import { readDailyTotals } from '../../stats/daily-totals.ts';
import { deleteRowsBefore, truncateIpsBefore } from '../../stats/data-retention.ts';
import { compareWithSyncedTotals } from '../conversions/conversion-sync-check.service.ts';
import { insertCheck, listRetention } from './statistics.repo.ts';
import { getTrustedTime } from './trusted-time.service.ts';

const DAY_SECONDS = 86_400;
/** Full days that each nightly check compares. */
const CHECKED_DAYS = 31;

const midnightDaysAgo = (days: number): number => (Math.floor(Date.now() / 1000 / DAY_SECONDS) - days) * DAY_SECONDS;

export const statisticsJobs = ({ db, clickhouse, config, log }: Services): Record<string, () => Promise<void>> => ({
  check_statistics: async () => {
    const since = midnightDaysAgo(CHECKED_DAYS);
    const { synced, found } = await compareWithSyncedTotals(db, since, () => readDailyTotals(clickhouse.client, since));
    const { rollups: counted, rows } = found;
    const isRetained = createRetentionFilter(await listRetention(db));
    const differences = [
      ...findDifferences(rows, counted),
      // Conversions in PostgreSQL against the ClickHouse rows that reports are built from.
      ...findDifferences(
        synced.filter(isRetained),
        rows.filter((one) => one.what === 'conversions' && isRetained(one)),
      ),
    ];
    await insertCheck(db, differences);
    if (differences.length > 0)
      log.error({ differences: differences.slice(0, 20) }, 'statistics check found differences');
    else log.info({ compared: rows.length }, 'statistics check passed');
  },
  /** Deletes data past the tariff's retention and truncates IP addresses past the configured age. */
  forget_visitors: async () => {
    const now = await getTrustedTime({ db, log });
    if (now === null) return;
    const daysAgo = (days: number): number => now - days * DAY_SECONDS;
    const accounts = await listRetention(db);
    for (const days of new Set(accounts.map(({ retentionDays }) => retentionDays))) {
      const ids = accounts.filter(({ retentionDays }) => retentionDays === days).map(({ id }) => id);
      await deleteRowsBefore(clickhouse.client, ids, daysAgo(days));
    }
    if (config.clicks.fullIpDays > 0) {
      await truncateIpsBefore(clickhouse.client, daysAgo(config.clicks.fullIpDays));
    }
  },
});

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

/** Cron expressions, at night in UTC. */
export const statisticsSchedule = ['37 2 * * * check_statistics', '47 3 * * * forget_visitors'];
