import type { Services } from '../../services.ts';
import { getTrustedTime } from '../statistics/trusted-time.service.ts';
import { EXPIRED_ROWS, removeExpired, removeOldCapUsage, removeOldLearnedWeights } from './retention.repo.ts';

const BATCH_SIZE = 1_000;
/** Per kind and night; the rest is removed in the next nights. */
const BATCHES_MAX = 2_000;

export const retentionJobs = ({ db, config, log }: Services): Record<string, () => Promise<void>> => ({
  remove_expired: async () => {
    if ((await getTrustedTime({ db, log })) === null) return;
    await removeOldCapUsage(db);
    await removeOldLearnedWeights(db);
    for (const [kind, days] of Object.entries(config.retention) as [keyof typeof EXPIRED_ROWS, number][]) {
      if (days === 0) continue;
      let removed = 0;
      for (let batch = 0; batch < BATCHES_MAX; batch += 1) {
        const count = await removeExpired(db, EXPIRED_ROWS[kind](days), BATCH_SIZE);
        removed += count;
        if (count < BATCH_SIZE) break;
      }
      if (removed > 0) log.info({ kind, removed, days }, 'expired rows removed');
    }
  },
});

/** Cron expressions, at night in UTC. */
export const retentionSchedule = ['49 3 * * * remove_expired'];
