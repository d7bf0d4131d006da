import { afterAll, beforeAll, it } from 'vitest';
import { createStripeFixture, deliverShuffledEvents, type StripeFixture } from './stripe.fixture.ts';

let stripeApp: StripeFixture;
beforeAll(async () => {
  stripeApp = await createStripeFixture();
});
afterAll(() => stripeApp.close());

it('2000 events, shuffled, repeated up to five times and delivered concurrently, match the model', () =>
  deliverShuffledEvents(stripeApp, 2_000));
