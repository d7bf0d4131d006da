import type { networkTemplatesApi } from '@poklik/contract/network-templates';
import type { Handlers } from '../../http/bind-routes.ts';
import { translator } from '../../i18n/translate.ts';
import type { Services } from '../../services.ts';
import { addTemplate, changeTemplate, listVisibleTemplates, removeTemplate } from './network-templates.service.ts';

export const networkTemplatesRoutes = ({ db }: Pick<Services, 'db'>): Handlers<typeof networkTemplatesApi> => ({
  templates: async (caller) => ({ data: await listVisibleTemplates(db, caller) }),
  addTemplate: async (caller, { body }) => ({ data: await addTemplate(db, caller, body) }),
  changeTemplate: async (caller, { params, body }) => ({
    data: await changeTemplate(db, caller, params.template_code, body),
  }),
  removeTemplate: async (caller, { params }) => {
    const { isRestored } = await removeTemplate(db, caller, params.template_code);
    const t = translator(caller.language);
    return { message: t(isRestored ? 'done.network_template_restored' : 'done.network_template_deleted') };
  },
});
