import { expect } from 'vitest';
import { reconcile } from '../../features/billing/ledger/reconcile.service.ts';
import type { StripeFixture } from '../../features/billing/payments/stripe.fixture.ts';
import { type FailurePoint, withLostConnection } from '../lost-connection.ts';
import { chargeAt, days, letRenewalFail, listAttempts, subscribe } from './unpaid-renewal.ts';

const MINUTE_MS = 60_000;

/** The charge is saved in the first transaction; its answer is applied in the second. */
const TRANSACTIONS = [1, 2];

/**
 * Kills the process before and after each statement of a charge (or each `step`-th). The next runs must finish it: the
 * card is charged once, and the invoice is paid once. Returns the number of failures.
 */
export async function killDuringCharge(world: StripeFixture, { step, first }: { step: number; first: number }) {
  let moments = 0;
  for (const transaction of TRANSACTIONS)
    for (const side of ['before', 'after'] satisfies FailurePoint['side'][])
      for (let statement = first; ; statement += step) {
        const isLost = await killOnce(world, { transaction, side, statement });
        if (!isLost) break;
        moments += 1;
      }
  expect(await reconcile(world.billing.app.services.db)).toEqual([]);
  return moments;
}

async function killOnce(world: StripeFixture, point: FailurePoint): Promise<boolean> {
  const { billing, stripe } = world;
  const person = await subscribe(world);
  await letRenewalFail(world, person);
  const now = Date.now();
  const { isLost } = await withLostConnection(billing.app.services.pool, point, () =>
    chargeAt(world, person, now).catch(() => undefined),
  );
  for (const minutes of [1, 3, 6]) await chargeAt(world, person, now + minutes * MINUTE_MS);
  const attempts = await listAttempts(world, person);
  const where = `${point.side} statement ${point.statement} of transaction ${point.transaction}`;
  expect(attempts, where).toMatchObject([{ attempt: 1, status: 'paid' }]);
  const charged = stripe.charged.filter(({ metadata }) => metadata.reference === attempts[0]?.reference);
  expect(charged, where).toHaveLength(1);
  const invoices = await billing.query("select status from invoices where account_id = $1 and status = 'open'", [
    person.accountId,
  ]);
  expect(invoices, where).toEqual([]);
  await chargeAt(world, person, now + days(1));
  expect(await listAttempts(world, person), where).toHaveLength(1);
  return isLost;
}
