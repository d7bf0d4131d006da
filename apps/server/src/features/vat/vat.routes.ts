import type { vatApi } from '@poklik/contract/vat';
import type { Handlers } from '../../http/bind-routes.ts';
import type { Services } from '../../services.ts';
import type { AuthTools } from '../auth/auth.service.ts';
import { confirmCaller } from '../auth/confirm-caller.service.ts';
import { confirmVatRates, getVatRates } from './vat-rates.service.ts';

export const vatRoutes = (services: Services, tools: AuthTools): Handlers<typeof vatApi> => ({
  rates: async () => ({ data: await getVatRates(services) }),
  confirm: async (caller, { body }) => {
    await confirmCaller(services, tools, caller, body);
    await confirmVatRates(services.db, caller, body);
    return { data: await getVatRates(services) };
  },
});
