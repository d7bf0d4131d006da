import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { databasePid } from '../operator.ts';
import { START, startProduct } from '../product.ts';
import { newEnvironment } from '../test-environment.ts';
import { crashRounds } from './crash.ts';

test('serves again and loses no acknowledged write when killed 8 times', async () => {
  test.setTimeout(600_000);
  await crashRounds(8);
});

test('SIGTERM stops the server and its database', async () => {
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

/** A process that has exited but was not reaped is still listed as a zombie. */
function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
