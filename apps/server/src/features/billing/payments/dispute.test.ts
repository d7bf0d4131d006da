import type { Invoice } from '@poklik/contract/invoices';
import type { Notification } from '@poklik/contract/notifications';
import type { Subscription } from '@poklik/contract/subscriptions';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { FakeStripe } from '../../../testing/money/fake-stripe.ts';
import { expectLedgerBalanced } from '../../../testing/money/ledger-check.ts';
import type { Person } from '../../../testing/test-app.ts';
import type { BillingFixture } from '../billing.fixture.ts';
import { releaseDueCommissions } from '../referrals/commissions.service.ts';
import {
  createStripeFixture,
  disputeObject,
  paidSession,
  paymentIntentId,
  refundedCharge,
  type StripeFixture,
} from './stripe.fixture.ts';

let fixture: StripeFixture;
let billing: BillingFixture;
let stripe: FakeStripe;
beforeAll(async () => {
  fixture = await createStripeFixture();
  ({ billing, stripe } = fixture);
});
afterAll(() => fixture.close());

let disputeId = '';
let disputes = 0;
beforeEach(() => {
  disputes += 1;
  disputeId = `dp_${disputes}`;
});

const deliverEvent = async (type: string, object: object) =>
  expect((await fixture.deliver(stripe.event(type, object))).statusCode).toBe(200);
const deliverDispute = (type: string, reference: string, status: string, amount: number) =>
  deliverEvent(`charge.dispute.${type}`, disputeObject(paymentIntentId(reference), status, { amount, id: disputeId }));
const openDispute = (reference: string, amount: number) =>
  deliverDispute('created', reference, 'needs_response', amount);
const winDispute = (reference: string, amount: number) => deliverDispute('closed', reference, 'won', amount);
const loseDispute = (reference: string, amount: number) => deliverDispute('closed', reference, 'lost', amount);

/** Buys a plan by card and returns the payment reference. */
async function buyTariff(person: Person, code: string): Promise<{ reference: string; amount: number }> {
  const answer = await billing.pay(person, code);
  expect(answer.statusCode, answer.body).toBe(200);
  const session = stripe.sessions.at(-1);
  const amount = Number(session?.params.get('line_items[0][price_data][unit_amount]'));
  const reference = session?.reference ?? '';
  await deliverEvent('checkout.session.completed', paidSession(reference, amount));
  return { reference, amount };
}

const getSubscription = (person: Person): Promise<Subscription> => billing.get(person, '/subscription');
const listInvoices = (person: Person): Promise<Invoice[]> => billing.get(person, '/invoices?sort=number&order=asc');
const listNotificationKinds = async ({ token }: Person): Promise<string[]> =>
  ((await billing.app.call('GET', '/notifications', { token })).json().notifications as Notification[]).map(
    ({ kind }) => kind,
  );
const expectBalancedLedger = () => expectLedgerBalanced(billing.app.services.db);

async function createReferral(): Promise<{ referrer: Person; person: Person }> {
  const [referrer, person] = [await billing.createCustomer(), await billing.createCustomer()];
  await billing.query('update users set referred_by_id = $2 where id = $1', [person.id, referrer.id]);
  return { referrer, person };
}
const findCommission = async ({ accountId }: Person) => {
  const [row] = await billing.query(
    'select status, amount_minor::int as amount, reversed_minor::int as reversed from commissions where account_id = $1',
    [accountId],
  );
  return row;
};

