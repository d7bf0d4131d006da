import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { killDuringCharge } from '../../../testing/money/charge-crash.ts';
import { liveThroughDunning } from '../../../testing/money/dunning-years.ts';
import type { FakeStripe } from '../../../testing/money/fake-stripe.ts';
import { chargeAt, days, letRenewalFail, listAttempts, subscribe } from '../../../testing/money/unpaid-renewal.ts';
import { SEED } from '../../../testing/seed.ts';
import type { Person } from '../../../testing/test-app.ts';
import type { BillingFixture } from '../billing.fixture.ts';
import { advanceSubscription } from '../subscriptions/renew-subscription.service.ts';
import { createStripeFixture, paidSession, type StripeFixture } from './stripe.fixture.ts';

let fixture: StripeFixture;
let billing: BillingFixture;
let stripe: FakeStripe;
beforeAll(async () => {
  fixture = await createStripeFixture();
  ({ billing, stripe } = fixture);
});
afterAll(() => fixture.close());
beforeEach(() => {
  stripe.decide = () => 'paid';
  stripe.lose = null;
});

const MINUTE_MS = 60_000;
const getBilling = (person: Person) => billing.get(person, '/billing') as Promise<object>;
const listKinds = async (person: Person): Promise<string[]> =>
  (
    (await billing.query('select kind from notifications where account_id = $1 order by id', [
      person.accountId,
    ])) as unknown as { kind: string }[]
  ).map(({ kind }) => kind);
const countCharged = (amount = 2900) => stripe.charged.filter((one) => one.amount === amount).length;
const unpaid = async (cards = 1): Promise<Person> => {
  const person = await subscribe(fixture, cards);
  await letRenewalFail(fixture, person);
  return person;
};

describe('a renewal', () => {
  it('is charged to the saved card at once', async () => {
    const person = await unpaid();
    const before = countCharged();
    await chargeAt(fixture, person, Date.now());
    expect(countCharged()).toBe(before + 1);
    expect(stripe.charged.at(-1)).toMatchObject({ currency: 'usd', metadata: { charge: 'renewal' } });
    expect(await billing.get(person, '/subscription')).toMatchObject({ status: 'active' });
    expect(await getBilling(person)).toMatchObject({ dunning: null, open_invoice: null });
    expect(await listKinds(person)).not.toContain('invoice_open');
    await chargeAt(fixture, person, Date.now() + days(1));
    expect(countCharged()).toBe(before + 1);
  });

  it('is paid from the balance first', async () => {
    const person = await subscribe(fixture);
    const topUp = { token: billing.operator.token, body: { amount: '100', reason: 'a gift' } };
    await billing.app.call('POST', `/transactions/users/${person.id}/deposit`, topUp);
    await letRenewalFail(fixture, person);
    await chargeAt(fixture, person, Date.now());
    expect(await listAttempts(fixture, person)).toEqual([]);
    expect(await billing.getBalance(person)).toBe('71.00');
  });

  it('is charged to the next card when the first is declined', async () => {
    const person = await unpaid(2);
    const [first] = (await billing.get(person, '/payment_methods')) as { id: number }[];
    let asked = 0;
    stripe.decide = () => (++asked === 1 ? 'insufficient_funds' : 'paid');
    await chargeAt(fixture, person, Date.now());
    expect(await listAttempts(fixture, person)).toMatchObject([
      { attempt: 1, status: 'failed', failure: 'no_funds' },
      { attempt: 2, status: 'paid', failure: null },
    ]);
    expect(first).toBeDefined();
  });

  it('is tried at renewal and on days 1, 3, 5 and 6, and every failure is told', async () => {
    const person = await unpaid();
    stripe.decide = () => 'card_declined';
    const start = Date.now();
    const tried: number[] = [];
    for (let hour = 0; hour < 24 * 7 - 1; hour += 3) {
      const before = (await listAttempts(fixture, person)).length;
      await chargeAt(fixture, person, start + hour * 60 * MINUTE_MS);
      if ((await listAttempts(fixture, person)).length > before) {
        const at = new Date(start + hour * 60 * MINUTE_MS);
        tried.push(
          Math.round(
            (Date.parse(at.toISOString().slice(0, 10)) - Date.parse(new Date(start).toISOString().slice(0, 10))) /
              days(1),
          ),
        );
      }
    }
    expect(tried).toEqual([0, 1, 3, 5, 6]);
    const kinds = await listKinds(person);
    expect(kinds.filter((kind) => kind === 'charge_failed')).toHaveLength(5);
    expect(kinds.filter((kind) => kind === 'charge_last_notice')).toHaveLength(1);
    expect(await billing.app.findEmail(person.email, /declined/)).toMatchObject({
      text: expect.stringMatching(/Visa •••• 4242.*profile\?tab=billing/s),
    });
    await billing.app.findEmail(person.email, /Last notice/);
    expect(await billing.get(person, '/subscription')).toMatchObject({ status: 'past_due' });
    const { dunning } = (await getBilling(person)) as { dunning: { attempts: unknown[]; next_attempt_at: unknown } };
    expect(dunning.attempts).toHaveLength(5);
    expect(dunning.next_attempt_at).toBeNull();
  });

  it('shows past attempts and the next one', async () => {
    const person = await unpaid();
    stripe.decide = () => 'insufficient_funds';
    await chargeAt(fixture, person, Date.now());
    expect(await getBilling(person)).toMatchObject({
      dunning: {
        attempts: [{ number: 1, result: 'failed', reason: 'no_funds', method: { brand: 'visa', last4: '4242' } }],
        next_attempt_at: expect.stringMatching(/T10:00:00/),
      },
    });
  });

  it('asks the payer when the bank wants a confirmation', async () => {
    const person = await unpaid();
    stripe.decide = () => 'authentication_required';
    await chargeAt(fixture, person, Date.now());
    expect(await listAttempts(fixture, person)).toMatchObject([{ status: 'needs_action' }]);
    await billing.app.findEmail(person.email, /Confirm/);
    const open = (await getBilling(person)) as { open_invoice: { id: number } };
    const paid = await billing.app.call('POST', `/invoices/${open.open_invoice.id}/pay`, {
      token: person.token,
      body: {},
    });
    expect(paid.statusCode).toBe(200);
    const reference = stripe.sessions.at(-1)?.reference ?? '';
    await fixture.deliver(stripe.event('checkout.session.completed', paidSession(reference, 2900)));
    expect(await billing.get(person, '/subscription')).toMatchObject({ status: 'active' });
  });

  it.each(['stolen_card', 'lost_card', 'invalid_account'])('never charges a card again after %s', async (code) => {
    const person = await unpaid();
    stripe.decide = () => code;
    for (const day of [0, 1.5, 3.5, 5.5]) await chargeAt(fixture, person, Date.now() + days(day));
    expect(await listAttempts(fixture, person)).toHaveLength(1);
    const [method] = (await billing.get(person, '/payment_methods')) as { refusal: string | null }[];
    expect(method?.refusal).toBe(code === 'invalid_account' ? 'closed' : 'lost_or_stolen');
    // A new card is charged at once.
    stripe.decide = () => 'paid';
    await fixture.saveCard(person);
    await chargeAt(fixture, person, Date.now() + days(5.6));
    expect(await billing.get(person, '/subscription')).toMatchObject({ status: 'active' });
  });

  it('restores the plan when it is paid after the grace period', async () => {
    const person = await unpaid(0);
    const { services } = billing.app;
    await advanceSubscription(services, person.accountId, new Date(Date.now() + days(8)));
    expect(await billing.get(person, '/subscription')).toMatchObject({ tariff_id: billing.tariffId('free') });
    await billing.query("update subscriptions set ends_at = now() - interval '3 days' where account_id = $1", [
      person.accountId,
    ]);
    const [invoice] = (await billing.query(
      "select id, period_until from invoices where account_id = $1 and status = 'uncollectible'",
      [person.accountId],
    )) as unknown as { id: number; period_until: Date }[];
    const answer = await billing.app.call('POST', `/invoices/${invoice?.id}/pay`, { token: person.token, body: {} });
    expect(answer.statusCode).toBe(200);
    const reference = stripe.sessions.at(-1)?.reference ?? '';
    await fixture.deliver(stripe.event('checkout.session.completed', paidSession(reference, 2900)));
    const now = (await billing.get(person, '/subscription')) as { ends_at: string };
    expect(now).toMatchObject({ tariff_id: billing.tariffId('starter'), status: 'active' });
    // Three days on the free plan are added.
    const added = Date.parse(now.ends_at) - Number(invoice?.period_until);
    expect(Math.round(added / days(1))).toBe(3);
  });
});

