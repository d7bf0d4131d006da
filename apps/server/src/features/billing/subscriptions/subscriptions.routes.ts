import type { subscriptionsApi } from '@poklik/contract/subscriptions';
import type { Handlers } from '../../../http/bind-routes.ts';
import { translator } from '../../../i18n/translate.ts';
import type { Services } from '../../../services.ts';
import { assignTariff } from './assign-tariff.service.ts';
import { getSubscriptionWithUsage } from './usage.service.ts';

export const subscriptionsRoutes = (services: Services): Handlers<typeof subscriptionsApi> => ({
  get: async ({ accountId }) => ({ data: await getSubscriptionWithUsage(services, accountId) }),
  assign: async (caller, { params, body }) => {
    await assignTariff(services.db, caller, { userId: params.user_id, tariffId: params.tariff_id, ...body });
    return { message: translator(caller.language)('done.tariff_assigned') };
  },
});
