import type { outgoingApi } from '@poklik/contract/outgoing';
import type { Handlers } from '../../http/bind-routes.ts';
import { buildPage } from '../../http/paging.ts';
import { translator } from '../../i18n/translate.ts';
import type { Services } from '../../services.ts';
import { listLogPage, replayDeliveries, testPostback } from '../conversions/outgoing/outgoing-log.service.ts';
import { deleteSecret, listSecretNames, saveSecret } from '../conversions/outgoing/secrets.service.ts';

export function outgoingRoutes(services: Services): Handlers<typeof outgoingApi> {
  return {
    list: async (caller, { query }) => {
      const { entries, total } = await listLogPage(services, caller, query);
      return { data: entries, ...buildPage('/outgoing', query, total) };
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
