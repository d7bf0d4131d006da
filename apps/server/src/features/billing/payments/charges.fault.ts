import { afterAll, beforeAll, expect, it } from 'vitest';
import { killDuringCharge } from '../../../testing/money/charge-crash.ts';
import { liveThroughDunning } from '../../../testing/money/dunning-years.ts';
import { createStripeFixture, type StripeFixture } from './stripe.fixture.ts';

let fixture: StripeFixture;
beforeAll(async () => {
  fixture = await createStripeFixture();
});
afterAll(() => fixture.close());

it('a charge survives a process killed at every statement', async () => {
  expect(await killDuringCharge(fixture, { step: 1, first: 1 })).toBeGreaterThan(20);
});

it('500 accounts renew for 400 days while their banks answer at random', () =>
  liveThroughDunning(fixture, { accounts: 500, length: 400 }));
