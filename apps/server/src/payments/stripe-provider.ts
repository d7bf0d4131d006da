import { LANGUAGE_TAGS, type Language } from '@poklik/contract/language';
import Stripe from 'stripe';
import type { Charge, ChargeAnswer, Checkout, HostedPage, PaymentProvider, ProviderRefund } from './provider.ts';
import type { StripeKeys } from './provider-settings.ts';
import { verifySignature } from './signature.ts';
import { AUTOMATIC, failure, readCard, readDecline, readIntent, readToken } from './stripe-charges.ts';
import { parseEvent } from './stripe-events.ts';

export interface StripeProvider extends PaymentProvider {
  name: 'stripe';
}

const TIMEOUT_MS = 15_000;
/** One customer per saved card, so this is more than the charges of any card in years. */
const LISTED = 100;

/**
 * Stripe Checkout and payments without the payer. Our reference is stored in the session, the payment and its charge,
 * and comes back with their events.
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
  const openSession = async (params: Stripe.Checkout.SessionCreateParams, reference: string): Promise<string> => {
    const session = await stripe.checkout.sessions.create(params, { idempotencyKey: reference });
    if (!session.url) throw new Error('Stripe returned a session without a URL');
    return session.url;
  };
  return {
    name: 'stripe',
    can: { save: true, setUp: true, refund: true, currency: null, repeat: true, poll: false },
    open: async (checkout) => ({
      url: await openSession(paymentSession(checkout), checkout.reference),
      paymentId: null,
    }),
    setUp: (page) =>
      openSession(
        {
          ...pageParams(page),
          mode: 'setup',
          currency: page.currency.toLowerCase(),
          customer_creation: 'always',
          setup_intent_data: { metadata: { reference: page.reference } },
        },
        page.reference,
      ),
    savedCard: async (savedBy) =>
      readCard(
        savedBy.startsWith('seti_')
          ? await stripe.setupIntents.retrieve(savedBy, { expand: ['payment_method'] })
          : await stripe.paymentIntents.retrieve(savedBy, { expand: ['payment_method'] }),
      ),
    charge: (token, charge) => chargeCard(stripe, token, charge),
    status: async ({ token, reference }) => {
      if (token === null) return { kind: 'unknown' };
      const { customer } = readToken(token);
      const { data } = await stripe.paymentIntents.list({ customer, limit: LISTED });
      const intent = data.find(({ metadata }) => metadata.reference === reference);
      return intent ? readIntent(intent) : { kind: 'absent' };
    },
    forget: async (token) => {
      await stripe.paymentMethods.detach(readToken(token).method).catch((error: unknown) => {
        // Detached before, or by Stripe.
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
      });
    },
    refund: (paymentId, refund) => sendRefund(stripe, paymentId, refund),
    read: async (body, headers, now) => {
      verifySignature(body, headers['stripe-signature'], webhookSecret, now);
      const event = parseEvent(body);
      return event ? [event] : [];
    },
    referenceOf: (paymentId) => findReference(stripe, paymentId),
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

async function findReference(stripe: Stripe, paymentId: string): Promise<string | null> {
  try {
    const { metadata } = paymentId.startsWith('pi_')
      ? await stripe.paymentIntents.retrieve(paymentId)
      : await stripe.charges.retrieve(paymentId);
    return metadata.reference ?? null;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return null;
    throw error;
  }
}

async function sendRefund(
  stripe: Stripe,
  paymentId: string,
  { amountMinor, key }: ProviderRefund,
): Promise<bigint | 'refused' | null> {
  try {
    const { charge } = await stripe.refunds.create(
      { payment_intent: paymentId, amount: Number(amountMinor), expand: ['charge'] },
      { idempotencyKey: key },
    );
    return charge && typeof charge !== 'string' ? BigInt(charge.amount_refunded) : null;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return 'refused';
    throw error;
  }
}

/** Whatever is not a clear answer is unknown: the money may have moved. */
async function chargeCard(stripe: Stripe, token: string, charge: Charge): Promise<ChargeAnswer> {
  const { reference, amountMinor, currency, description } = charge;
  const { customer, method } = readToken(token);
  try {
    return readIntent(
      await stripe.paymentIntents.create(
        {
          amount: Number(amountMinor),
          currency: currency.toLowerCase(),
          ...{ customer, payment_method: method, description },
          ...{ off_session: true, confirm: true },
          metadata: { reference, ...AUTOMATIC },
        },
        { idempotencyKey: reference },
      ),
    );
  } catch (error) {
    if (error instanceof Stripe.errors.StripeCardError)
      return { ...readDecline(error), paymentId: error.payment_intent?.id ?? null };
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing')
      return { ...failure('unusable'), paymentId: null };
    if (error instanceof Stripe.errors.StripeError) return { kind: 'unknown' };
    throw error;
  }
}

const pageParams = ({ reference, email, language, successUrl, failedUrl }: HostedPage) =>
  ({
    client_reference_id: reference,
    customer_email: email,
    locale: localeOf(language),
    success_url: successUrl,
    cancel_url: failedUrl,
    metadata: { reference },
  }) satisfies Stripe.Checkout.SessionCreateParams;

/** Stripe has no Ukrainian page. */
const localeOf = (language: Language) =>
  LANGUAGE_TAGS[language] === 'ru' ? 'ru' : LANGUAGE_TAGS[language] === 'uk' ? 'auto' : 'en-GB';

const paymentSession = (checkout: Checkout): Stripe.Checkout.SessionCreateParams => ({
  ...pageParams(checkout),
  mode: 'payment',
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
  ...(checkout.save ? { customer_creation: 'always' } : {}),
  payment_intent_data: {
    metadata: { reference: checkout.reference },
    ...(checkout.save ? { setup_future_usage: 'off_session' } : {}),
  },
});
