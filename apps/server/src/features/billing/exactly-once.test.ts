import { afterAll, beforeAll, expect, it } from 'vitest';
import { SEED } from '../../testing/fuzz/seed.ts';
import { MONEY_ACTS, tryEveryMoment } from '../../testing/money-acts.ts';
import { createStripeFixture, type StripeFixture } from './stripe.fixture.ts';

let fixture: StripeFixture;
beforeAll(async () => {
  fixture = await createStripeFixture();
});
afterAll(() => fixture.close());

// One statement in fourteen, others in every run; all of them in the long fault tests.
const STEP = 14;

it.each(Object.keys(MONEY_ACTS))(
  '%s is atomic when the process is killed at any statement',
  async (name) => {
    const first = 1 + (SEED % STEP);
    // The shortest have fewer statements than that.
    const moments = await tryEveryMoment(fixture, name, { step: STEP, first });
    expect(moments || (await tryEveryMoment(fixture, name, { step: STEP }))).toBeGreaterThan(0);
  },
  120_000,
);
