import type { statisticsFunnelApi } from '@poklik/contract/statistics-funnel';
import type { Handlers } from '../../http/bind-routes.ts';
import type { Services } from '../../services.ts';
import { getFunnel } from './statistics-funnel.service.ts';

export const statisticsFunnelRoutes = (services: Services): Handlers<typeof statisticsFunnelApi> => ({
  funnel: (caller, { query }) => getFunnel(services, caller, query),
});
