import { afterAll, beforeAll, expect, it } from 'vitest';
import { MONEY_ACTS, tryEveryMoment } from '../../testing/money-acts.ts';
import { type StripeWorld, stripeWorld } from './stripe-world.fixture.ts';

let world: StripeWorld;
beforeAll(async () => {
  world = await stripeWorld();
});
afterAll(() => world.close());

it.each(Object.keys(MONEY_ACTS))(
  '%s happens once and whole, killed before or after any of its statements',
  async (name) => {
    const moments = await tryEveryMoment(world, name);
    process.stdout.write(`${name}: ${moments} moments\n`);
    expect(moments).toBeGreaterThan(15);
  },
);
