import { afterAll, beforeAll, it } from 'vitest';
import { expectConsistentMetrics } from './consistent-metrics.fixture.ts';
import { createStatisticsCalls, type StatisticsCalls } from './statistics.fixture.ts';

const TIMEOUT_MS = 300_000;
const CHOICES = 200;

let fixture: StatisticsCalls;
beforeAll(async () => {
  fixture = await createStatisticsCalls();
}, TIMEOUT_MS);
afterAll(() => fixture.close(), TIMEOUT_MS);

it(
  `summary, rows, series and file agree for ${CHOICES} random queries in three time zones`,
  () => expectConsistentMetrics(fixture, CHOICES),
  12 * TIMEOUT_MS,
);
