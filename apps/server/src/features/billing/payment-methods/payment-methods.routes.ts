import type { paymentMethodsApi } from '@poklik/contract/payment-methods';
import type { Handlers } from '../../../http/bind-routes.ts';
import { translator } from '../../../i18n/translate.ts';
import type { LiveProviders } from '../../../payments/configured-provider.ts';
import type { Services } from '../../../services.ts';
import { toPaymentMethod } from './payment-method.response.ts';
import { listPaymentMethods } from './payment-methods.repo.ts';
import { addPaymentMethod, makeMethodFirst, removePaymentMethod } from './payment-methods.service.ts';

export const paymentMethodsRoutes = (
  services: Services,
  providers: LiveProviders,
): Handlers<typeof paymentMethodsApi> => ({
  list: async ({ accountId }) => ({ data: (await listPaymentMethods(services.db, accountId)).map(toPaymentMethod) }),
  add: async (caller, { body }) => {
    const provider = body.provider ? providers.find(body.provider) : providers.list().find(({ can }) => can.setUp);
    return { data: { url: await addPaymentMethod(services, provider ?? null, caller) } };
  },
  makeFirst: async (caller, { params }) => ({ data: await makeMethodFirst(services.db, caller, params.id) }),
  remove: async (caller, { params }) => {
    await removePaymentMethod(services.db, caller, params.id);
    return { message: translator(caller.language)('done.payment_method_removed') };
  },
});
