import type { PaymentEvent } from '@poklik/domain/payments/payment-state';
import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import type { Config } from '../../../config.ts';
import { createLiveProviders, type LiveProviders } from '../../../payments/configured-provider.ts';
import { type FakeStripe, type SignedEvent, startFakeStripe } from '../../../testing/money/fake-stripe.ts';
import { runWebhookLoad } from '../../../testing/money/webhook-load.ts';
import { SEED } from '../../../testing/seed.ts';
import type { Person } from '../../../testing/test-app.ts';
import { type BillingFixture, createBillingFixture } from '../billing.fixture.ts';
import { advanceSubscription } from '../subscriptions/renew-subscription.service.ts';

export interface StripeFixture {
  billing: BillingFixture;
  stripe: FakeStripe;
  deliver(event: SignedEvent): Promise<LightMyRequestResponse>;
  /** Opens a deposit checkout and returns its payment reference. */
  openDeposit(person: Person, amount?: string): Promise<string>;
  providers: LiveProviders;
  /** Runs the next due step of the subscription. */
  renew(person: Person): Promise<void>;
  /** Saves a card on the provider's page. */
  saveCard(person: Person): Promise<void>;
  close(): Promise<void>;
}

export async function createStripeFixture(changes: Partial<Config> = {}): Promise<StripeFixture> {
  const stripe = await startFakeStripe();
  const billing = await createBillingFixture({
    stripe: { secretKey: 'sk_test_key', webhookSecret: stripe.secret, apiUrl: stripe.url },
    ...changes,
  });
  const providers = createLiveProviders(billing.app.services.config);
  return {
    billing,
    stripe,
    providers,
    renew: async ({ accountId }) => {
      await advanceSubscription(billing.app.services, accountId);
    },
    deliver: async ({ body, headers }) =>
      billing.app.app.inject({
        method: 'POST',
        url: '/v1/payments/stripe/webhook',
        headers: { 'content-type': 'application/json', ...headers },
        payload: body,
      }),
    saveCard: async ({ token, accountId }) => {
      const opened = await billing.app.call('POST', '/payment_methods', { token, body: { consent: 1 } });
      if (opened.statusCode !== 200) throw new Error(opened.body);
      const [method] = await billing.query(
        'select reference from payment_methods where account_id = $1 order by id desc limit 1',
        [accountId],
      );
      const { body, headers } = stripe.event('checkout.session.completed', setupSession(String(method?.reference)));
      const answer = await billing.app.app.inject({
        method: 'POST',
        url: '/v1/payments/stripe/webhook',
        headers: { 'content-type': 'application/json', ...headers },
        payload: body,
      });
      if (answer.statusCode !== 200) throw new Error(answer.body);
    },
    openDeposit: async ({ token }, amount = '50') => {
      const opened = await billing.app.call('POST', '/transactions/deposit', { token, body: { amount } });
      if (opened.statusCode !== 200) throw new Error(opened.body);
      return stripe.sessions.at(-1)?.reference ?? '';
    },
    close: async () => {
      await billing.app.close();
      await stripe.close();
    },
  };
}

export const paymentIntentId = (reference: string): string => `pi_${reference}`;

export const paidSession = (reference: string, amount: number) => ({
  client_reference_id: reference,
  payment_intent: paymentIntentId(reference),
  payment_status: 'paid',
  amount_total: amount,
  currency: 'usd',
});

const setupSession = (reference: string) => ({
  mode: 'setup',
  client_reference_id: reference,
  setup_intent: `seti_${reference}`,
  payment_intent: null,
  payment_status: 'no_payment_required',
});

/** Like real Stripe disputes, it carries no reference, only the payment intent. */
export const disputeObject = (paymentIntent: string, status: string, { amount = 5000, id = 'dp_1' } = {}) => ({
  id,
  object: 'dispute',
  charge: 'ch_1',
  payment_intent: paymentIntent,
  amount,
  currency: 'usd',
  status,
  metadata: {},
});

export const refundedCharge = (reference: string, amount: number) => ({
  metadata: { reference },
  currency: 'usd',
  amount_refunded: amount,
});

const DISPUTE_EVENTS = {
  inquiry: ['charge.dispute.created', 'warning_needs_response'],
  open: ['charge.dispute.funds_withdrawn', 'needs_response'],
  lost: ['charge.dispute.closed', 'lost'],
  won: ['charge.dispute.funds_reinstated', 'under_review'],
} as const;

function toStripeEvent({ stripe }: StripeFixture, reference: string, news: PaymentEvent, id: string): SignedEvent {
  switch (news.kind) {
    case 'paid':
      return stripe.event('checkout.session.completed', paidSession(reference, Number(news.amountMinor)), { id });
    case 'failed':
    case 'needs_action':
      return stripe.event('checkout.session.expired', { client_reference_id: reference }, { id });
    case 'refunded':
      return stripe.event('charge.refunded', refundedCharge(reference, Number(news.totalMinor)), { id });
    case 'disputed': {
      const [type, status] = DISPUTE_EVENTS[news.status];
      const amount = Number(news.amountMinor);
      return stripe.event(type, disputeObject(paymentIntentId(reference), status, { amount, id: news.disputeId }), {
        id,
      });
    }
  }
}

/** Delivers shuffled and repeated events of eight customers and compares the result with the model. */
export async function deliverShuffledEvents(fixture: StripeFixture, events: number): Promise<void> {
  const people = await Promise.all(Array.from({ length: 8 }, () => fixture.billing.createCustomer()));
  await runWebhookLoad(fixture.billing, {
    events,
    people,
    open: (person) => fixture.openDeposit(person),
    deliver: async (reference, news, id) =>
      (await fixture.deliver(toStripeEvent(fixture, reference, news, id))).statusCode,
  });
}

/** Changes every `step`-th byte of an event and of its signature, one at a time. Nothing may be booked. */
export async function deliverForgedEvents({ billing, stripe, deliver, openDeposit }: StripeFixture, step: number) {
  const person = await billing.createCustomer();
  const event = stripe.event('checkout.session.completed', paidSession(await openDeposit(person), 5000));
  const header = event.headers['stripe-signature'] ?? '';
  const forged = (text: string, at: number) =>
    `${text.slice(0, at)}${text[at] === '1' ? '2' : '1'}${text.slice(at + 1)}`;
  for (let at = SEED % step; at < event.body.length; at += step) {
    const answer = await deliver({ ...event, body: forged(event.body, at) });
    expect(answer.statusCode, `byte ${at} of the body`).toBe(400);
  }
  for (let at = SEED % step; at < header.length; at += step) {
    const answer = await deliver({ ...event, headers: { 'stripe-signature': forged(header, at) } });
    expect(answer.statusCode, `byte ${at} of the signature`).toBe(400);
  }
  expect(await billing.getBalance(person)).toBe('0.00');
  expect((await deliver(event)).statusCode).toBe(200);
  expect(await billing.getBalance(person)).toBe('50.00');
}