describe('disputed payment', () => {
  it('suspends the plan and reverses the commission, and restores both when won', async () => {
    const { referrer, person } = await createReferral();
    const { reference, amount } = await buyTariff(person, 'pro');
    const { ends_at: endsAt } = await getSubscription(person);
    await openDispute(reference, amount);
    expect(await getSubscription(person)).toMatchObject({ tariff_id: billing.tariffId('free'), status: 'ended' });
    expect(await listInvoices(person)).toMatchObject([
      { status: 'disputed', disputed: '79.00', dispute_status: 'open', refunded: '0.00' },
    ]);
    expect(await findCommission(referrer)).toEqual({ status: 'reversed', amount: 790, reversed: 790 });
    await expectBalancedLedger();

    await winDispute(reference, amount);
    await deliverDispute('funds_reinstated', reference, 'won', amount);
    const restored = await getSubscription(person);
    expect(restored).toMatchObject({ tariff_id: billing.tariffId('pro'), status: 'active' });
    // The time that was left when the dispute opened is restored.
    expect(Date.parse(restored.ends_at ?? '')).toBeGreaterThanOrEqual(Date.parse(endsAt ?? ''));
    expect(await listInvoices(person)).toMatchObject([{ status: 'paid', disputed: '0.00', dispute_status: 'won' }]);
    expect(await findCommission(referrer)).toEqual({ status: 'pending', amount: 790, reversed: 0 });
    await expectBalancedLedger();
  });

  it('stays suspended when lost, and notifies customer, referrer and operator', async () => {
    const { referrer, person } = await createReferral();
    await billing.query("update users set locale = 'ua' where id = $1", [person.id]);
    const { reference, amount } = await buyTariff(person, 'starter');
    await openDispute(reference, amount);
    await loseDispute(reference, amount);
    expect(await getSubscription(person)).toMatchObject({ tariff_id: billing.tariffId('free') });
    expect(await listInvoices(person)).toMatchObject([
      { status: 'disputed', dispute_status: 'lost', disputed: '29.00' },
    ]);
    expect(await listNotificationKinds(person)).toEqual(
      expect.arrayContaining(['payment_disputed', 'payment_dispute_lost']),
    );
    expect(await listNotificationKinds(referrer)).toContain('commission_reversed');
    const messages = await billing.query(
      "select kind, values from notifications where user_id = $1 and kind like 'dispute_%' order by id desc limit 2",
      [billing.operator.id],
    );
    expect(messages).toMatchObject([
      { kind: 'dispute_lost', values: { customer: person.email, amount: '29.00' } },
      { kind: 'dispute_opened', values: { customer: person.email, amount: '29.00' } },
    ]);
    await expectBalancedLedger();
  });

  it('of a deposit is deducted from the balance, even below zero, and restored when won', async () => {
    const person = await billing.createCustomer();
    const reference = await fixture.openDeposit(person);
    await deliverEvent('checkout.session.completed', paidSession(reference, 5000));
    await billing.pay(person, 'starter', { method: 'balance' });
    await openDispute(reference, 5000);
    expect(await billing.getBalance(person)).toBe('-29.00');
    expect(await listInvoices(person)).toMatchObject([{ status: 'disputed', disputed: '50.00' }, { status: 'paid' }]);
    await winDispute(reference, 5000);
    expect(await billing.getBalance(person)).toBe('21.00');
    await expectBalancedLedger();
  });

  it('is looked up at Stripe if the payment has no stored payment intent', async () => {
    const person = await billing.createCustomer();
    const { reference, amount } = await buyTariff(person, 'starter');
    await billing.query('update payments set provider_payment_id = null where reference = $1', [reference]);
    stripe.isDown = true;
    const event = stripe.event(
      'charge.dispute.created',
      disputeObject(paymentIntentId(reference), 'needs_response', { amount, id: disputeId }),
    );
    expect((await fixture.deliver(event)).statusCode).toBeGreaterThanOrEqual(500);
    stripe.isDown = false;
    expect((await fixture.deliver(event)).statusCode).toBe(200);
    expect(stripe.asked).toContain(paymentIntentId(reference));
    expect(await getSubscription(person)).toMatchObject({ tariff_id: billing.tariffId('free') });
    const unknown = stripe.event('charge.dispute.created', disputeObject('pi_unknown', 'needs_response'));
    expect((await fixture.deliver(unknown)).statusCode).toBe(200);
  });

  it('is not deducted during an inquiry', async () => {
    const person = await billing.createCustomer();
    const { reference, amount } = await buyTariff(person, 'starter');
    await deliverDispute('created', reference, 'warning_needs_response', amount);
    expect(await getSubscription(person)).toMatchObject({ tariff_id: billing.tariffId('starter') });
    expect(await listInvoices(person)).toMatchObject([{ status: 'paid', dispute_status: 'inquiry' }]);
    expect(await listNotificationKinds(person)).not.toContain('payment_disputed');
    await deliverDispute('closed', reference, 'warning_closed', amount);
    expect(await getSubscription(person)).toMatchObject({ tariff_id: billing.tariffId('starter') });
    await expectBalancedLedger();
  });

  it('also suspends the upgrade that it was credited to', async () => {
    const person = await billing.createCustomer();
    const { reference, amount } = await buyTariff(person, 'starter');
    await buyTariff(person, 'pro');
    await openDispute(reference, amount);
    expect(await getSubscription(person)).toMatchObject({ tariff_id: billing.tariffId('free') });
    await winDispute(reference, amount);
    expect(await getSubscription(person)).toMatchObject({ tariff_id: billing.tariffId('pro'), status: 'active' });
    await expectBalancedLedger();
  });

  it('of an upgrade restores the previous paid plan', async () => {
    const person = await billing.createCustomer();
    await buyTariff(person, 'starter');
    const { ends_at: endsAt } = await getSubscription(person);
    const { reference, amount } = await buyTariff(person, 'pro');
    await openDispute(reference, amount);
    expect(await getSubscription(person)).toMatchObject({ tariff_id: billing.tariffId('starter'), ends_at: endsAt });
    await loseDispute(reference, amount);
    expect(await getSubscription(person)).toMatchObject({ tariff_id: billing.tariffId('starter'), status: 'active' });
    await expectBalancedLedger();
  });

  it('becomes credit when won after another plan was bought', async () => {
    const person = await billing.createCustomer();
    const first = await buyTariff(person, 'pro');
    await openDispute(first.reference, first.amount);
    await buyTariff(person, 'starter');
    await winDispute(first.reference, first.amount);
    expect(await getSubscription(person)).toMatchObject({ tariff_id: billing.tariffId('starter') });
    const { credit } = (await billing.get(person, '/billing')) as { credit: string };
    expect(Number(credit)).toBeGreaterThan(78);
    await expectBalancedLedger();
  });

  it('restores exactly the commission that was reversed', async () => {
    const { referrer, person } = await createReferral();
    const { reference, amount } = await buyTariff(person, 'pro');
    await billing.query('update commissions set release_at = created_at where account_id = $1', [referrer.accountId]);
    await releaseDueCommissions(billing.app.services);
    const balance = async () =>
      (await billing.app.call('GET', '/transactions', { token: referrer.token })).json().balance as object;
    expect(await balance()).toMatchObject({ available: '7.90', withdrawable: '7.90' });
    await openDispute(reference, amount);
    expect(await balance()).toMatchObject({ available: '0.00', withdrawable: '0.00' });
    await winDispute(reference, amount);
    expect(await balance()).toMatchObject({ available: '7.90', withdrawable: '7.90', pending: '0.00' });
    await expectBalancedLedger();
  });

  it('cannot be voided, and a full refund ends the dispute', async () => {
    const person = await billing.createCustomer();
    const { reference, amount } = await buyTariff(person, 'starter');
    await openDispute(reference, amount);
    const [invoice] = await listInvoices(person);
    const rejected = await billing.app.call('POST', `/invoices/${invoice?.id}/void`, {
      token: billing.operator.token,
      body: { reason: 'as agreed by mail' },
    });
    expect(rejected.json().code).toBe('invoice_not_open');
    await deliverEvent('charge.refunded', refundedCharge(reference, amount));
    expect(await listInvoices(person)).toMatchObject([{ status: 'void', refunded: '29.00', disputed: '0.00' }]);
    expect(await getSubscription(person)).toMatchObject({ tariff_id: billing.tariffId('free') });
    await expectBalancedLedger();
  });

  it('is found when refunded in the Stripe dashboard without a reference', async () => {
    const person = await billing.createCustomer();
    const { reference, amount } = await buyTariff(person, 'starter');
    const charge = { id: 'ch_9', metadata: {}, currency: 'usd', amount_refunded: amount };
    await deliverEvent('charge.refunded', { ...charge, payment_intent: paymentIntentId(reference) });
    expect(await listInvoices(person)).toMatchObject([{ status: 'void', refunded: '29.00' }]);
  });
});

describe('dispute events', () => {
  it('have the same result in any order and when repeated', { timeout: 60_000 }, async () => {
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
      const { referrer, person } = await createReferral();
      await billing.pay(person, 'pro');
      const reference = stripe.sessions.at(-1)?.reference ?? '';
      const [first, ...rest] = order;
      // The payment event may arrive between dispute events.
      await deliverDispute(first, reference, status[first], 7900);
      await deliverEvent('checkout.session.completed', paidSession(reference, 7900));
      for (const turn of [...rest, ...order]) await deliverDispute(turn, reference, status[turn], 7900);
      expect(await getSubscription(person), order.join()).toMatchObject({
        tariff_id: billing.tariffId('pro'),
        status: 'active',
      });
      expect(await listInvoices(person), order.join()).toMatchObject([{ status: 'paid', dispute_status: 'won' }]);
      expect(await findCommission(referrer), order.join()).toEqual({ status: 'pending', amount: 790, reversed: 0 });
    }
    await expectBalancedLedger();
  });
});
