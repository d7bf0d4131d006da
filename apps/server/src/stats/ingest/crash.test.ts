import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrateClickhouse } from '../../stores/clickhouse-migrations.ts';
import { runCrashTest } from '../../testing/crash-test.ts';
import { hasEngine } from '../../testing/processes/has-engine.ts';
import { startTestClickhouse, type TestClickhouse } from '../../testing/test-clickhouse.ts';

describe.skipIf(!(await hasEngine()))(
  `kill -9 (needs an embedded ClickHouse for ${process.platform}-${process.arch})`,
  { timeout: 600_000 },
  () => {
    let clickhouse: TestClickhouse;
    beforeAll(async () => {
      clickhouse = await startTestClickhouse();
      await migrateClickhouse(clickhouse.client);
    }, 400_000);
    afterAll(() => clickhouse.stop());

    it('stores every click once when the writer, the engine and the ingest are killed together three times', async () => {
      const outcome = await runCrashTest(clickhouse, { victims: 'both', rounds: 3, recordsPerRound: 7_000 });
      expect(outcome).toMatchObject({ lost: 0, twice: 0, refused: 0, miscounted: 0 });
      expect(outcome.acknowledged).toBeGreaterThan(20_000);
    });
  },
);
