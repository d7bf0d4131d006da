import { afterAll, beforeAll, it } from 'vitest';
import { stormOnOneBalance } from '../../testing/balance-storm.ts';
import { type BillingWorld, billingWorld } from './billing.fixture.ts';

let on: BillingWorld;
beforeAll(async () => {
  on = await billingWorld();
});
afterAll(() => on.product.close());

it('sixty requests on one balance at once take exactly what it allows', async () => {
  await stormOnOneBalance(on, 60);
}, 60_000);
