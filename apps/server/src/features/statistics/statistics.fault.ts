import { afterAll, beforeAll, it } from 'vitest';
import { expectSameFigures } from './same-figures.fixture.ts';
import { createStatisticsCalls, type StatisticsCalls } from './statistics.fixture.ts';

const PATIENCE = 300_000;
const CHOICES = 200;

let world: StatisticsCalls;
beforeAll(async () => {
  world = await createStatisticsCalls();
}, PATIENCE);
afterAll(() => world.close(), PATIENCE);

it(
  `summary, rows, series and file agree for ${CHOICES} choices of filters and groups in three time zones`,
  () => expectSameFigures(world, CHOICES),
  12 * PATIENCE,
);
