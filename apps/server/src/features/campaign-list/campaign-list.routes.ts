import type { campaignListApi } from '@poklik/contract/campaign-list';
import type { Handlers } from '../../http/bind-routes.ts';
import type { Services } from '../../services.ts';
import { updateWeights } from '../campaigns/campaigns.service.ts';
import { createSavedViewHandlers } from '../saved-views/saved-views.service.ts';
import { exportCampaigns } from './export-campaigns.service.ts';

export const campaignListRoutes = (services: Services): Handlers<typeof campaignListApi> => ({
  export: (caller, { query }) => exportCampaigns(services, caller, query),
  weights: async (caller, { body }) => ({ data: await updateWeights(services, caller, body.campaigns) }),
  ...createSavedViewHandlers(services.db, 'campaigns'),
});
