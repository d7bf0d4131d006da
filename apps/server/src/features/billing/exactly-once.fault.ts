import { afterAll, beforeAll, expect, it } from 'vitest';
import { MONEY_ACTS, tryEveryMoment } from '../../testing/money-acts.ts';
import { createStripeFixture, type StripeFixture } from './stripe.fixture.ts';

let fixture: StripeFixture;
beforeAll(async () => {
  fixture = await createStripeFixture();
});
afterAll(() => fixture.close());

it.each(Object.keys(MONEY_ACTS))(
  '%s is atomic when the process is killed before or after any statement',
  async (name) => {
    const moments = await tryEveryMoment(fixture, name);
    process.stdout.write(`${name}: ${moments} kill points\n`);
    expect(moments).toBeGreaterThan(15);
  },
);
