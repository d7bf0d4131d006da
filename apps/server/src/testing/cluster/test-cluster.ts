// Tests the statistics on servers of the operator: `npm run test:cluster`, see docs/operations.md.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CLUSTER_CHECKS } from './cluster-checks.ts';
import { createClusterDatabase } from './cluster-database.ts';
import { listUntested, parseClusterOptions } from './cluster-options.ts';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

async function testCluster(): Promise<number> {
  const options = parseClusterOptions(process.argv.slice(2));
  const folder = await mkdtemp(join(tmpdir(), 'poklik-cluster-'));
  const database = await createClusterDatabase(options);
  let failures = 0;
  try {
    const context = { ...database, options, folder, clicks: 0 };
    for (const { name, isPossible, run } of CLUSTER_CHECKS) {
      if (isPossible && !isPossible(options)) {
        print(`left out  ${name}`);
        continue;
      }
      try {
        await run(context);
        print(`ok        ${name}`);
      } catch (error) {
        failures += 1;
        print(`FAILED    ${name}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  } finally {
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  }
  print('\nNot tested:');
  for (const subject of listUntested(options)) print(`- ${subject}`);
  return failures === 0 ? 0 : 1;
}

testCluster().then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    print(error instanceof Error ? error.message : String(error));
    process.exitCode = 2;
  },
);
