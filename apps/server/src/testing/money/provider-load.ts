import { partOfPayment } from '@poklik/domain/payments/charge-terms';
import type { PaymentEvent } from '@poklik/domain/payments/payment-state';
import fc from 'fast-check';
import { expect } from 'vitest';
import { reconcile } from '../../features/billing/ledger/reconcile.service.ts';
import { SEED } from '../seed.ts';
import type { SignedEvent } from './fake-stripe.ts';
import type { FakeName, ProviderWorld } from './provider-world.ts';

const DEPOSIT = 5000n;
const AT_ONCE = 8;

/** Failed tries, a payment, refunds: as a provider would live through them. */
function storyOf(chance: () => number, amount: bigint, hasRefunds: boolean): PaymentEvent[] {
  const news: PaymentEvent[] = [];
  if (chance() < 0.3) news.push({ kind: 'failed' });
  if (chance() < 0.85) {
    news.push({ kind: 'paid', amountMinor: amount });
    let totalMinor = 0n;
    for (let refunds = hasRefunds ? Math.floor(chance() * 3) : 0; refunds > 0; refunds -= 1) {
      totalMinor += 1n + (amount * BigInt(Math.floor(chance() * 600))) / 1000n;
      news.push({ kind: 'refunded', totalMinor: totalMinor < amount ? totalMinor : amount });
    }
  }
  return news.length > 0 ? news : [{ kind: 'failed' }];
}

/**
 * Many payments at one provider; their callbacks arrive late, in any order and up to five times. What is booked equals
 * what happened there.
 */
export async function runProviderLoad(world: ProviderWorld, name: FakeName, events: number): Promise<void> {
  const { billing, fakes, deliver } = world;
  const fake = fakes[name];
  const numbers = fc.sample(fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }), {
    seed: SEED,
    numRuns: events * 12,
  });
  let next = 0;
  const chance = () => numbers[next++ % numbers.length] ?? 0;
  const people = await Promise.all(Array.from({ length: 4 }, () => billing.createCustomer()));
  const kept = new Map<number, bigint>();
  const queue: SignedEvent[] = [];
  for (let place = 0, told = 0; told < events; place += 1) {
    const person = people[place % people.length] as (typeof people)[number];
    const order = await world.openDeposit(person, name);
    for (const news of storyOf(chance, order.amount, world.providers.find(name)?.can.refund ?? false)) {
      const callback = fake.happen(order.reference, news);
      told += 1;
      if (chance() < 0.3) expect((await deliver(name, callback)).status).toBe(200);
      for (let copy = 1 + Math.floor(chance() * 5); copy > 0; copy -= 1) queue.push(callback);
    }
    const lost = partOfPayment(order.refunded, DEPOSIT, order.amount);
    kept.set(person.id, (kept.get(person.id) ?? 0n) + (order.state === 'paid' ? DEPOSIT - lost : 0n));
  }
  const shuffled = queue.map((event) => ({ event, key: chance() })).sort((one, other) => one.key - other.key);
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let one = shuffled.pop(); one; one = shuffled.pop())
        expect((await deliver(name, one.event)).status, `seed ${SEED}`).toBe(200);
    }),
  );
  for (const person of people)
    expect(BigInt((await billing.getBalance(person)).replace('.', '')), `seed ${SEED}`).toBe(kept.get(person.id) ?? 0n);
  const [twice] = await billing.query(
    "select count(*)::int as count from (select reference from ledger_journals where kind = 'deposit' group by reference having count(*) > 1) doubled",
  );
  expect(twice?.count).toBe(0);
  expect(await reconcile(billing.app.services.db)).toEqual([]);
}

/** Changes every `step`-th byte of a callback about a payment that didn't happen, and of its signature. */
export async function deliverForgeries(world: ProviderWorld, name: FakeName, step: number): Promise<void> {
  const { billing, fakes, deliver } = world;
  const person = await billing.createCustomer();
  const order = await world.openDeposit(person, name);
  const genuine = fakes[name].callback({ ...order, state: 'paid', version: 1 });
  const forge = (text: string, at: number) =>
    `${text.slice(0, at)}${text[at] === '1' ? '2' : '1'}${text.slice(at + 1)}`;
  for (let at = SEED % step; at < genuine.body.length; at += step)
    await deliver(name, { ...genuine, body: forge(genuine.body, at) });
  for (const [header, value] of Object.entries(genuine.headers))
    for (let at = SEED % step; at < value.length; at += step)
      await deliver(name, { ...genuine, headers: { ...genuine.headers, [header]: forge(value, at) } });
  expect(await billing.getBalance(person)).toBe('0.00');
  expect(await world.listPayments(person)).toMatchObject([{ status: 'pending' }]);
  await world.pay(name, order);
  expect(await billing.getBalance(person)).toBe('50.00');
}
