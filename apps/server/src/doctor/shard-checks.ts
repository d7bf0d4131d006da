import type { Config } from '../config.ts';
import { createLog } from '../log.ts';
import { findAnalyticsId } from '../stats/find-analytics-id.ts';
import { connect } from '../stores/clickhouse.ts';
import { openPostgres } from '../stores/postgres.ts';
import { findDatabaseUrl } from '../stores/running-database.ts';
import { type CheckResult, messageOf, note, ok, problem } from './check.ts';

/** Each shard answers, is another database than the others, and no account is between two. */
export async function checkShards(config: Config): Promise<CheckResult[]> {
  const { shards } = config;
  if (shards.length === 0) return [note('not used: all accounts are in one ClickHouse.')];
  const ids = new Map<string, string>();
  const results: CheckResult[] = [];
  for (const { name, url } of shards) {
    const client = connect(url);
    try {
      const id = await findAnalyticsId(client, 'clicks');
      const same = id === null ? undefined : ids.get(id);
      if (same) results.push(problem(`${name} and ${same} are the same database. Give each a server of its own.`));
      else if (id === null) results.push(note(`${name} has no tables yet; they are created at the first start.`));
      else results.push(ok(`${name} answers`));
      if (id !== null) ids.set(id, name);
    } catch (error) {
      results.push(
        problem(
          `${name} does not answer: ${messageOf(error)}. Statistics of all accounts wait for it; clicks are safe.`,
        ),
      );
    } finally {
      await client.close();
    }
  }
  return [...results, ...(await checkPlacement(config))];
}

async function checkPlacement(config: Config): Promise<CheckResult[]> {
  const url = await findDatabaseUrl(config).catch(() => undefined);
  if (url === undefined) return [note('Poklik does not run here, so moves of accounts are not checked.')];
  const postgres = openPostgres(url, createLog('silent'));
  try {
    const { rows: missing } = await postgres.pool.query<{ shard: string }>(
      'select distinct shard from account_shards where shard <> all ($1) order by 1',
      [config.shards.map(({ name }) => name)],
    );
    const { rows: unfinished } = await postgres.pool.query<{ account: string }>(
      'select account_id as account from account_shards where target is not null or origin is not null order by 1',
    );
    return [
      ...missing.map(({ shard }) => problem(`accounts are on ${shard}, which CLICKHOUSE_SHARDS lacks. Add it.`)),
      ...unfinished.map(({ account }) =>
        problem(`the move of account ${account} is not finished. \`poklik shards\` says how to go on.`),
      ),
    ];
  } catch (error) {
    return [problem(`where accounts are can't be read: ${messageOf(error)}`)];
  } finally {
    await postgres.close();
  }
}
