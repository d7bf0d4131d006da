import type { Services } from '../../services.ts';
import { checkCampaigns, checkCaps } from './campaign-alerts.service.ts';

export const campaignAlertsJobs = (services: Services): Record<string, () => Promise<void>> => ({
  check_campaigns: () => checkCampaigns(services),
  check_caps: () => checkCaps(services),
});

export const CAMPAIGN_ALERTS_SCHEDULE = ['45 * * * * check_campaigns', '*/5 * * * * check_caps'];
