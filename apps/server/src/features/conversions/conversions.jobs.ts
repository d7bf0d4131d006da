import { type BackgroundLoop, runLoop } from '../../background-loop.ts';
import type { Services } from '../../services.ts';
import { POSTBACKS_CHANNEL } from '../../tracking/postbacks/postback.repo.ts';
import { type FedStore, feedConversions, NO_STORE_YET } from './feed-conversions.ts';
import { resolveDue } from './resolve-due.ts';

/** Resolves reports as they come, and brings what they change into the statistics store. */
export async function startConversions(services: Services): Promise<Pick<BackgroundLoop, 'stop'>> {
  const { log } = services;
  const known: FedStore = { ...NO_STORE_YET };
  const feeding = runLoop({
    failure: 'conversions cannot be brought into the statistics store',
    log,
    iterate: () => feedConversions(services, known),
  });
  const resolving = runLoop({
    failure: 'postbacks cannot be resolved',
    log,
    iterate: async () => {
      const hasMore = await resolveDue(services);
      feeding.wake();
      return hasMore;
    },
  });
  const stopListening = await services.listen(POSTBACKS_CHANNEL, resolving.wake, resolving.wake);
  return {
    async stop() {
      await stopListening();
      await resolving.stop();
      await feeding.stop();
    },
  };
}
