import type { Services } from '../../services.ts';
import { removeOldReplays } from './replays.repo.ts';
import { runReplay } from './run-replay.service.ts';

export const replaysJobs = (services: Services): Record<string, (payload: unknown) => Promise<void>> => ({
  replay_clicks: async (payload) => runReplay(services, (payload as { id: number }).id),
  remove_old_replays: async () => void (await removeOldReplays(services.db)),
});

/** Cron syntax, UTC. */
export const replaysSchedule = ['43 3 * * * remove_old_replays'];
