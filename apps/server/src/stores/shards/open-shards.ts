import type { ShardAddress } from '../../shards/shard-settings.ts';
import { type Clickhouse, connect, type OpenClickhouse, pingClient, type Shard } from '../clickhouse.ts';
import { openSharedPlacement, type SharedPlacement } from './shared-placement.ts';

export interface OpenShards extends Omit<OpenClickhouse, 'url'> {
  shards: NonNullable<Clickhouse['shards']>;
}

/** Several ClickHouse servers, each with the rows of some accounts. */
export async function openShards(
  addresses: readonly ShardAddress[],
  databaseUrl: string,
  cluster?: string,
): Promise<OpenShards> {
  const placement: SharedPlacement = await openSharedPlacement(
    databaseUrl,
    addresses.map(({ name }) => name),
  );
  const all = addresses.map(({ name, url }): Shard => {
    const client = connect(url, cluster);
    return { name, client, ping: () => pingClient(client) };
  });
  return {
    get client(): Clickhouse['client'] {
      throw new Error('with shards, each question is for the database of an account or for all of them');
    },
    shards: { all, placement },
    async ping() {
      for (const shard of all) {
        const answer = await shard.ping();
        if (!answer.ok) return { ok: false, reason: `${shard.name}: ${answer.reason}` };
      }
      return { ok: true };
    },
    async close() {
      await Promise.all(all.map(({ client }) => client.close()));
      await placement.close();
    },
  };
}
