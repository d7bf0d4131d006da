import type { CampaignSettings } from '@poklik/contract/campaigns';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { AccountScope } from '../../http/caller.ts';
import type { Database } from '../../stores/postgres.ts';
import { campaigns, campaignVersions as versions } from '../../stores/tables/campaigns.ts';

/** Versions whose links may carry the cost of a click. */
export function listVersionsWithCostParam(
  db: Database,
  { accountId, campaignIds }: AccountScope,
  campaignId: number | undefined,
) {
  const asked = campaignId === undefined ? campaignIds : [campaignId];
  return db
    .select({
      campaignId: versions.campaignId,
      version: versions.version,
      cost_model: sql<CampaignSettings['cost_model']>`${versions.settings} ->> 'cost_model'`,
      cost_value: sql<string>`coalesce(${versions.settings} ->> 'cost_value', '0')`,
    })
    .from(versions)
    .innerJoin(campaigns, eq(campaigns.id, versions.campaignId))
    .where(
      and(
        eq(campaigns.accountId, accountId),
        asked === null ? undefined : inArray(versions.campaignId, [...asked]),
        sql`${versions.settings} ->> 'cost_param' is not null`,
      ),
    );
}
