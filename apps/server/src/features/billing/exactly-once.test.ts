import { afterAll, beforeAll, expect, it } from 'vitest';
import { failAtEveryStatement, MONEY_ACTIONS } from '../../testing/money/money-actions.ts';
import { SEED } from '../../testing/seed.ts';
import { createStripeFixture, type StripeFixture } from './payments/stripe.fixture.ts';

let fixture: StripeFixture;
beforeAll(async () => {
  fixture = await createStripeFixture();
});
afterAll(() => fixture.close());

// One statement in fourteen, others in every run; all of them in the long fault tests.
const STEP = 14;

it.each(Object.keys(MONEY_ACTIONS))(
  '%s is atomic when the process is killed at any statement',
  async (name) => {
    const first = 1 + (SEED % STEP);
    // The shortest have fewer statements than that.
    const moments = await failAtEveryStatement(fixture, name, { step: STEP, first });
    expect(moments || (await failAtEveryStatement(fixture, name, { step: STEP }))).toBeGreaterThan(0);
  },
  120_000,
);
