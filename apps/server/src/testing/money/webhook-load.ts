import type { PaymentEvent } from '@poklik/domain/payments/payment-state';
import fc from 'fast-check';
import { expect } from 'vitest';
import { type BillingFixture, expectedOutcome } from '../../features/billing/billing.fixture.ts';
import { reconcile } from '../../features/billing/ledger/reconcile.service.ts';
import { SEED } from '../seed.ts';
import type { Person } from '../test-app.ts';

const AMOUNT = 5000n;
const AT_ONCE = 8;

interface WebhookLoad {
  events: number;
  people: readonly Person[];
  /** Opens a deposit of 50.00 and returns its reference. */
  open(person: Person): Promise<string>;
  /** Returns the response status. */
  deliver(reference: string, news: PaymentEvent, id: string): Promise<number>;
}

interface Told {
  reference: string;
  news: PaymentEvent;
  id: string;
}

/** Sends the events of many payments, each up to five times in random order, and compares the result with the model. */
export async function runWebhookLoad(
  on: BillingFixture,
  { events, people, open, deliver }: WebhookLoad,
): Promise<void> {
  const chance = chancesOf(events);
  const stories = new Map<string, { person: Person; news: PaymentEvent[] }>();
  const told: Told[] = [];
  for (let place = 0; told.length < events; place += 1) {
    const person = people[place % people.length] as Person;
    const reference = await open(person);
    const news = storyOf(chance, place);
    stories.set(reference, { person, news });
    for (const [index, one] of news.entries()) told.push({ reference, news: one, id: `evt_load_${place}_${index}` });
  }
  const deliveries = shuffled(
    told.flatMap((one) => Array.from({ length: 1 + Math.floor(chance() * 5) }, () => one)),
    chance,
  );
  const queue = [...deliveries];
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let one = queue.pop(); one; one = queue.pop())
        expect(await deliver(one.reference, one.news, one.id)).toBe(200);
    }),
  );
  const expected = new Map<number, bigint>();
  for (const [reference, { person, news }] of stories) {
    const end = expectedOutcome(news, AMOUNT);
    expected.set(person.id, (expected.get(person.id) ?? 0n) + end.keptMinor);
    const [payment] = await on.query('select status from payments where reference = $1', [reference]);
    expect(payment, `seed ${SEED}`).toMatchObject({ status: end.status });
  }
  for (const person of people) {
    const cents = BigInt((await on.getBalance(person)).replace('.', ''));
    expect(cents, `seed ${SEED}`).toBe(expected.get(person.id) ?? 0n);
  }
  const [twice] = await on.query(
    "select count(*)::int as count from (select reference from ledger_journals where kind = 'deposit' group by reference having count(*) > 1) doubled",
  );
  expect(twice?.count).toBe(0);
  expect(await reconcile(on.app.services.db)).toEqual([]);
}

/** Random numbers between 0 and 1 from the seed of the run. */
function chancesOf(events: number): () => number {
  const numbers = fc.sample(fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }), {
    seed: SEED,
    numRuns: events * 20,
  });
  let next = 0;
  return () => numbers[next++ % numbers.length] ?? 0;
}

function storyOf(chance: () => number, place: number): PaymentEvent[] {
  const news: PaymentEvent[] = [];
  if (chance() < 0.85) news.push({ kind: 'paid', amountMinor: AMOUNT });
  if (chance() < 0.3 || news.length === 0) news.push({ kind: 'failed' });
  for (let refunds = Math.floor(chance() * 3); refunds > 0; refunds -= 1)
    news.push({ kind: 'refunded', totalMinor: BigInt(1 + Math.floor(chance() * 6000)) });
  for (let disputes = Math.floor(chance() * 2.5); disputes > 0; disputes -= 1) {
    const amountMinor = BigInt(1 + Math.floor(chance() * 6000));
    const turns = (['inquiry', 'open', 'lost', 'won'] as const).filter(() => chance() < 0.6);
    for (const status of turns)
      news.push({ kind: 'disputed', disputeId: `dp_${place}_${disputes}`, amountMinor, status });
  }
  return news;
}

function shuffled<T>(values: readonly T[], chance: () => number): T[] {
  const keyed = values.map((value) => ({ value, key: chance() }));
  return keyed.toSorted((one, other) => one.key - other.key).map(({ value }) => value);
}
