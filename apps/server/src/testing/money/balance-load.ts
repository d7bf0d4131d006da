import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { BillingFixture } from '../../features/billing/billing.fixture.ts';
import { reconcile } from '../../features/billing/ledger/reconcile.service.ts';
import { PASSWORD } from '../test-app.ts';
import { addEarnings } from './earn-commission.ts';

/** The amount of each kind of request, and how many can succeed at most. */
const KINDS = [
  { amount: 20, most: 1 },
  { amount: 29, most: 1 },
  { amount: 10, most: Number.POSITIVE_INFINITY },
  { amount: 10, most: Number.POSITIVE_INFINITY },
] as const;

const BUSY = 503;
const ATTEMPTS = 50;

/** Retries busy responses with the same Idempotency-Key, as clients should. */
async function patiently(ask: () => Promise<number>): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    const status = await ask();
    if (status !== BUSY || attempt === ATTEMPTS) return status;
    await sleep(100 + Math.random() * 400);
  }
}

/** Sends concurrent withdrawals, purchases and deductions, and checks that they spend no more than the balance. */
export async function runBalanceLoad(on: BillingFixture, requests: number): Promise<void> {
  const { app: product, operator } = on;
  const balance = requests * 2;
  const person = await on.createCustomer();
  const payout = { method: 'other', holder: '', account: 'a safe place', password: PASSWORD };
  await product.call('PUT', '/payout_details', { token: person.token, body: payout });
  await addEarnings(product.services, person.accountId, BigInt(balance * 100));
  const request = (kind: number, key: string) => {
    const headers = { 'idempotency-key': key };
    const own = { token: person.token, headers };
    if (kind === 0) return product.call('POST', '/withdrawals', { ...own, body: { amount: '20' } });
    if (kind === 1)
      return product.call('POST', `/tariffs/${on.tariffId('starter')}/pay`, { ...own, body: { method: 'balance' } });
    const body = { amount: '10', reason: 'concurrent requests' };
    return product.call('POST', `/transactions/users/${person.id}/deduct`, { token: operator.token, headers, body });
  };
  const answers = await Promise.all(
    Array.from({ length: requests }, async (_, place) => {
      const kind = place % KINDS.length;
      // Every eighth request repeats the key of an earlier one and must have no effect of its own.
      const key = `load-${person.id}-${place % 8 === 7 ? place - 4 : place}`;
      const statusCode = await patiently(async () => (await request(kind, key)).statusCode);
      expect(statusCode).toBeLessThan(500);
      return { kind, key, isDone: statusCode < 300 };
    }),
  );
  const done = KINDS.map(
    (_, kind) => new Set(answers.filter((one) => one.kind === kind && one.isDone).map(({ key }) => key)).size,
  );
  for (const [kind, { most }] of KINDS.entries()) expect(done[kind]).toBeLessThanOrEqual(most);
  const spent = KINDS.reduce((sum, { amount }, kind) => sum + amount * (done[kind] ?? 0), 0);
  const left = Number(await on.getBalance(person));
  expect(left).toBe(balance - spent);
  expect(left).toBeGreaterThanOrEqual(0);
  // More was requested than available, so the rest is too small for any request.
  expect(left).toBeLessThan(10);
  expect(await reconcile(product.services.db)).toEqual([]);
}
