import type { costsApi } from '@poklik/contract/costs';
import type { Handlers } from '../../http/bind-routes.ts';
import { buildPage, pageWindow } from '../../http/paging.ts';
import type { Services } from '../../services.ts';
import { countEntries, listEntries } from './costs.repo.ts';
import { createCosts, toCostEntry, undoCost } from './costs.service.ts';
import { importCosts } from './costs-import.service.ts';

export function costsRoutes(services: Services): Handlers<typeof costsApi> {
  const { db } = services;
  return {
    list: async (caller, { query }) => {
      const { company_id: campaignId, state, sort = 'created_at', order = 'desc' } = query;
      const filter = { campaignId, state };
      const [rows, total] = await Promise.all([
        listEntries(db, caller, { ...pageWindow(query), filter, sort, order }),
        countEntries(db, caller, filter),
      ]);
      return { data: rows.map(toCostEntry), ...buildPage('/costs', query, total) };
    },
    create: async (caller, { body }) => ({ data: await createCosts(services, caller, body) }),
    import: async (caller, { body }) => ({ data: await importCosts(services, caller, body) }),
    undo: async (caller, { params, body }) => ({ data: await undoCost(db, caller, params.id, body.reason) }),
  };
}
