import type { conversionTypesApi } from '@poklik/contract/conversion-types';
import type { Handlers } from '../../http/bind-routes.ts';
import type { Services } from '../../services.ts';
import { getTypes, setTypes } from './conversion-types.service.ts';

export function conversionTypesRoutes({ db }: Services): Handlers<typeof conversionTypesApi> {
  return {
    list: async ({ accountId }) => ({ data: await getTypes(db, accountId) }),
    replace: async (caller, { body }) => ({ data: await setTypes(db, caller, body.types) }),
  };
}
