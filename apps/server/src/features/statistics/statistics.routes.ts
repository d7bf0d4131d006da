import type { statisticsApi } from '@poklik/contract/statistics';
import type { Handlers } from '../../http/bind-routes.ts';
import type { Services } from '../../services.ts';
import { createSavedViewHandlers } from '../saved-views/saved-views.service.ts';
import { exportStatistics } from './export-statistics.service.ts';
import { createLiveClicks } from './live-clicks.service.ts';
import { createStatisticsService } from './statistics.service.ts';

export function statisticsRoutes(services: Services): Handlers<typeof statisticsApi> {
  const { db } = services;
  const liveClicks = createLiveClicks(services);
  const getStatistics = createStatisticsService(services);
  return {
    get: (caller, { query }) => getStatistics(caller, query),
    export: (caller, { query }) => exportStatistics(services, caller, query),
    // A campaign that is missing or not accessible yields no clicks.
    live: (caller, { query }) => liveClicks(caller, query.company_id),
    ...createSavedViewHandlers(db, 'statistics'),
  };
}
