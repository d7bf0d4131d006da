import type { legalApi } from '@poklik/contract/legal';
import type { Handlers } from '../../http/bind-routes.ts';
import { translator } from '../../i18n/translate.ts';
import type { Services } from '../../services.ts';
import { acceptDocument, getDocument, listEditions, listPendingEditions, publishDocument } from './legal.service.ts';

export const legalRoutes = (services: Services): Handlers<typeof legalApi> => ({
  list: async () => ({ data: await listEditions(services) }),
  get: async (_visitor, { params, query }) => ({
    data: await getDocument(services, params.slug, query.version === undefined ? undefined : Number(query.version)),
  }),
  publish: async (caller, { params, body }) => ({ data: await publishDocument(services, caller, params.slug, body) }),
  pending: async (caller) => ({ data: await listPendingEditions(services, caller) }),
  accept: async (caller, { body }) => {
    await acceptDocument(services, caller, body);
    return { message: translator(caller.language)('done.legal_accepted') };
  },
});
