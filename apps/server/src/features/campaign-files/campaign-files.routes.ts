import type { campaignFilesApi } from '@poklik/contract/campaign-files';
import type { Handlers } from '../../http/bind-routes.ts';
import type { Services } from '../../services.ts';
import { exportCsv, exportJson } from './export-files.service.ts';
import { importCampaigns } from './import-files.service.ts';

export const campaignFilesRoutes = (services: Services): Handlers<typeof campaignFilesApi> => ({
  exportJson: async (caller, { query }) => exportJson(services, caller, query),
  exportCsv: async (caller, { query }) => exportCsv(services, caller, query),
  import: async (caller, { body }) => ({ data: await importCampaigns(services, caller, body) }),
});
