import { test } from '@playwright/test';
import { clickCrashRounds } from './click-crash.ts';

test('killing the server 3 times under load loses no acknowledged click and counts none twice', async () => {
  test.setTimeout(300_000);
  await clickCrashRounds({ victim: 'program', rounds: 3, clicksPerRound: 2_000 });
});
