import type { accountApi } from '@poklik/contract/account';
import type { Handlers } from '../../http/bind-routes.ts';
import { translator } from '../../i18n/translate.ts';
import type { Services } from '../../services.ts';
import type { AuthTools } from '../auth/auth.service.ts';
import { closeAccount, getClosingTerms } from './account.service.ts';
import { exportAccountData } from './account-export.service.ts';

export const accountRoutes = (services: Services, tools: AuthTools): Handlers<typeof accountApi> => ({
  export: async (caller) => exportAccountData(services, caller),
  closingTerms: async (caller) => ({ data: await getClosingTerms(services, caller) }),
  close: async (caller, { body }) => {
    await closeAccount(services, tools, caller, body);
    return { message: translator(caller.language)('done.account_deleted') };
  },
});
