import { afterAll, beforeAll, expect, it } from 'vitest';
import { failAtEveryStatement, MONEY_ACTIONS } from '../../testing/money/money-actions.ts';
import { createStripeFixture, type StripeFixture } from './payments/stripe.fixture.ts';

let fixture: StripeFixture;
beforeAll(async () => {
  fixture = await createStripeFixture();
});
afterAll(() => fixture.close());

it.each(Object.keys(MONEY_ACTIONS))(
  '%s is atomic when the process is killed before or after any statement',
  async (name) => {
    const moments = await failAtEveryStatement(fixture, name);
    process.stdout.write(`${name}: ${moments} kill points\n`);
    expect(moments).toBeGreaterThan(15);
  },
);
