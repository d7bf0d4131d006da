import { afterAll, beforeAll, it } from 'vitest';
import { type StripeWorld, stripeStorm, stripeWorld } from './stripe-world.fixture.ts';

let world: StripeWorld;
beforeAll(async () => {
  world = await stripeWorld();
});
afterAll(() => world.close());

it('two thousand events, each up to five times and shuffled, eight at once, end where the model ends', () =>
  stripeStorm(world, 2_000));
