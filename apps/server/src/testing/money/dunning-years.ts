import fc from 'fast-check';
import { expect } from 'vitest';
import { reconcile } from '../../features/billing/ledger/reconcile.service.ts';
import type { StripeFixture } from '../../features/billing/payments/stripe.fixture.ts';
import { advanceSubscription } from '../../features/billing/subscriptions/renew-subscription.service.ts';
import { SEED } from '../seed.ts';
import type { Person } from '../test-app.ts';
import { chargeAt, days, subscribe } from './unpaid-renewal.ts';

const OUTCOMES = ['paid', 'paid', 'insufficient_funds', 'card_declined', 'authentication_required', 'stolen_card'];
const STEPS_MAX = 5;
const AT_ONCE = 4;

const DUE = `select account_id from subscriptions where account_id = any($1)
  and (status = 'past_due' or (status = 'active' and ends_at <= $2))`;

/**
 * Lets many accounts renew for many days while their banks answer at random. No invoice is charged more than five
 * times, every failure is told, and the ledger, the invoices and the bank agree.
 */
export async function liveThroughDunning(
  world: StripeFixture,
  { accounts, length }: { accounts: number; length: number },
) {
  const { billing, stripe } = world;
  const { services } = billing.app;
  const choices = fc.sample(fc.constantFrom(...OUTCOMES), { seed: SEED, numRuns: 10_000 });
  let asked = 0;
  stripe.decide = () => choices[asked++ % choices.length] ?? 'paid';
  const people: Person[] = [];
  for (let place = 0; place < accounts; place += 1) people.push(await subscribe(world, place % 3));
  const start = Date.now();
  const accountIds = people.map(({ accountId }) => accountId);
  for (let day = 0; day < length; day += 0.5) {
    const now = start + days(day);
    const due = (await billing.query(DUE, [accountIds, new Date(now)])) as unknown as { account_id: number }[];
    const queue = due.map(({ account_id: id }) => people.find(({ accountId }) => accountId === Number(id)));
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (let person = queue.pop(); person; person = queue.pop()) {
          for (let step = 0; step < STEPS_MAX; step += 1)
            if (!(await advanceSubscription(services, person.accountId, new Date(now)))) break;
          // Some customers add another card while their renewal is unpaid.
          if (choices[asked++ % choices.length] === 'card_declined') await world.saveCard(person);
          await chargeAt(world, person, now);
        }
      }),
    );
  }
  await compare(world, accountIds);
}

async function compare({ billing, stripe }: StripeFixture, accountIds: number[]): Promise<void> {
  const ask = async (text: string) => (await billing.query(text, [accountIds])) as unknown as { count: number }[];
  const count = async (text: string) => Number((await ask(text))[0]?.count);
  const attempts = 'from payments where account_id = any($1) and attempt is not null';
  const [most] = await ask(
    `select coalesce(max(n), 0)::int as count from (select count(*) as n ${attempts} group by invoice_id) a`,
  );
  expect(most?.count, `seed ${SEED}`).toBeLessThanOrEqual(5);
  const failures = await count(`select count(*) ${attempts} and status in ('failed', 'needs_action')`);
  const told = await count(
    "select count(*) from notifications where account_id = any($1) and kind in ('charge_failed', 'charge_needs_action')",
  );
  expect(told, `seed ${SEED}`).toBe(failures);
  const charged = new Set(stripe.charged.map(({ metadata }) => metadata.reference));
  expect(charged.size).toBe(stripe.charged.length);
  const paid = await billing.query(`select reference ${attempts} and status = 'paid'`, [accountIds]);
  for (const { reference } of paid as unknown as { reference: string }[]) expect(charged.has(reference)).toBe(true);
  // A grace period that ended was announced on its last day.
  const lost = await count(
    "select count(*) from invoices where account_id = any($1) and type = 'subscription' and status = 'uncollectible'",
  );
  const warned = await count(
    "select count(*) from notifications where account_id = any($1) and kind = 'charge_last_notice'",
  );
  expect(warned, `seed ${SEED}`).toBeGreaterThanOrEqual(lost);
  expect(await reconcile(billing.app.services.db)).toEqual([]);
}
