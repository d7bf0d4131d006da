import { afterAll, beforeAll, describe, it } from 'vitest';
import { deliverForgeries, runProviderLoad } from '../../../testing/money/provider-load.ts';
import { createProviderWorld, NAMES, type ProviderWorld } from '../../../testing/money/provider-world.ts';
import {
  createStripeFixture,
  deliverForgedEvents,
  deliverShuffledEvents,
  type StripeFixture,
} from './stripe.fixture.ts';

let stripeApp: StripeFixture;
beforeAll(async () => {
  stripeApp = await createStripeFixture();
});
afterAll(() => stripeApp.close());

it('5000 events, shuffled, repeated up to five times and delivered concurrently, match the model', () =>
  deliverShuffledEvents(stripeApp, 5_000));

it('an event with any byte changed books nothing', () => deliverForgedEvents(stripeApp, 1));

describe.each(NAMES)('%s', (name) => {
  let world: ProviderWorld;
  beforeAll(async () => {
    world = await createProviderWorld();
  });
  afterAll(() => world.close());

  it('5000 callbacks, shuffled, repeated up to five times and delivered concurrently, match what happened', () =>
    runProviderLoad(world, name, 5_000));

  it('a callback with any byte changed books nothing', () => deliverForgeries(world, name, 1));
});
