import type { Services } from '../../services.ts';
import { releaseDue } from './commissions.service.ts';

export const referralsJobs = ({ db, log }: Services): Record<string, () => Promise<void>> => ({
  release_commissions: async () => {
    const released = await releaseDue(db);
    if (released > 0) log.info({ released }, 'commissions came free');
  },
});

/** In the form of cron. */
export const referralsTimes = ['*/10 * * * * release_commissions'];
