import { test } from '@playwright/test';
import { clickCrashRounds } from './click-crash.ts';

test.describe.configure({ mode: 'serial' });

test('killing the server 30 times under load loses no acknowledged click and counts none twice', async () => {
  test.setTimeout(1_500_000);
  await clickCrashRounds({ victim: 'program', rounds: 30, clicksPerRound: 6_700 });
});

test('killing the engine and the ingest 20 times fails no redirect, loses no click and counts none twice', async () => {
  test.setTimeout(900_000);
  await clickCrashRounds({ victim: 'statistics', rounds: 20, clicksPerRound: 1_000 });
});
