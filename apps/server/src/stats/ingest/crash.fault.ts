import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { migrateClickhouse } from '../../stores/clickhouse-migrations.ts';
import { type CrashPlan, runCrashTest } from '../../testing/crash-test.ts';
import { hasEngine } from '../../testing/processes/has-engine.ts';
import { startTestClickhouse, type TestClickhouse } from '../../testing/test-clickhouse.ts';

describe.skipIf(!(await hasEngine()))(
  `kill -9 (needs an embedded ClickHouse for ${process.platform}-${process.arch})`,
  { timeout: 1_800_000 },
  () => {
    let clickhouse: TestClickhouse;
    beforeEach(async () => {
      clickhouse = await startTestClickhouse();
      await migrateClickhouse(clickhouse.client);
    }, 400_000);
    afterEach(() => clickhouse.stop());

    it.each<{ what: string; plan: CrashPlan; atLeast: number }>([
      {
        what: 'its writer killed 30 times',
        plan: { victims: 'writer', rounds: 30, recordsPerRound: 6_700 },
        atLeast: 200_000,
      },
      {
        what: 'the engine and the ingest killed 20 times while the log is written',
        plan: { victims: 'stats', rounds: 20, recordsPerRound: 1_000 },
        atLeast: 20_000,
      },
      {
        what: 'both killed at once 10 times',
        plan: { victims: 'both', rounds: 10, recordsPerRound: 3_000 },
        atLeast: 30_000,
      },
    ])('neither loses nor duplicates clicks: $what', async ({ what, plan, atLeast }) => {
      const outcome = await runCrashTest(clickhouse, plan);
      process.stdout.write(`${what}: ${JSON.stringify(outcome)}\n`);
      expect(outcome).toMatchObject({ lost: 0, twice: 0, refused: 0, miscounted: 0 });
      expect(outcome.acknowledged).toBeGreaterThanOrEqual(atLeast);
    });
  },
);
