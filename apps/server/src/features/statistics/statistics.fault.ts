import { afterAll, beforeAll, it } from 'vitest';
import { expectConsistentMetrics } from './consistent-metrics.fixture.ts';
import { createStatisticsCalls, type StatisticsCalls } from './statistics.fixture.ts';

const TIMEOUT_MS = 300_000;
const CHOICES = 200;

let world: StatisticsCalls;
beforeAll(async () => {
  world = await createStatisticsCalls();
}, TIMEOUT_MS);
afterAll(() => world.close(), TIMEOUT_MS);

it(
  `summary, rows, series and file agree for ${CHOICES} random queries in three time zones`,
  () => expectConsistentMetrics(world, CHOICES),
  12 * TIMEOUT_MS,
);
