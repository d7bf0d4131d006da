import type { Clickhouse } from '../../stores/clickhouse.ts';
import { deleteRows, VISITOR_TABLES } from './delete-rows.ts';

/** Deletes all rows of a campaign; resolves when they are gone. */
export async function removeCampaignRows(
  client: Clickhouse['client'],
  accountId: number,
  campaignId: number,
): Promise<void> {
  for (const table of VISITOR_TABLES) {
    const where = 'account_id = {accountId:UInt64} AND campaign_id = {campaignId:UInt64}';
    await deleteRows(client, table, where, { accountId, campaignId });
  }
}
