import { afterAll, beforeAll, expect, it } from 'vitest';
import { MONEY_ACTS, tryEveryMoment } from '../../testing/money-acts.ts';
import { createStripeFixture, type StripeFixture } from './stripe.fixture.ts';

let fixture: StripeFixture;
beforeAll(async () => {
  fixture = await createStripeFixture();
});
afterAll(() => fixture.close());

// Every seventh statement; the fault tests cover all of them.
it.each(Object.keys(MONEY_ACTS))(
  '%s is atomic when the process is killed at any statement',
  async (name) => {
    expect(await tryEveryMoment(fixture, name, 7)).toBeGreaterThan(2);
  },
  120_000,
);
