import type { Invoice } from '@poklik/contract/invoices';
import type { Notification } from '@poklik/contract/notifications';
import type { Subscription } from '@poklik/contract/subscriptions';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectSoundBooks } from '../../testing/sound-books.ts';
import type { StripeStandIn } from '../../testing/stripe-stand-in.ts';
import type { Person } from '../../testing/test-app.ts';
import { releaseDueCommissions } from '../referrals/commissions.service.ts';
import type { BillingWorld } from './billing.fixture.ts';
import {
  dispute,
  intentOf,
  paidSession,
  refundedCharge,
  type StripeWorld,
  stripeWorld,
} from './stripe-world.fixture.ts';

let world: StripeWorld;
let on: BillingWorld;
let stripe: StripeStandIn;
beforeAll(async () => {
  world = await stripeWorld();
  ({ on, stripe } = world);
});
afterAll(() => world.close());

let disputeId = '';
let disputes = 0;
beforeEach(() => {
  disputes += 1;
  disputeId = `dp_${disputes}`;
});

const tell = async (type: string, object: object) =>
  expect((await world.deliver(stripe.event(type, object))).statusCode).toBe(200);
const tellDispute = (type: string, reference: string, status: string, amount: number) =>
  tell(`charge.dispute.${type}`, dispute(intentOf(reference), status, { amount, id: disputeId }));
const open = (reference: string, amount: number) => tellDispute('created', reference, 'needs_response', amount);
const win = (reference: string, amount: number) => tellDispute('closed', reference, 'won', amount);
const lose = (reference: string, amount: number) => tellDispute('closed', reference, 'lost', amount);

/** Buys a plan by card and says by which reference Stripe knows the payment. */
async function buy(person: Person, code: string): Promise<{ reference: string; amount: number }> {
  const answer = await on.pay(person, code);
  expect(answer.statusCode, answer.body).toBe(200);
  const session = stripe.sessions.at(-1);
  const amount = Number(session?.params.get('line_items[0][price_data][unit_amount]'));
  const reference = session?.reference ?? '';
  await tell('checkout.session.completed', paidSession(reference, amount));
  return { reference, amount };
}

const subscriptionOf = (person: Person): Promise<Subscription> => on.get(person, '/subscription');
const invoicesOf = (person: Person): Promise<Invoice[]> => on.get(person, '/invoices?sort=number&order=asc');
const kindsTold = async ({ token }: Person): Promise<string[]> =>
  ((await on.product.call('GET', '/notifications', { token })).json().notifications as Notification[]).map(
    ({ kind }) => kind,
  );
const sound = () => expectSoundBooks(on.product.services.db);

async function referred(): Promise<{ referrer: Person; person: Person }> {
  const [referrer, person] = [await on.customer(), await on.customer()];
  await on.rows('update users set referred_by_id = $2 where id = $1', [person.id, referrer.id]);
  return { referrer, person };
}
const commissionOf = async ({ accountId }: Person) => {
  const [row] = await on.rows(
    'select status, amount_minor::int as amount, reversed_minor::int as reversed from commissions where account_id = $1',
    [accountId],
  );
  return row;
};

