import type { Services } from '../../services.ts';
import { removeCampaignRows } from '../../stats/retention/remove-campaign-rows.ts';
import { clientsWith, whileSettled } from '../../stores/shards/ask-shards.ts';
import { listPurgeableCampaigns, purgeCampaign } from './campaigns.repo.ts';

/** Until then an operator can restore a deleted campaign. */
const PURGE_AFTER_DAYS = 30;

export const campaignsJobs = (services: Services): Record<string, () => Promise<void>> => ({
  /** Clicks are deleted first: if that fails, the campaign row remains and the job retries it. */
  purge_campaigns: async () => {
    const { db, clickhouse, log } = services;
    for (const { id, accountId } of await listPurgeableCampaigns(db, PURGE_AFTER_DAYS)) {
      try {
        await whileSettled(clickhouse, async () => {
          for (const client of await clientsWith(clickhouse, accountId))
            await removeCampaignRows(client, accountId, id);
        });
        await purgeCampaign(db, accountId, id);
        log.info({ campaign: id }, 'campaign purged');
      } catch (error) {
        // A failure must not stop the others; this campaign is retried the next night.
        log.error({ err: error, campaign: id }, 'campaign purge failed');
      }
    }
  },
});

/** Cron syntax, UTC. */
export const campaignsSchedule = ['17 3 * * * purge_campaigns'];
