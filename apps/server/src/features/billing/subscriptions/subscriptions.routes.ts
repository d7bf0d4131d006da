import type { Subscription, subscriptionsApi } from '@poklik/contract/subscriptions';
import type { Handlers } from '../../../http/bind-routes.ts';
import { translator } from '../../../i18n/translate.ts';
import type { Services } from '../../../services.ts';
import { getAccountTariff } from '../tariffs/tariffs.repo.ts';
import { assignTariff } from './assign-tariff.service.ts';
import { findSubscription } from './subscriptions.repo.ts';
import { toSubscriptionTerms } from './subscriptions.service.ts';
import { getUsage } from './usage.service.ts';

export const subscriptionsRoutes = (services: Services): Handlers<typeof subscriptionsApi> => ({
  get: async ({ accountId }) => ({ data: await getSubscription(services, accountId) }),
  assign: async (caller, { params, body }) => {
    await assignTariff(services.db, caller, { userId: params.user_id, tariffId: params.tariff_id, ...body });
    return { message: translator(caller.language)('done.tariff_assigned') };
  },
});

async function getSubscription(services: Services, accountId: number): Promise<Subscription> {
  const [tariff, row] = await Promise.all([
    getAccountTariff(services.db, accountId),
    findSubscription(services.db, accountId),
  ]);
  return {
    ...toSubscriptionTerms(tariff, row),
    usage: await getUsage(services, accountId, tariff, new Date()),
  };
}
