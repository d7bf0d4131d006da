import type { healthApi } from '@poklik/contract/health';
import type { Handlers } from '../../http/bind.ts';
import type { Services } from '../../services.ts';
import { findStore } from '../../stats/find-store.ts';
import { requireDatabase, requireEverything, type TrackerBeside } from './health.service.ts';

/** With a tracker beside it, that one answers for itself whether it lives and is ready, and is asked about here. */
export const healthRoutes = (services: Services, beside?: TrackerBeside): Handlers<typeof healthApi> => ({
  live: async () => ({ status: 'ok' }),
  ready: async () => {
    await requireDatabase(services);
    return { status: 'ok' };
  },
  check: async () => {
    await requireEverything(services, beside);
    return { status: 'ok' };
  },
  statistics: async () => {
    const hasTables = await findStore(services.clickhouse.client, 'clicks').catch(() => null);
    return { complete_until: null, state: hasTables === null ? 'unavailable' : 'current' };
  },
});
