import { afterAll, beforeAll, it } from 'vitest';
import { stormOnOneBalance } from '../../testing/balance-storm.ts';
import { type BillingWorld, billingWorld } from './billing.fixture.ts';

let on: BillingWorld;
beforeAll(async () => {
  on = await billingWorld();
});
afterAll(() => on.product.close());

it('four hundred requests on one balance at once take exactly what it allows, twenty times', async () => {
  for (let round = 0; round < 20; round += 1) await stormOnOneBalance(on, 400);
});
