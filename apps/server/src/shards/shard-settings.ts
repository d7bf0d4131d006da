import type { Environment } from '../environment.ts';

/** A ClickHouse server of several. */
export interface ShardAddress {
  /** Stored with each account, so that the URL may change. */
  name: string;
  url: string;
}

export interface AnalyticsAddresses {
  clickhouseUrl: string | undefined;
  /** The cluster of these servers, if they have replicas. */
  clickhouseCluster: string | undefined;
  /** Several ClickHouse servers, each with the rows of some accounts; otherwise empty. */
  shards: readonly ShardAddress[];
}

const SHARD = /^([a-z0-9][a-z0-9-]{0,30})=(https?:\/\/.+)$/;

export const parseAnalytics = (values: Environment): AnalyticsAddresses => ({
  clickhouseUrl: values.CLICKHOUSE_URL,
  clickhouseCluster: values.CLICKHOUSE_CLUSTER,
  shards: parseShards(values),
});

function parseShards(values: Environment): ShardAddress[] {
  const shards = values.CLICKHOUSE_SHARDS.map((text): ShardAddress => {
    const [, name, url] = SHARD.exec(text) ?? [];
    if (name === undefined || url === undefined || !URL.canParse(url))
      throw invalid(`must be names with URLs, such as a=http://user:password@host:8123/poklik,b=http://…`);
    return { name, url };
  });
  if (values.CLICKHOUSE_CLUSTER && !values.CLICKHOUSE_URL && shards.length === 0)
    throw new Error('Invalid settings:\n  CLICKHOUSE_CLUSTER: needs CLICKHOUSE_URL or CLICKHOUSE_SHARDS');
  if (shards.length === 0) return [];
  if (new Set(shards.map(({ name }) => name)).size < shards.length) throw invalid('has a name twice');
  if (values.CLICKHOUSE_URL) throw invalid('takes the place of CLICKHOUSE_URL; set only one of them');
  if (values.DEMO === '1') throw invalid('is not for the demo');
  if (values.BACKUP_TO && values.BACKUP_CLICKHOUSE === '1')
    throw invalid('needs BACKUP_CLICKHOUSE=0: back up these servers by their own means');
  return shards;
}

const invalid = (reason: string): Error => new Error(`Invalid settings:\n  CLICKHOUSE_SHARDS: ${reason}`);
