import type { healthApi } from '@poklik/contract/health';
import type { Handlers } from '../../http/bind-routes.ts';
import type { Services } from '../../services.ts';
import { getFreshness } from '../statistics/freshness.service.ts';
import { requireAllServices, requireDatabase, type TrackerHealth } from './health.service.ts';

/** A tracker in the same process has its own liveness and readiness endpoints; only its health is included here. */
export const healthRoutes = (services: Services, trackerHealth?: TrackerHealth): Handlers<typeof healthApi> => ({
  live: async () => ({ status: 'ok' }),
  ready: async () => {
    await requireDatabase(services);
    return { status: 'ok' };
  },
  check: async () => {
    await requireAllServices(services, trackerHealth);
    return { status: 'ok' };
  },
  statistics: async () => {
    const freshness = await getFreshness(services).catch(() => null);
    if (!freshness?.hasTables) return { complete_until: null, state: 'unavailable' };
    const { completeUntil, isBehind } = freshness;
    return { complete_until: completeUntil?.toISOString() ?? null, state: isBehind ? 'behind' : 'current' };
  },
});