describe('a charge without an answer', () => {
  it('blocks every other until the provider says what became of it', async () => {
    const person = await unpaid();
    const before = countCharged();
    stripe.lose = 'response';
    const start = Date.now();
    await chargeAt(fixture, person, start);
    expect(await listAttempts(fixture, person)).toMatchObject([{ status: 'pending' }]);
    stripe.isDown = true;
    stripe.lose = null;
    await chargeAt(fixture, person, start + days(2));
    expect(await listAttempts(fixture, person)).toHaveLength(1);
    expect((await getBilling(person)) as object).toMatchObject({ dunning: { attempts: [{ result: 'waiting' }] } });
    const operators = await billing.query("select 1 from notifications where kind = 'charge_unresolved'");
    expect(operators.length).toBeGreaterThan(0);
    stripe.isDown = false;
    await chargeAt(fixture, person, start + days(2));
    expect(countCharged()).toBe(before + 1);
    expect(await listAttempts(fixture, person)).toMatchObject([{ status: 'paid' }]);
  });

  it('that never arrived is sent again and charged once', async () => {
    const person = await unpaid();
    const before = countCharged();
    stripe.lose = 'request';
    const start = Date.now();
    await chargeAt(fixture, person, start);
    expect(countCharged()).toBe(before);
    stripe.lose = null;
    for (const minutes of [1, 3, 9]) await chargeAt(fixture, person, start + minutes * MINUTE_MS);
    expect(countCharged()).toBe(before + 1);
    expect(await listAttempts(fixture, person)).toMatchObject([{ attempt: 1, status: 'paid' }]);
  });

  it('is booked by the webhook too, once', async () => {
    const person = await unpaid();
    stripe.lose = 'response';
    await chargeAt(fixture, person, Date.now());
    stripe.lose = null;
    const intent = stripe.charged.at(-1);
    for (const id of ['evt_auto_1', 'evt_auto_1', 'evt_auto_2'])
      await fixture.deliver(stripe.event('payment_intent.succeeded', intent ?? {}, { id }));
    expect(await billing.get(person, '/subscription')).toMatchObject({ status: 'active' });
    await chargeAt(fixture, person, Date.now() + 5 * MINUTE_MS);
    expect(await listAttempts(fixture, person)).toMatchObject([{ status: 'paid' }]);
  });

  it('survives a process killed in the middle', { timeout: 120_000 }, async () => {
    const step = 11;
    expect(await killDuringCharge(fixture, { step, first: 1 + (SEED % step) })).toBeGreaterThan(0);
  });
});

describe('many renewals', () => {
  it('keep ledger, invoices and bank in agreement', { timeout: 120_000 }, () =>
    liveThroughDunning(fixture, { accounts: 6, length: 70 }),
  );
});