describe('a disputed payment', () => {
  it('for a plan takes the plan and the commission away, and gives both back when it is won', async () => {
    const { referrer, person } = await referred();
    const { reference, amount } = await buy(person, 'pro');
    const { ends_at: endsAt } = await subscriptionOf(person);
    await open(reference, amount);
    expect(await subscriptionOf(person)).toMatchObject({ tariff_id: on.tariff('free'), status: 'ended' });
    expect(await invoicesOf(person)).toMatchObject([
      { status: 'disputed', disputed: '79.00', dispute_status: 'open', refunded: '0.00' },
    ]);
    expect(await commissionOf(referrer)).toEqual({ status: 'reversed', amount: 790, reversed: 790 });
    await sound();

    await win(reference, amount);
    await tellDispute('funds_reinstated', reference, 'won', amount);
    const restored = await subscriptionOf(person);
    expect(restored).toMatchObject({ tariff_id: on.tariff('pro'), status: 'active' });
    // What was left when the dispute began is left again.
    expect(Date.parse(restored.ends_at ?? '')).toBeGreaterThanOrEqual(Date.parse(endsAt ?? ''));
    expect(await invoicesOf(person)).toMatchObject([{ status: 'paid', disputed: '0.00', dispute_status: 'won' }]);
    expect(await commissionOf(referrer)).toEqual({ status: 'pending', amount: 790, reversed: 0 });
    await sound();
  });

  it('that is lost stays taken, and everybody concerned is told in their language', async () => {
    const { referrer, person } = await referred();
    await on.rows("update users set locale = 'ua' where id = $1", [person.id]);
    const { reference, amount } = await buy(person, 'starter');
    await open(reference, amount);
    await lose(reference, amount);
    expect(await subscriptionOf(person)).toMatchObject({ tariff_id: on.tariff('free') });
    expect(await invoicesOf(person)).toMatchObject([{ status: 'disputed', dispute_status: 'lost', disputed: '29.00' }]);
    expect(await kindsTold(person)).toEqual(expect.arrayContaining(['payment_disputed', 'payment_dispute_lost']));
    expect(await kindsTold(referrer)).toContain('commission_reversed');
    const messages = await on.rows(
      "select kind, values from notifications where user_id = $1 and kind like 'dispute_%' order by id desc limit 2",
      [on.operator.id],
    );
    expect(messages).toMatchObject([
      { kind: 'dispute_lost', values: { customer: person.email, amount: '29.00' } },
      { kind: 'dispute_opened', values: { customer: person.email, amount: '29.00' } },
    ]);
    await sound();
  });

  it('to the balance takes it from there, even below nothing, and back', async () => {
    const person = await on.customer();
    const reference = await world.openDeposit(person);
    await tell('checkout.session.completed', paidSession(reference, 5000));
    await on.pay(person, 'starter', { method: 'balance' });
    await open(reference, 5000);
    expect(await on.available(person)).toBe('-29.00');
    expect(await invoicesOf(person)).toMatchObject([{ status: 'disputed', disputed: '50.00' }, { status: 'paid' }]);
    await win(reference, 5000);
    expect(await on.available(person)).toBe('21.00');
    await sound();
  });

  it('is found by asking Stripe when nothing of it was noted, as for payments of before', async () => {
    const person = await on.customer();
    const { reference, amount } = await buy(person, 'starter');
    await on.rows('update payments set provider_payment_id = null where reference = $1', [reference]);
    stripe.isDown = true;
    const told = stripe.event(
      'charge.dispute.created',
      dispute(intentOf(reference), 'needs_response', { amount, id: disputeId }),
    );
    expect((await world.deliver(told)).statusCode).toBeGreaterThanOrEqual(500);
    stripe.isDown = false;
    expect((await world.deliver(told)).statusCode).toBe(200);
    expect(stripe.asked).toContain(intentOf(reference));
    expect(await subscriptionOf(person)).toMatchObject({ tariff_id: on.tariff('free') });
    const unknown = stripe.event('charge.dispute.created', dispute('pi_of_somebody_else', 'needs_response'));
    expect((await world.deliver(unknown)).statusCode).toBe(200);
  });

  it('is not taken while the bank only inquires', async () => {
    const person = await on.customer();
    const { reference, amount } = await buy(person, 'starter');
    await tellDispute('created', reference, 'warning_needs_response', amount);
    expect(await subscriptionOf(person)).toMatchObject({ tariff_id: on.tariff('starter') });
    expect(await invoicesOf(person)).toMatchObject([{ status: 'paid', dispute_status: 'inquiry' }]);
    expect(await kindsTold(person)).not.toContain('payment_disputed');
    await tellDispute('closed', reference, 'warning_closed', amount);
    expect(await subscriptionOf(person)).toMatchObject({ tariff_id: on.tariff('starter') });
    await sound();
  });

  it('that was traded in for a larger plan takes that one, too', async () => {
    const person = await on.customer();
    const { reference, amount } = await buy(person, 'starter');
    await buy(person, 'pro');
    await open(reference, amount);
    expect(await subscriptionOf(person)).toMatchObject({ tariff_id: on.tariff('free') });
    await win(reference, amount);
    expect(await subscriptionOf(person)).toMatchObject({ tariff_id: on.tariff('pro'), status: 'active' });
    await sound();
  });

  it('for an upgrade leaves the plan that was paid before it', async () => {
    const person = await on.customer();
    await buy(person, 'starter');
    const { ends_at: endsAt } = await subscriptionOf(person);
    const { reference, amount } = await buy(person, 'pro');
    await open(reference, amount);
    expect(await subscriptionOf(person)).toMatchObject({ tariff_id: on.tariff('starter'), ends_at: endsAt });
    await lose(reference, amount);
    expect(await subscriptionOf(person)).toMatchObject({ tariff_id: on.tariff('starter'), status: 'active' });
    await sound();
  });

  it('won after the account bought another plan becomes credit', async () => {
    const person = await on.customer();
    const first = await buy(person, 'pro');
    await open(first.reference, first.amount);
    await buy(person, 'starter');
    await win(first.reference, first.amount);
    expect(await subscriptionOf(person)).toMatchObject({ tariff_id: on.tariff('starter') });
    const { credit } = (await on.get(person, '/billing')) as { credit: string };
    expect(Number(credit)).toBeGreaterThan(78);
    await sound();
  });

  it('gives a referrer back what they could withdraw, and no more', async () => {
    const { referrer, person } = await referred();
    const { reference, amount } = await buy(person, 'pro');
    await on.rows('update commissions set release_at = created_at where account_id = $1', [referrer.accountId]);
    await releaseDueCommissions(on.product.services);
    const balance = async () =>
      (await on.product.call('GET', '/transactions', { token: referrer.token })).json().balance as object;
    expect(await balance()).toMatchObject({ available: '7.90', withdrawable: '7.90' });
    await open(reference, amount);
    expect(await balance()).toMatchObject({ available: '0.00', withdrawable: '0.00' });
    await win(reference, amount);
    expect(await balance()).toMatchObject({ available: '7.90', withdrawable: '7.90', pending: '0.00' });
    await sound();
  });

  it('cannot be voided meanwhile, and a refund of all of it ends the dispute', async () => {
    const person = await on.customer();
    const { reference, amount } = await buy(person, 'starter');
    await open(reference, amount);
    const [invoice] = await invoicesOf(person);
    const refused = await on.product.call('POST', `/invoices/${invoice?.id}/void`, {
      token: on.operator.token,
      body: { reason: 'as agreed by mail' },
    });
    expect(refused.json().code).toBe('invoice_not_open');
    await tell('charge.refunded', refundedCharge(reference, amount));
    expect(await invoicesOf(person)).toMatchObject([{ status: 'void', refunded: '29.00', disputed: '0.00' }]);
    expect(await subscriptionOf(person)).toMatchObject({ tariff_id: on.tariff('free') });
    await sound();
  });

  it('refunded in Stripe’s dashboard without our reference is found, too', async () => {
    const person = await on.customer();
    const { reference, amount } = await buy(person, 'starter');
    const charge = { id: 'ch_9', metadata: {}, currency: 'usd', amount_refunded: amount };
    await tell('charge.refunded', { ...charge, payment_intent: intentOf(reference) });
    expect(await invoicesOf(person)).toMatchObject([{ status: 'void', refunded: '29.00' }]);
  });
});

