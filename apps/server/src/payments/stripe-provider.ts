import { AppError } from '@poklik/contract/errors';
import { LANGUAGE_TAGS } from '@poklik/contract/language';
import Stripe from 'stripe';
import type { Checkout, PaymentProvider, ProviderEvent } from './provider.ts';
import { requireSignature } from './signature.ts';

export interface StripeKeys {
  secretKey: string;
  webhookSecret: string;
  /** Where Stripe is; only a test has another. */
  apiUrl: string;
}

export interface StripeProvider extends PaymentProvider {
  name: 'stripe';
}

const TIMEOUT_MS = 15_000;

/** Stripe Checkout. Our reference travels with the session, the payment and its charge, and comes back with their events. */
export function stripeProvider({ secretKey, webhookSecret, apiUrl }: StripeKeys): StripeProvider {
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
      const session = await stripe.checkout.sessions.create(sessionOf(checkout), {
        idempotencyKey: checkout.reference,
      });
      if (!session.url) throw new Error('Stripe opened a session without a page');
      return session.url;
    },
    read: (body, headers, now) => {
      requireSignature(body, headers['stripe-signature'], webhookSecret, now);
      return eventOf(body);
    },
  };
}

const sessionOf = (checkout: Checkout): Stripe.Checkout.SessionCreateParams => ({
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

function eventOf(body: Buffer): ProviderEvent | null {
  const event = parse(body);
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded': {
      const session = event.data.object;
      // Some ways to pay take days: the session is completed first, and paid later.
      if (session.payment_status === 'unpaid') return null;
      return eventWith(event.id, session.client_reference_id, session.currency, {
        kind: 'paid',
        amountMinor: BigInt(session.amount_total ?? 0),
      });
    }
    case 'checkout.session.async_payment_failed':
    case 'checkout.session.expired':
      return eventWith(event.id, event.data.object.client_reference_id, null, { kind: 'failed' });
    case 'charge.refunded': {
      const { metadata, currency, amount_refunded: refunded } = event.data.object;
      return eventWith(event.id, metadata.reference, currency, { kind: 'refunded', totalMinor: BigInt(refunded) });
    }
    default:
      return null;
  }
}

function parse(body: Buffer): Stripe.Event {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw new AppError('malformed_request');
  }
}

const eventWith = (
  id: string,
  reference: string | null | undefined,
  currency: string | null,
  news: ProviderEvent['news'],
): ProviderEvent | null => (reference ? { id, reference, currency: currency?.toUpperCase() ?? null, news } : null);
