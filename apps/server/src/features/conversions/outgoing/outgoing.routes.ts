import type { outgoingApi } from '@poklik/contract/outgoing';
import type { Handlers } from '../../../http/bind-routes.ts';
import { buildPage, pageWindow } from '../../../http/paging.ts';
import { translator } from '../../../i18n/translate.ts';
import type { Services } from '../../../services.ts';
import { getDayRange } from '../conversions.repo.ts';
import { toLogEntry } from './outgoing.response.ts';
import { countDeliveries, listDeliveries } from './outgoing-log.repo.ts';
import { replayDeliveries, testPostback } from './outgoing-log.service.ts';
import { deleteSecret, listSecretNames, saveSecret } from './secrets.service.ts';

export function outgoingRoutes(services: Services): Handlers<typeof outgoingApi> {
  const { db } = services;
  return {
    list: async (caller, { query }) => {
      const { company_id: campaignId, state, search, order = 'desc' } = query;
      const filter = { campaignId, state, search, timeRange: await getDayRange(db, caller.userId, query) };
      const [rows, total] = await Promise.all([
        listDeliveries(db, caller, { ...pageWindow(query), filter, order }),
        countDeliveries(db, caller, filter),
      ]);
      return { data: rows.map((row) => toLogEntry(row, caller.canSeeMoney)), ...buildPage('/outgoing', query, total) };
    },
    test: async (caller, { body }) => ({ data: await testPostback(services, caller, body) }),
    replay: async (caller, { body }) => {
      const queued = await replayDeliveries(services, caller, body.ids);
      return { message: translator(caller.language)('done.outgoing_queued', { count: queued }), data: { queued } };
    },
    secrets: async (caller) => ({ data: await listSecretNames(services, caller) }),
    saveSecret: async (caller, { body }) => ({ data: await saveSecret(services, caller, body) }),
    removeSecret: async (caller, { params }) => {
      await deleteSecret(services, caller, params.name);
      return { message: translator(caller.language)('done.secret_deleted') };
    },
  };
}
