import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  createMoneyFixture,
  type MoneyFixture,
  moneyActions,
  runMoneyScenario,
} from '../../../testing/money/money-scenario.ts';
import { createTestApp } from '../../../testing/test-app.ts';

let world: MoneyFixture;
beforeAll(async () => {
  world = await createMoneyFixture(await createTestApp());
});
afterAll(() => world.product.close());

it('the ledger is consistent after each of 300 runs of random operations by eight clients', async () => {
  await fc.assert(
    fc.asyncProperty(moneyActions, async (life) => {
      expect(await runMoneyScenario(world, life)).toEqual([]);
    }),
    { numRuns: 300, endOnFailure: true },
  );
});
