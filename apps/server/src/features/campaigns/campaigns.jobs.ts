import type { Services } from '../../services.ts';
import { removeCampaignRows } from '../../stats/remove-campaign-rows.ts';
import { listPurgeableCampaigns, purgeCampaign } from './campaigns.repo.ts';

/** How long a deleted campaign can still be brought back by the operator. */
const PURGE_AFTER_DAYS = 30;

export const campaignsJobs = (services: Services): Record<string, () => Promise<void>> => ({
  /** Clicks go first: if that fails, the campaign is still there to be tried again. */
  purge_campaigns: async () => {
    const { db, clickhouse, log } = services;
    for (const { id, accountId } of await listPurgeableCampaigns(db, PURGE_AFTER_DAYS)) {
      try {
        await removeCampaignRows(clickhouse.client, accountId, id);
        await purgeCampaign(db, accountId, id);
        log.info({ campaign: id }, 'a deleted campaign was purged with its clicks');
      } catch (error) {
        // The others are purged all the same; this one is tried again the next night.
        log.error({ err: error, campaign: id }, 'deleted campaign not purged');
      }
    }
  },
});

/** At night, in UTC, in the form of cron. */
export const campaignsSchedule = ['17 3 * * * purge_campaigns'];
