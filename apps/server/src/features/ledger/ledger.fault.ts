import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { acts, createMoneyWorld, live, type MoneyWorld } from '../../testing/money-life.ts';
import { createTestApp } from '../../testing/test-app.ts';

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld(await createTestApp());
});
afterAll(() => world.product.close());

it('the ledger is consistent after each of 300 runs of random operations by eight clients', async () => {
  await fc.assert(
    fc.asyncProperty(acts, async (life) => {
      expect(await live(world, life)).toEqual([]);
    }),
    { numRuns: 300, endOnFailure: true },
  );
});
