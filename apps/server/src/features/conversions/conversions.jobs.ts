import { type BackgroundLoop, runLoop } from '../../background-loop.ts';
import type { Services } from '../../services.ts';
import { POSTBACKS_CHANNEL } from '../../tracking/postbacks/postback.repo.ts';
import { resolveDuePostbacks } from './resolve-postbacks.service.ts';
import { INITIAL_SYNC_STATE, type SyncState, syncConversions } from './sync/conversion-sync.service.ts';

/** Resolves incoming postbacks and syncs their conversions to ClickHouse. */
export async function startConversionLoops(services: Services): Promise<Pick<BackgroundLoop, 'stop'>> {
  const { log } = services;
  const syncState: SyncState = { ...INITIAL_SYNC_STATE };
  const syncLoop = runLoop({
    failure: 'conversion sync failed',
    log,
    iterate: () => syncConversions(services, syncState),
  });
  const resolveLoop = runLoop({
    failure: 'resolving postbacks failed',
    log,
    iterate: async () => {
      const hasMore = await resolveDuePostbacks(services);
      syncLoop.wake();
      return hasMore;
    },
  });
  const stopListening = await services.listen(POSTBACKS_CHANNEL, resolveLoop.wake, resolveLoop.wake);
  return {
    async stop() {
      await stopListening();
      await resolveLoop.stop();
      await syncLoop.stop();
    },
  };
}
