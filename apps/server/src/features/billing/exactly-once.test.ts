import { afterAll, beforeAll, expect, it } from 'vitest';
import { MONEY_ACTS, tryEveryMoment } from '../../testing/money-acts.ts';
import { type StripeWorld, stripeWorld } from './stripe-world.fixture.ts';

let world: StripeWorld;
beforeAll(async () => {
  world = await stripeWorld();
});
afterAll(() => world.close());

// Every seventh statement; all of them in the long rounds of faults.
it.each(Object.keys(MONEY_ACTS))(
  '%s happens once and whole, wherever the program is killed',
  async (name) => {
    expect(await tryEveryMoment(world, name, 7)).toBeGreaterThan(2);
  },
  120_000,
);
