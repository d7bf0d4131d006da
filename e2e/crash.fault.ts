import { test } from '@playwright/test';
import { crashRounds } from './crash.ts';

test('killed hard a hundred times, nothing acknowledged is gone', async () => {
  test.setTimeout(1_500_000);
  await crashRounds(100, 5_000);
});
