import { afterAll, beforeAll, it } from 'vitest';
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
