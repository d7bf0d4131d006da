import { afterAll, beforeAll, it } from 'vitest';
import { runBalanceLoad } from '../../testing/money/balance-load.ts';
import { type BillingFixture, createBillingFixture } from './billing.fixture.ts';

let billing: BillingFixture;
beforeAll(async () => {
  billing = await createBillingFixture();
});
afterAll(() => billing.app.close());

it('60 concurrent requests never overdraw the balance', async () => {
  await runBalanceLoad(billing, 60);
}, 60_000);
