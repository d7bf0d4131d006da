import { AppError } from '@poklik/contract/errors';
import type { DisputeStatus } from '@poklik/contract/invoices';
import { LANGUAGE_TAGS } from '@poklik/contract/language';
import Stripe from 'stripe';
import type { Checkout, PaymentProvider, ProviderEvent } from './provider.ts';
import { verifySignature } from './signature.ts';

export interface StripeKeys {
  secretKey: string;
  webhookSecret: string;
  /** Stripe's URL; tests use another. */
  apiUrl: string;
}

export interface StripeProvider extends PaymentProvider {
  name: 'stripe';
}

const TIMEOUT_MS = 15_000;

/**
 * Stripe Checkout. Our reference is stored in the session, the payment and its charge, and comes back with their
 * events.
 */
export function createStripeProvider({ secretKey, webhookSecret, apiUrl }: StripeKeys): StripeProvider {
  const { hostname, port, protocol } = new URL(apiUrl);
  const stripe = new Stripe(secretKey, {
    host: hostname,
    ...(port === '' ? {} : { port }),
    protocol: protocol === 'http:' ? 'http' : 'https',
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 2,
    telemetry: false,
  });
  return {
    name: 'stripe',
    open: async (checkout) => {
      const session = await stripe.checkout.sessions.create(buildSession(checkout), {
        idempotencyKey: checkout.reference,
      });
      if (!session.url) throw new Error('Stripe returned a session without a URL');
      return session.url;
    },
    read: (body, headers, now) => {
      verifySignature(body, headers['stripe-signature'], webhookSecret, now);
      return parseEvent(body);
    },
    referenceOf: async (paymentId) => {
      try {
        const { metadata } = paymentId.startsWith('pi_')
          ? await stripe.paymentIntents.retrieve(paymentId)
          : await stripe.charges.retrieve(paymentId);
        return metadata.reference ?? null;
      } catch (error) {
        if (error instanceof Stripe.errors.StripeInvalidRequestError) return null;
        throw error;
      }
    },
    test: async () => {
      try {
        const { livemode } = await stripe.balance.retrieve();
        return { accepted: true, reply: livemode ? 'live mode' : 'test mode' };
      } catch (error) {
        if (error instanceof Stripe.errors.StripeError) return { accepted: false, reply: error.message };
        throw error;
      }
    },
  };
}

const buildSession = (checkout: Checkout): Stripe.Checkout.SessionCreateParams => ({
  mode: 'payment',
  client_reference_id: checkout.reference,
  customer_email: checkout.email,
  locale:
    LANGUAGE_TAGS[checkout.language] === 'ru' ? 'ru' : LANGUAGE_TAGS[checkout.language] === 'uk' ? 'auto' : 'en-GB',
  success_url: checkout.successUrl,
  cancel_url: checkout.failedUrl,
  line_items: [
    {
      quantity: 1,
      price_data: {
        currency: checkout.currency.toLowerCase(),
        unit_amount: Number(checkout.amountMinor),
        product_data: { name: checkout.description },
      },
    },
  ],
  metadata: { reference: checkout.reference },
  payment_intent_data: { metadata: { reference: checkout.reference } },
});

function parseEvent(body: Buffer): ProviderEvent | null {
  const event = parse(body);
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded': {
      const session = event.data.object;
      // Some payment methods take days: the session is completed first and paid later.
      if (session.payment_status === 'unpaid' || !session.client_reference_id) return null;
      return {
        id: event.id,
        reference: session.client_reference_id,
        paymentId: readId(session.payment_intent),
        currency: session.currency?.toUpperCase() ?? null,
        news: { kind: 'paid', amountMinor: BigInt(session.amount_total ?? 0) },
      };
    }
    case 'checkout.session.async_payment_failed':
    case 'checkout.session.expired': {
      const { client_reference_id: reference } = event.data.object;
      if (!reference) return null;
      return { id: event.id, reference, paymentId: null, currency: null, news: { kind: 'failed' } };
    }
    case 'charge.refunded': {
      const { id, metadata, currency, amount_refunded: refunded, payment_intent: intent } = event.data.object;
      return {
        id: event.id,
        reference: metadata.reference ?? null,
        paymentId: readId(intent) ?? id,
        currency: currency.toUpperCase(),
        news: { kind: 'refunded', totalMinor: BigInt(refunded) },
      };
    }
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
    case 'charge.dispute.closed': {
      const dispute = event.data.object;
      return {
        id: event.id,
        reference: null,
        paymentId: readId(dispute.payment_intent) ?? readId(dispute.charge),
        currency: dispute.currency.toUpperCase(),
        news: {
          kind: 'disputed',
          disputeId: dispute.id,
          amountMinor: BigInt(dispute.amount),
          status: disputeStatus(event.type, dispute.status),
        },
      };
    }
    default:
      return null;
  }
}

const readId = (thing: string | { id: string } | null | undefined): string | null =>
  typeof thing === 'string' ? thing : (thing?.id ?? null);

/** The funds' state takes precedence over the dispute's status. */
function disputeStatus(type: Stripe.Event.Type, status: string): DisputeStatus {
  if (type === 'charge.dispute.funds_reinstated') return 'won';
  switch (status) {
    case 'won':
    case 'warning_closed':
    case 'prevented':
      return 'won';
    case 'lost':
      return 'lost';
    case 'warning_needs_response':
    case 'warning_under_review':
      return type === 'charge.dispute.funds_withdrawn' ? 'open' : 'inquiry';
    default:
      return 'open';
  }
}

function parse(body: Buffer): Stripe.Event {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw new AppError('malformed_request');
  }
}
