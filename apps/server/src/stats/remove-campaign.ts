import type { Clickhouse } from '../stores/clickhouse.ts';

type Client = Clickhouse['client'];
const TABLES = ['clicks', 'page_events', 'conversions'] as const;

/** Everything that is known of the visitors of a campaign; resolves when it is gone. */
export async function removeCampaign(client: Client, accountId: number, campaignId: number): Promise<void> {
  for (const table of TABLES) {
    const remove = () =>
      client.command({
        query: `ALTER TABLE ${table} DELETE WHERE account_id = {accountId:UInt64} AND campaign_id = {campaignId:UInt64}`,
        query_params: { accountId, campaignId },
        clickhouse_settings: { mutations_sync: '2' },
      });
    try {
      await remove();
    } catch (error) {
      if (!(error instanceof Error && /Cannot link/.test(error.message))) throw error;
      await copyInsteadOfLinking(client, table);
      await remove();
    }
  }
}

/** What a deletion leaves alone is linked, not copied; the engine's portable build has no links on its disk. */
async function copyInsteadOfLinking(client: Client, table: string): Promise<void> {
  await client.command({
    query: 'KILL MUTATION WHERE database = currentDatabase() AND table = {table:String} AND NOT is_done SYNC',
    query_params: { table },
  });
  await client.command({ query: `ALTER TABLE ${table} MODIFY SETTING always_use_copy_instead_of_hardlinks = 1` });
}
