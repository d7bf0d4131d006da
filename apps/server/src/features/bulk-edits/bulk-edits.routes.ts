import type { bulkEditsApi } from '@poklik/contract/bulk-edits';
import type { Handlers } from '../../http/bind-routes.ts';
import type { Services } from '../../services.ts';
import { editCampaigns, undoEdit } from './bulk-edits.service.ts';

export const bulkEditsRoutes = (services: Services): Handlers<typeof bulkEditsApi> => ({
  edit: async (caller, { body }) => ({ data: await editCampaigns(services, caller, body) }),
  undo: async (caller, { body }) => ({ data: await undoEdit(services, caller, body.token) }),
});
