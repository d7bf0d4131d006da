import type { Services } from '../../services.ts';
import { checkCosts } from '../costs/fold-costs.service.ts';
import { forgetVisitors } from './forget-visitors.service.ts';
import { insertCheck } from './statistics.repo.ts';
import { compareStatistics, midnightDaysAgo } from './statistics-check.service.ts';
import { getTrustedTime } from './trusted-time.service.ts';

/** Full days that each nightly check compares. */
const CHECKED_DAYS = 31;

export const statisticsJobs = ({ db, clickhouse, config, log }: Services): Record<string, () => Promise<void>> => ({
  check_statistics: async () => {
    const { differences: found, compared } = await compareStatistics({ db, clickhouse }, midnightDaysAgo(CHECKED_DAYS));
    // Cost entries against the changes that reports are built from.
    const differences = [...found, ...(await checkCosts({ db, clickhouse }))];
    await insertCheck(db, differences);
    if (differences.length > 0)
      log.error({ differences: differences.slice(0, 20) }, 'statistics check found differences');
    else log.info({ compared }, 'statistics check passed');
  },
  /** Deletes data past the tariff's retention and identifiers of sources, and truncates IP addresses past the configured age. */
  forget_visitors: async () => {
    const now = await getTrustedTime({ db, log });
    if (now !== null) await forgetVisitors({ db, clickhouse }, { now, fullIpDays: config.clicks.fullIpDays });
  },
});

/** Cron expressions, at night in UTC. */
export const statisticsSchedule = ['37 2 * * * check_statistics', '47 3 * * * forget_visitors'];
