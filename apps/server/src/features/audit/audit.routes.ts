import type { auditApi } from '@poklik/contract/audit';
import type { Handlers } from '../../http/bind-routes.ts';
import type { Services } from '../../services.ts';
import { listActivity } from './activity.service.ts';

export const auditRoutes = ({ db }: Services): Handlers<typeof auditApi> => ({
  list: (caller, { query }) => listActivity(db, caller, caller, { path: '/activity', query }),
});
