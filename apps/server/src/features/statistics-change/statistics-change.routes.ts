import type { statisticsChangeApi } from '@poklik/contract/statistics-change';
import type { Handlers } from '../../http/bind-routes.ts';
import type { Services } from '../../services.ts';
import { createChangeService } from './statistics-change.service.ts';

export function statisticsChangeRoutes(services: Services): Handlers<typeof statisticsChangeApi> {
  const explainChange = createChangeService(services);
  return { change: (caller, { query }) => explainChange(caller, query) };
}