describe('disputes of purchases', () => {
  it('end the same in whatever order and however often their events come', { timeout: 60_000 }, async () => {
    const turns = ['created', 'funds_withdrawn', 'closed', 'funds_reinstated'] as const;
    const status = {
      created: 'needs_response',
      funds_withdrawn: 'needs_response',
      closed: 'won',
      funds_reinstated: 'won',
    };
    const orders = [turns, turns.toReversed(), ['closed', 'created', 'funds_reinstated', 'funds_withdrawn'] as const];
    for (const order of orders) {
      disputes += 1;
      disputeId = `dp_${disputes}`;
      const { referrer, person } = await referred();
      await on.pay(person, 'pro');
      const reference = stripe.sessions.at(-1)?.reference ?? '';
      const [first, ...rest] = order;
      // The payment itself may be heard of in the middle.
      await tellDispute(first, reference, status[first], 7900);
      await tell('checkout.session.completed', paidSession(reference, 7900));
      for (const turn of [...rest, ...order]) await tellDispute(turn, reference, status[turn], 7900);
      expect(await subscriptionOf(person), order.join()).toMatchObject({
        tariff_id: on.tariff('pro'),
        status: 'active',
      });
      expect(await invoicesOf(person), order.join()).toMatchObject([{ status: 'paid', dispute_status: 'won' }]);
      expect(await commissionOf(referrer), order.join()).toEqual({ status: 'pending', amount: 790, reversed: 0 });
    }
    await sound();
  });
});
