import { type BackgroundLoop, runLoop } from '../../background-loop.ts';
import type { Services } from '../../services.ts';
import { COSTS_CHANNEL } from './costs.repo.ts';
import { findLateClicks, foldDueCosts } from './fold-costs.service.ts';
import { noticeUnreadableCosts } from './unreadable-costs.service.ts';

/** Late clicks have their share of a cost within a minute. */
const LATE_CLICKS_INTERVAL_MS = 20_000;

export const costsJobs = (services: Services): Record<string, () => Promise<void>> => ({
  notice_unreadable_costs: () => noticeUnreadableCosts(services),
});

export const costsSchedule = ['50 * * * * notice_unreadable_costs'];

/** Makes statistics follow cost entries. */
export async function startCostFolds(services: Services): Promise<Pick<BackgroundLoop, 'stop'>> {
  let checkedAt = Number.NEGATIVE_INFINITY;
  const loop = runLoop({
    failure: 'folding costs failed',
    log: services.log,
    iterate: async () => {
      if (performance.now() - checkedAt >= LATE_CLICKS_INTERVAL_MS) {
        await findLateClicks(services);
        checkedAt = performance.now();
      }
      return foldDueCosts(services);
    },
  });
  const stopListening = await services.listen(COSTS_CHANNEL, loop.wake, loop.wake);
  return {
    async stop() {
      await stopListening();
      await loop.stop();
    },
  };
}
