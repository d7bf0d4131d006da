import { expect, it } from 'vitest';
import { runConversionLoad } from '../../testing/conversions/conversion-load.ts';

it('10,000 conversions count once in both databases while ClickHouse and the worker restart', async () => {
  const report = await runConversionLoad({ conversions: 10_000, engineKills: 3, workerRestarts: 6 });
  process.stdout.write(`${JSON.stringify(report)}\n`);
  expect(report.postgres).toEqual(report.model);
  expect(report.clickhouse).toEqual(report.model);
  expect(Object.keys(report.answers).filter((answer) => !answer.startsWith('200 '))).toEqual([]);
}, 1_800_000);
