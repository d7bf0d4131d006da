import type { Services } from '../../../services.ts';
import { releaseDueCommissions } from './commissions.service.ts';

export const referralsJobs = (services: Services): Record<string, () => Promise<void>> => ({
  release_commissions: async () => {
    const released = await releaseDueCommissions(services);
    if (released > 0) services.log.info({ released }, 'commissions released');
  },
});

/** Cron expressions. */
export const referralsSchedule = ['*/10 * * * * release_commissions'];
