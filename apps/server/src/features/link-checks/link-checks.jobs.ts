import { type BackgroundLoop, runLoop } from '../../background-loop.ts';
import type { Services } from '../../services.ts';
import { claimDueTargets } from './link-checks.repo.ts';
import { checkTarget } from './link-checks.service.ts';

const CONCURRENCY = 16;
/** Longer than a check takes at most. */
const LEASE_SECONDS = 60;

/** Checks URLs of offers and landers when they are due. */
export function startLinkChecks(services: Services): Pick<BackgroundLoop, 'stop'> {
  const { db, log } = services;
  const running = new Set<Promise<void>>();
  const loop = runLoop({
    failure: 'reading due links failed',
    log,
    iterate: async () => {
      const room = CONCURRENCY - running.size;
      if (room <= 0) return false;
      for (const target of await claimDueTargets(db, room, LEASE_SECONDS)) {
        const check = checkTarget(services, target)
          // Repeated after the lease.
          .catch((error: unknown) => log.warn({ err: error, [target.kind]: target.id }, 'link check failed'))
          .finally(() => {
            running.delete(check);
            loop.wake();
          });
        running.add(check);
      }
      return false;
    },
  });
  return {
    async stop() {
      await loop.stop();
      await Promise.all(running);
    },
  };
}
