import type { PaymentEvent } from '@poklik/domain/payments/payment-state';
import type { LightMyRequestResponse } from 'fastify';
import { type SignedEvent, type StripeStandIn, startStripeStandIn } from '../../testing/stripe-stand-in.ts';
import type { Person } from '../../testing/test-app.ts';
import { stormOf } from '../../testing/webhook-storm.ts';
import { type BillingWorld, billingWorld } from './billing.fixture.ts';

export interface StripeWorld {
  on: BillingWorld;
  stripe: StripeStandIn;
  deliver(event: SignedEvent): Promise<LightMyRequestResponse>;
  /** Opens a checkout that adds to the balance, and says by which name the provider knows it. */
  openDeposit(person: Person, amount?: string): Promise<string>;
  close(): Promise<void>;
}

/** The product with a provider that signs as Stripe does. */
export async function stripeWorld(): Promise<StripeWorld> {
  const stripe = await startStripeStandIn();
  const on = await billingWorld({
    stripe: { secretKey: 'sk_test_key', webhookSecret: stripe.secret, apiUrl: stripe.url },
  });
  return {
    on,
    stripe,
    deliver: async ({ body, headers }) =>
      on.product.app.inject({
        method: 'POST',
        url: '/v1/payments/stripe/webhook',
        headers: { 'content-type': 'application/json', ...headers },
        payload: body,
      }),
    openDeposit: async ({ token }, amount = '50') => {
      const opened = await on.product.call('POST', '/transactions/deposit', { token, body: { amount } });
      if (opened.statusCode !== 200) throw new Error(opened.body);
      return stripe.sessions.at(-1)?.reference ?? '';
    },
    close: async () => {
      await on.product.close();
      await stripe.close();
    },
  };
}

/** What the stand-in calls the payment with our reference. */
export const intentOf = (reference: string): string => `pi_${reference}`;

export const paidSession = (reference: string, amount: number) => ({
  client_reference_id: reference,
  payment_intent: intentOf(reference),
  payment_status: 'paid',
  amount_total: amount,
  currency: 'usd',
});

/** As Stripe tells of a dispute: nothing in it is ours but the payment it is about. */
export const dispute = (paymentIntent: string, status: string, { amount = 5000, id = 'dp_1' } = {}) => ({
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

function eventOf({ stripe }: StripeWorld, reference: string, news: PaymentEvent, id: string): SignedEvent {
  switch (news.kind) {
    case 'paid':
      return stripe.event('checkout.session.completed', paidSession(reference, Number(news.amountMinor)), { id });
    case 'failed':
      return stripe.event('checkout.session.expired', { client_reference_id: reference }, { id });
    case 'refunded':
      return stripe.event('charge.refunded', refundedCharge(reference, Number(news.totalMinor)), { id });
    case 'disputed': {
      const [type, status] = DISPUTE_EVENTS[news.status];
      const amount = Number(news.amountMinor);
      return stripe.event(type, dispute(intentOf(reference), status, { amount, id: news.disputeId }), { id });
    }
  }
}

/** Tells of so many events of eight people, and compares the end with the model. */
export async function stripeStorm(world: StripeWorld, events: number): Promise<void> {
  const people = await Promise.all(Array.from({ length: 8 }, () => world.on.customer()));
  await stormOf(world.on, {
    events,
    people,
    open: (person) => world.openDeposit(person),
    deliver: async (reference, news, id) => (await world.deliver(eventOf(world, reference, news, id))).statusCode,
  });
}
