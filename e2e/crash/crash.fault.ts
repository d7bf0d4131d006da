import { test } from '@playwright/test';
import { crashRounds } from './crash.ts';

test('loses no acknowledged write when killed 100 times', async () => {
  test.setTimeout(1_500_000);
  await crashRounds(100);
});
