import type { replaysApi } from '@poklik/contract/replays';
import type { Handlers } from '../../http/bind-routes.ts';
import type { Services } from '../../services.ts';
import { getReplay, startReplay } from './replays.service.ts';

export const replaysRoutes = (services: Services): Handlers<typeof replaysApi> => ({
  create: async (caller, { params, body }) => ({ data: await startReplay(services, caller, params.id, body) }),
  get: async (caller, { params }) => ({ data: await getReplay(services, caller, params.id) }),
});
