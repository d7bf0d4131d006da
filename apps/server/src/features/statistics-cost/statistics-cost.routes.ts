import type { statisticsCostApi } from '@poklik/contract/statistics-cost';
import type { Handlers } from '../../http/bind-routes.ts';
import type { Services } from '../../services.ts';
import { getCostDetails } from './statistics-cost.service.ts';

export const statisticsCostRoutes = (services: Services): Handlers<typeof statisticsCostApi> => ({
  cost: (caller, { query }) => getCostDetails(services, caller, query),
});
