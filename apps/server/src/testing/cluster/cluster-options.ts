import { parseArgs } from 'node:util';

export interface ClusterOptions {
  /** Servers of the cluster; the first two are used. */
  clickhouse: string[];
  postgres: string;
  /** As in CLICKHOUSE_CLUSTER; without one nothing is replicated. */
  cluster: string | undefined;
  /** Stops the first server. */
  stopCommand: string | undefined;
}

const USAGE =
  'npm run test:cluster -- --clickhouse=URL,URL --postgres=URL [--cluster=name] [--stop-command="ssh one systemctl stop clickhouse-server"]';

export function parseClusterOptions(args: readonly string[]): ClusterOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      clickhouse: { type: 'string' },
      postgres: { type: 'string' },
      cluster: { type: 'string' },
      'stop-command': { type: 'string' },
    },
  });
  const clickhouse = (values.clickhouse ?? '').split(',').filter(Boolean);
  if (clickhouse.length === 0 || !values.postgres) throw new Error(`Usage: ${USAGE}`);
  for (const url of [...clickhouse, values.postgres]) if (!URL.canParse(url)) throw new Error(`${url} is not a URL`);
  return { clickhouse, postgres: values.postgres, cluster: values.cluster, stopCommand: values['stop-command'] };
}

/** What a run with these options cannot say. */
export function listUntested({ clickhouse, cluster, stopCommand }: ClusterOptions): string[] {
  const isReplicated = cluster !== undefined && clickhouse.length > 1;
  return [
    ...(isReplicated ? [] : ['replication: it needs --cluster and two servers']),
    ...(isReplicated && stopCommand ? [] : ['the failure of a server: it needs --stop-command and two servers']),
    'the failure of Keeper, and of the network between servers',
    'a server that lost its disk and is filled again by the others',
    'an upgrade of ClickHouse while it is used',
    'load, and how long replicas are behind under it',
  ];
}
