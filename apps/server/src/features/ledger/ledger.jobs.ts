import { forgetOldRequests } from '../../http/idempotency.ts';
import type { Services } from '../../services.ts';

export const ledgerJobs = ({ db }: Services): Record<string, () => Promise<void>> => ({
  forget_requests: async () => {
    await forgetOldRequests(db);
  },
});

/** In the form of cron. */
export const ledgerTimes = ['23 * * * * forget_requests'];
