import type { Services } from '../../services.ts';
import { steadyTime } from '../statistics/steady-time.service.ts';
import { EXPIRED, removeExpired } from './retention.repo.ts';

const AT_ONCE = 1_000;
/** Of each kind in one night; the rest goes in the next. */
const BATCHES_MAX = 2_000;

export const retentionJobs = ({ db, config, log }: Services): Record<string, () => Promise<void>> => ({
  remove_expired: async () => {
    if ((await steadyTime({ db, log })) === null) return;
    for (const [kind, days] of Object.entries(config.retention) as [keyof typeof EXPIRED, number][]) {
      if (days === 0) continue;
      let removed = 0;
      for (let batch = 0; batch < BATCHES_MAX; batch += 1) {
        const count = await removeExpired(db, EXPIRED[kind](days), AT_ONCE);
        removed += count;
        if (count < AT_ONCE) break;
      }
      if (removed > 0) log.info({ kind, removed, days }, 'expired rows removed');
    }
  },
});

/** At night, in UTC, in the form of cron. */
export const retentionTimes = ['49 3 * * * remove_expired'];
