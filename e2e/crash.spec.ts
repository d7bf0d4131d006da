import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { crashRounds } from './crash.ts';
import { databasePid } from './operator.ts';
import { START, startProduct } from './product.ts';
import { newEnvironment } from './test-environment.ts';

// Whether a start is fast is told, and held to 5 s in the long rounds; here only one that hangs is a failure.
test('killed hard ten times, it serves again each time and nothing acknowledged is gone', async () => {
  test.setTimeout(600_000);
  await crashRounds(10, 20_000);
});

test('asked to end, it ends with everything it started', async () => {
  test.setTimeout(300_000);
  const environment = await newEnvironment();
  try {
    const product = await startProduct({ ...environment, program: START });
    const database = databasePid(environment.dataDir);
    expect(isRunning(database)).toBe(true);
    await product.stop();
    expect(isRunning(database)).toBe(false);
  } finally {
    environment.clear();
  }
});

/** A process that has ended and that nobody has taken note of is still listed, as a zombie. */
function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
