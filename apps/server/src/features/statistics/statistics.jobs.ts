import { type DayTotals, findDifferences } from '@poklik/domain/statistics/reconcile';
import type { Services } from '../../services.ts';
import { readDailyTotals } from '../../stats/daily-totals.ts';
import { deleteRowsBefore, truncateIpsBefore } from '../../stats/data-retention.ts';
import { besideFedFigures } from '../conversions/fed-figures.service.ts';
import { insertCheck, listRetention } from './statistics.repo.ts';
import { getTrustedTime } from './trusted-time.service.ts';

const DAY_SECONDS = 86_400;
/** So many whole days back everything is compared each night. */
const CHECKED_DAYS = 31;

const midnightDaysAgo = (days: number): number => (Math.floor(Date.now() / 1000 / DAY_SECONDS) - days) * DAY_SECONDS;

export const statisticsJobs = ({ db, clickhouse, config, log }: Services): Record<string, () => Promise<void>> => ({
  check_statistics: async () => {
    const since = midnightDaysAgo(CHECKED_DAYS);
    const { told, found } = await besideFedFigures(db, since, () => readDailyTotals(clickhouse.client, since));
    const { rollups: counted, rows } = found;
    const isKept = createRetentionFilter(await listRetention(db));
    const differences = [
      ...findDifferences(rows, counted),
      // What PostgreSQL says of conversions, against the rows that every figure comes from.
      ...findDifferences(
        told.filter(isKept),
        rows.filter((one) => one.what === 'conversions' && isKept(one)),
      ),
    ];
    await insertCheck(db, differences);
    if (differences.length > 0) log.error({ differences: differences.slice(0, 20) }, 'the statistics do not agree');
    else log.info({ compared: rows.length }, 'the statistics agree');
  },
  /** What is older than an account's tariff keeps, and addresses that are older than the operator keeps whole. */
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

/** Days of which an account's statistics still have everything. */
function createRetentionFilter(accounts: Awaited<ReturnType<typeof listRetention>>): (one: DayTotals) => boolean {
  const firstDays = new Map(
    accounts.map(({ id, retentionDays }) => [
      id,
      new Date(midnightDaysAgo(retentionDays - 1) * 1000).toISOString().slice(0, 10),
    ]),
  );
  return ({ accountId, day }) => day >= (firstDays.get(accountId) ?? '9999');
}

/** At night, in UTC, in the form of cron. */
export const statisticsSchedule = ['37 2 * * * check_statistics', '47 3 * * * forget_visitors'];
