import type { Config } from '../config.ts';
import { createLog } from '../log.ts';
import { moveAccount } from '../stats/shards/move-account.ts';
import { openPostgres, type Pool } from '../stores/postgres.ts';
import { findDatabaseUrl } from '../stores/running-database.ts';
import { openShards } from '../stores/shards/open-shards.ts';
import { EXIT, type RunCommand, UsageError } from './command.ts';

/** How many accounts are on each shard, and those between two. */
export const runListShards: RunCommand = async ({ config, print }) => {
  const unfinished = await withShards(config, async ({ pool }) => {
    const { rows: counts } = await pool.query<{ shard: string; accounts: string }>(
      'select shard, count(*) as accounts from account_shards group by shard',
    );
    for (const { name, url } of config.shards) {
      const accounts = counts.find(({ shard }) => shard === name)?.accounts ?? '0';
      print(`${name}: ${accounts} accounts, ${withoutPassword(url)}`);
    }
    const { rows } = await pool.query<{ account: string; shard: string; target: string | null; origin: string | null }>(
      `select account_id as account, shard, target, origin from account_shards
       where target is not null or origin is not null order by account_id`,
    );
    for (const { account, shard, target, origin } of rows)
      print(
        target === null
          ? `Account ${account} moved from ${origin} to ${shard}. To delete its old rows: poklik move-account ${account} ${shard}`
          : `Account ${account} is on its way from ${shard} to ${target}. To finish: poklik move-account ${account} ${target}; to undo it: poklik move-account ${account} ${shard}`,
      );
    return rows.length;
  });
  return unfinished === 0 ? EXIT.ok : EXIT.findings;
};

export const runMoveAccount: RunCommand = async ({ config, positionals: [account = '', to = ''], print }) => {
  if (!/^[1-9]\d{0,14}$/.test(account)) throw new UsageError('move-account: the account is a number');
  if (!config.shards.some(({ name }) => name === to))
    throw new UsageError(`move-account: ${to} is not in CLICKHOUSE_SHARDS`);
  const accountId = Number(account);
  await withShards(config, async ({ pool, shards }) => {
    const { rowCount } = await pool.query('select 1 from accounts where id = $1', [accountId]);
    if (rowCount === 0) throw new Error(`There is no account ${accountId}.`);
    await moveAccount({ shards, pool, accountId, to, print });
  });
  return EXIT.ok;
};

type OpenShards = Awaited<ReturnType<typeof openShards>>;

async function withShards<T>(
  config: Config,
  work: (open: { pool: Pool; shards: OpenShards['shards'] }) => Promise<T>,
): Promise<T> {
  if (config.shards.length === 0) throw new Error('CLICKHOUSE_SHARDS is not set: there is only one database.');
  const databaseUrl = await findDatabaseUrl(config);
  const open = await openShards(config.shards, databaseUrl);
  const postgres = openPostgres(databaseUrl, createLog('error'));
  try {
    return await work({ pool: postgres.pool, shards: open.shards });
  } finally {
    await postgres.close();
    await open.close();
  }
}

function withoutPassword(url: string): string {
  const shown = new URL(url);
  shown.password = '';
  return shown.href;
}
