import { afterAll, beforeAll, it } from 'vitest';
import { runBalanceLoad } from '../../testing/money/balance-load.ts';
import { type BillingFixture, createBillingFixture } from './billing.fixture.ts';

let billing: BillingFixture;
beforeAll(async () => {
  billing = await createBillingFixture();
});
afterAll(() => billing.app.close());

it('400 concurrent requests never overdraw the balance, in 20 runs', async () => {
  for (let round = 0; round < 20; round += 1) await runBalanceLoad(billing, 400);
});
