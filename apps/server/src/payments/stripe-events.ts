import { AppError } from '@poklik/contract/errors';
import type { DisputeStatus } from '@poklik/contract/invoices';
import type Stripe from 'stripe';
import type { ProviderEvent } from './provider.ts';
import { AUTOMATIC, readDecline } from './stripe-charges.ts';

/** An event that we understand; null for the others. */
export function parseEvent(body: Buffer): ProviderEvent | null {
  const event = parse(body);
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded': {
      const session = event.data.object;
      const saved = readId(session.setup_intent);
      if (session.mode === 'setup' && session.client_reference_id && saved)
        return {
          id: event.id,
          reference: session.client_reference_id,
          paymentId: null,
          currency: null,
          news: null,
          savedBy: saved,
        };
      // Some payment methods take days: the session is completed first and paid later.
      if (session.payment_status === 'unpaid' || !session.client_reference_id) return null;
      return {
        id: event.id,
        reference: session.client_reference_id,
        paymentId: readId(session.payment_intent),
        currency: session.currency?.toUpperCase() ?? null,
        news: { kind: 'paid', amountMinor: BigInt(session.amount_total ?? 0) },
        savedBy: readId(session.payment_intent),
      };
    }
    case 'payment_intent.succeeded':
    case 'payment_intent.payment_failed': {
      const intent = event.data.object;
      const { reference } = intent.metadata;
      if (!reference || intent.metadata.charge !== AUTOMATIC.charge) return null;
      const known = { id: event.id, reference, paymentId: intent.id, currency: intent.currency.toUpperCase() };
      if (event.type === 'payment_intent.succeeded')
        return { ...known, news: { kind: 'paid', amountMinor: BigInt(intent.amount_received) } };
      return { ...known, news: readDecline(intent.last_payment_error) };
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
