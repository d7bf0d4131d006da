import type { SavedView } from '@poklik/contract/saved-views';
import type { statisticsApi } from '@poklik/contract/statistics';
import type { Handlers } from '../../http/bind-routes.ts';
import { translator } from '../../i18n/translate.ts';
import type { Services } from '../../services.ts';
import { createLiveClicks } from './live-clicks.ts';
import { deleteView, saveView } from './saved-views.service.ts';
import { listViews } from './statistics.repo.ts';
import { createStatisticsService } from './statistics.service.ts';
import { exportStatistics } from './statistics-export.ts';

export function statisticsRoutes(services: Services): Handlers<typeof statisticsApi> {
  const { db } = services;
  const liveClicks = createLiveClicks(services);
  const getStatistics = createStatisticsService(services);
  return {
    get: (caller, { query }) => getStatistics(caller, query),
    export: (caller, { query }) => exportStatistics(services, caller, query),
    // A campaign that is missing or not accessible yields no clicks.
    live: (caller, { query }) => liveClicks(caller, query.company_id),
    views: async (caller) => ({ data: (await listViews(db, caller)).map(toView) }),
    saveView: async (caller, { body }) => ({ data: toView(await saveView(db, caller, body)) }),
    removeView: async (caller, { params }) => {
      await deleteView(db, caller, params.id);
      return { message: translator(caller.language)('done.view_removed') };
    },
  };
}

const toView = ({ id, name, search, createdAt }: Awaited<ReturnType<typeof listViews>>[number]): SavedView => ({
  id,
  name,
  search,
  created_at: createdAt.toISOString(),
});
