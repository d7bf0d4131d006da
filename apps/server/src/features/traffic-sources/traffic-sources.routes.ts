import type { trafficSourcesApi } from '@poklik/contract/traffic-sources';
import type { Handlers } from '../../http/bind-routes.ts';
import { translator } from '../../i18n/translate.ts';
import type { Services } from '../../services.ts';
import { createSource, deleteSource, editSource, listVisibleSources } from './traffic-sources.service.ts';

export function trafficSourcesRoutes({ db }: Services): Handlers<typeof trafficSourcesApi> {
  return {
    list: async (caller) => ({ data: await listVisibleSources(db, caller) }),
    create: async (caller, { body }) => ({ data: await createSource(db, caller, body) }),
    update: async (caller, { params, body }) => ({ data: await editSource(db, caller, params.id, body) }),
    remove: async (caller, { params }) => {
      await deleteSource(db, caller, params.id);
      return { message: translator(caller.language)('done.traffic_source_deleted') };
    },
  };
}
