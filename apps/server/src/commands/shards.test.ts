import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasEngine } from '../testing/processes/has-engine.ts';
import { createTestAnalytics, type TestAnalytics } from '../testing/test-clickhouse.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { runCommandLine } from './command-line.ts';

describe.skipIf(!(await hasEngine()))('shards on the command line', { timeout: 180_000 }, () => {
  let databases: TestAnalytics[];
  let postgres: TestDatabase;
  let env: Record<string, string>;
  beforeAll(async () => {
    [databases, postgres] = await Promise.all([
      Promise.all([createTestAnalytics(), createTestAnalytics()]),
      createTestDatabase(),
    ]);
    const [a, b] = databases.map(({ url }) => url.href);
    env = { DATABASE_URL: postgres.url, CLICKHOUSE_SHARDS: `a=${a},b=${b}`, LOG_LEVEL: 'silent' };
    // An account from before there were shards.
    await postgres.pool.query('insert into accounts (id) overriding system value values (5)');
  }, 180_000);
  afterAll(async () => {
    await Promise.all([...databases.map((database) => database.drop()), postgres.drop()]);
  });

  const run = async (command: string, more: Record<string, string> = {}) => {
    const lines: string[] = [];
    const print = (line: string) => void lines.push(line);
    const code = await runCommandLine(command.split(' '), { env: { ...env, ...more }, print, printError: print });
    return { code, lines };
  };
  const doctor = async (more: Record<string, string> = {}) =>
    (await run('doctor', more)).lines.filter((line) => line.includes(' Shards: ')).map((line) => line.trim());

  it('has existing accounts on the first one, and says so', async () => {
    const { code, lines } = await run('shards');
    expect([code, lines.length]).toEqual([0, 2]);
    expect(lines[0]).toMatch(/^a: 1 accounts, http:/);
    expect(lines[1]).toMatch(/^b: 0 accounts, http:/);
    expect(await doctor()).toEqual(['ok       Shards: a answers', 'ok       Shards: b answers']);
    expect(await doctor({ CLICKHOUSE_SHARDS: '' })).toEqual([
      'note     Shards: not used: all accounts are in one ClickHouse.',
    ]);
  });

  it('refuses moves that cannot be', async () => {
    expect(await run('move-account five b')).toMatchObject({ code: 2 });
    expect(await run('move-account 5 c')).toMatchObject({ code: 2 });
    expect(await run('move-account 6 b')).toEqual({ code: 1, lines: ['There is no account 6.'] });
    expect(await run('move-account 5 a')).toEqual({ code: 0, lines: ['Account 5 is on a.'] });
    expect((await run('shards', { CLICKHOUSE_SHARDS: '' })).lines[0]).toContain('is not set');
  });

  it('shows an unfinished move and how to go on, and undoes it', async () => {
    await postgres.pool.query("update account_shards set target = 'b' where account_id = 5");
    const { code, lines } = await run('shards');
    expect(code).toBe(1);
    expect(lines[2]).toContain('from a to b. To finish: poklik move-account 5 b; to undo it: poklik move-account 5 a');
    expect((await doctor())[2]).toContain('the move of account 5 is not finished');
    expect((await run('move-account 5 a')).lines).toEqual([
      'The unfinished move to b was undone.',
      'Account 5 is on a.',
    ]);
    expect((await run('shards')).code).toBe(0);
  });

  it('finds a shard that is missing, there twice, or does not answer', async () => {
    const url = databases[0]?.url.href;
    const found = await doctor({ CLICKHOUSE_SHARDS: `b=${url},c=${url},d=http://127.0.0.1:9` });
    expect(found[0]).toBe('ok       Shards: b answers');
    expect(found[1]).toContain('c and b are the same database');
    expect(found[2]).toContain('d does not answer');
    expect(found[3]).toContain('accounts are on a, which CLICKHOUSE_SHARDS lacks');
    expect((await run('shards', { CLICKHOUSE_SHARDS: `b=${url}` })).lines[0]).toContain('lacks a, where accounts are');
  });
});
