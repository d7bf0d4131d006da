import { type BackgroundLoop, runLoop } from '../../background-loop.ts';
import type { Services } from '../../services.ts';
import { checkDomain } from './check-domain.service.ts';
import { claimDueDomains } from './domains.repo.ts';

const CONCURRENCY = 16;
/** Longer than a check takes at most. */
const LEASE_SECONDS = 120;

/** Checks domains when they are due. */
export function startDomainChecks(services: Services): Pick<BackgroundLoop, 'stop'> {
  const { db, log, config } = services;
  const running = new Set<Promise<void>>();
  if (!config.trackingZone) return { stop: async () => undefined };
  const loop = runLoop({
    failure: 'reading due domains failed',
    log,
    iterate: async () => {
      const room = CONCURRENCY - running.size;
      if (room <= 0) return false;
      const due = await claimDueDomains(db, room, LEASE_SECONDS);
      for (const id of due) {
        const check = checkDomain(services, id)
          // Repeated after the lease.
          .catch((error: unknown) => log.warn({ err: error, domain: id }, 'domain check failed'))
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
