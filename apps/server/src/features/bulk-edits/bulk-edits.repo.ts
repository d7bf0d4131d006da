import { CampaignSettings } from '@poklik/contract/campaigns';
import type { CampaignVersionRef } from '@poklik/domain/bulk-edits/campaign-versions';
import { sql } from 'drizzle-orm';
import type { Database } from '../../stores/postgres.ts';

/** Settings of versions by campaign, as they were saved. The campaigns must be the account's. */
export async function listSavedSettings(
  db: Database,
  accountId: number,
  versions: readonly CampaignVersionRef[],
): Promise<Map<number, CampaignSettings>> {
  const { rows } = await db.execute<{ id: number; settings: unknown }>(sql`
    select c.id::float8 as id, v.settings
    from jsonb_to_recordset(${JSON.stringify(versions)}::jsonb) as wanted(id bigint, version integer)
    join campaigns c on c.id = wanted.id and c.account_id = ${accountId}
    join campaign_versions v on v.campaign_id = c.id and v.version = wanted.version`);
  return new Map(rows.map(({ id, settings }) => [id, CampaignSettings.parse(settings)]));
}
