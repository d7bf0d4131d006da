import { expect, it } from 'vitest';
import { runConversionLoad } from '../../testing/conversions/conversion-load.ts';
import { hasEngine } from '../../testing/processes/has-engine.ts';

it.skipIf(!(await hasEngine()))(
  'every conversion counts once in both databases, with repeated, reordered and early postbacks',
  { timeout: 900_000 },
  async () => {
    const report = await runConversionLoad({ conversions: 200, engineKills: 1, workerRestarts: 2 });
    expect(report.postgres).toEqual(report.model);
    expect(report.clickhouse).toEqual(report.model);
    expect(Object.keys(report.answers).filter((answer) => !answer.startsWith('200 '))).toEqual([]);
    expect(report.overtook).toBeGreaterThan(0);
  },
);
