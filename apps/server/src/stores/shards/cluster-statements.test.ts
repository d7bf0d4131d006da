import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hasEngine } from '../../testing/processes/has-engine.ts';
import { createTestAnalytics } from '../../testing/test-clickhouse.ts';
import { CREATE_PROGRESS, splitStatements } from '../clickhouse-migrations.ts';
import { migrationsFolder } from '../migrations.ts';
import { clusterStatement } from './cluster-statements.ts';

async function listReleased(): Promise<string[]> {
  const folder = migrationsFolder('clickhouse');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return [CREATE_PROGRESS, ...texts.flatMap(splitStatements)];
}

const isEngineThere = await hasEngine();

describe('statements for a cluster', () => {
  it.each([
    [
      'CREATE TABLE IF NOT EXISTS clicks (at DateTime) ENGINE = MergeTree ORDER BY at SETTINGS non_replicated_deduplication_window = 1000',
      "CREATE TABLE IF NOT EXISTS clicks ON CLUSTER 'main' (at DateTime) ENGINE = ReplicatedMergeTree ORDER BY at SETTINGS replicated_deduplication_window = 10000",
    ],
    [
      'CREATE TABLE figures (n Int64) ENGINE = SummingMergeTree((n)) ORDER BY ()',
      "CREATE TABLE figures ON CLUSTER 'main' (n Int64) ENGINE = ReplicatedSummingMergeTree((n)) ORDER BY ()",
    ],
    [
      'CREATE TABLE logs (n Int64)\nENGINE = ReplacingMergeTree\nORDER BY n',
      "CREATE TABLE logs ON CLUSTER 'main' (n Int64)\nENGINE = ReplicatedReplacingMergeTree\nORDER BY n",
    ],
    [
      'CREATE MATERIALIZED VIEW IF NOT EXISTS some_view TO figures AS SELECT 1',
      "CREATE MATERIALIZED VIEW IF NOT EXISTS some_view ON CLUSTER 'main' TO figures AS SELECT 1",
    ],
    ['DROP VIEW IF EXISTS some_view', "DROP VIEW IF EXISTS some_view ON CLUSTER 'main'"],
    [
      'ALTER TABLE figures\n  ADD COLUMN type String',
      "ALTER TABLE figures ON CLUSTER 'main'\n  ADD COLUMN type String",
    ],
    ['INSERT INTO figures SELECT 1', 'INSERT INTO figures SELECT 1'],
  ])('%s', (statement, expected) => {
    expect(clusterStatement(statement, 'main')).toBe(expected);
  });

  it('leave nothing of the released migrations on one server only', async () => {
    const statements = await listReleased();
    const changed = statements.filter((statement) => clusterStatement(statement, 'main') !== statement);
    expect(changed.length).toBeGreaterThan(20);
    for (const statement of statements) {
      const rewritten = clusterStatement(statement, 'main');
      expect(rewritten).not.toMatch(/ENGINE = (?!Replicated)|non_replicated/);
      if (!/^INSERT /.test(statement)) expect(rewritten).toContain(" ON CLUSTER 'main'");
      expect(rewritten.match(/ON CLUSTER/g) ?? []).toHaveLength(/^INSERT /.test(statement) ? 0 : 1);
    }
  });

  it.skipIf(!isEngineThere)('are understood by the engine, which lacks only Keeper', { timeout: 180_000 }, async () => {
    const analytics = await createTestAnalytics({ isMigrated: false });
    try {
      for (const statement of (await listReleased()).filter((text) => !text.startsWith('INSERT '))) {
        const rewritten = clusterStatement(statement, 'main');
        const answer = await analytics.client.query({ query: `EXPLAIN AST ${rewritten}`, format: 'TabSeparated' });
        expect(await answer.text()).not.toBe('');
        if (!statement.startsWith('CREATE TABLE')) continue;
        // A server on its own has neither the cluster nor the default path.
        const onOne = rewritten
          .replace(" ON CLUSTER 'main'", '')
          .replace(/ENGINE = (Replicated\w+)(\(?)/, (_, engine: string, open: string) => {
            return `ENGINE = ${engine}('/poklik/test', 'one'${open === '' ? ')' : ', '}`;
          });
        await expect(analytics.client.command({ query: onOne })).rejects.toMatchObject({ type: 'NO_ZOOKEEPER' });
      }
    } finally {
      await analytics.drop();
    }
  });
});
