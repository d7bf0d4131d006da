import type { learningApi } from '@poklik/contract/learning';
import type { Handlers } from '../../http/bind-routes.ts';
import type { Services } from '../../services.ts';
import { getSetLearning } from './learning.service.ts';

export const learningRoutes = (services: Services): Handlers<typeof learningApi> => ({
  get: async (caller, { params }) => ({ data: await getSetLearning(services, caller, params) }),
});
