import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClickHouseClient } from '@clickhouse/client';
import { freePort } from '@poklik/child-processes/free-port';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasEngine } from '../testing/processes/has-engine.ts';
import { createTestAnalytics, type TestAnalytics } from '../testing/test-clickhouse.ts';
import { type OpenClickhouse, openClickhouse } from './clickhouse.ts';
import { migrateClickhouse } from './clickhouse-migrations.ts';

const log = pino({ level: 'silent' });

describe.skipIf(!(await hasEngine()))(
  `ClickHouse migrations (need an embedded ClickHouse for ${process.platform}-${process.arch})`,
  { timeout: 240_000 },
  () => {
    let analytics: TestAnalytics;
    let client: ClickHouseClient;
    let folder: string;
    beforeAll(async () => {
      analytics = await createTestAnalytics({ isMigrated: false });
      ({ client } = analytics);
      folder = await mkdtemp(join(tmpdir(), 'poklik-migrations-'));
    }, 240_000);
    afterAll(async () => {
      await analytics.drop();
      await rm(folder, { recursive: true });
    }, 240_000);

    const ask = async <T>(query: string): Promise<T[]> =>
      (await client.query({ query, format: 'JSONEachRow' })).json<T>();

    it('continue where one was interrupted', async () => {
      const file = join(folder, '0001_first.sql');
      const first = 'CREATE TABLE IF NOT EXISTS visit (at DateTime) ENGINE = MergeTree ORDER BY at;\n';
      const second = '-- two\nALTER TABLE visit ADD COLUMN IF NOT EXISTS country String;\n';
      await writeFile(file, `${first}${second}SELEC broken;\n`);
      await expect(migrateClickhouse(client, folder)).rejects.toMatchObject({ code: '62' });
      // Simulates a crash before the second statement was recorded.
      const [record] = await ask('SELECT migration, statement, checksum FROM schema_migrations WHERE statement = 0');
      await client.command({ query: 'TRUNCATE TABLE schema_migrations' });
      await client.insert({ table: 'schema_migrations', values: [record], format: 'JSONEachRow' });
      await writeFile(file, `${first}${second}ALTER TABLE visit ADD COLUMN IF NOT EXISTS device String;\n`);
      await migrateClickhouse(client, folder);
      await migrateClickhouse(client, folder);
      expect(
        await ask(
          `SELECT name FROM system.columns WHERE database = currentDatabase() AND table = 'visit' ORDER BY position`,
        ),
      ).toEqual(['at', 'country', 'device'].map((name) => ({ name })));
      expect(await ask('SELECT statement FROM schema_migrations ORDER BY statement')).toEqual(
        [0, 1, 2].map((statement) => ({ statement })),
      );
      await writeFile(file, `${first}SELECT 1;\n`);
      await expect(migrateClickhouse(client, folder)).rejects.toThrow('Statement 2 of 0001_first.sql was changed');
    });
  },
);

describe('unavailable ClickHouse', () => {
  let clickhouse: OpenClickhouse;
  afterAll(() => clickhouse.close());

  it('is reported by ping, and only queries fail', async () => {
    const url = `http://127.0.0.1:${await freePort()}`;
    clickhouse = await openClickhouse({ url, dataDir: '', priority: 0, log });
    expect(await clickhouse.ping()).toEqual({ ok: false, reason: expect.stringContaining('ECONNREFUSED') });
    await expect(clickhouse.client.query({ query: 'SELECT 1' })).rejects.toThrow('ECONNREFUSED');
  });
});
