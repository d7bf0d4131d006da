import type { ChargeFailure } from '@poklik/contract/payment-methods';
import type Stripe from 'stripe';
import type { ChargeAnswer, SavedCard } from './provider.ts';

/** What `charge` needs: a card belongs to a customer at Stripe. */
interface Token {
  customer: string;
  method: string;
}

export const readToken = (token: string): Token => JSON.parse(token);

/** Marks charges without the payer, because a checkout has failed attempts of its own that end nothing. */
export const AUTOMATIC = { charge: 'renewal' } as const;

/** Decline codes that we tell apart; every other one is `declined`. */
const REASONS: Record<string, ChargeFailure> = {
  insufficient_funds: 'no_funds',
  expired_card: 'expired',
  lost_card: 'lost_or_stolen',
  stolen_card: 'lost_or_stolen',
  pickup_card: 'lost_or_stolen',
  invalid_account: 'closed',
  revocation_of_authorization: 'closed',
  revocation_of_all_authorizations: 'closed',
  stop_payment_order: 'closed',
};
const FINAL: ReadonlySet<ChargeFailure> = new Set(['lost_or_stolen', 'closed', 'unusable']);

type Decline = { kind: 'needs_action' } | { kind: 'failed'; reason: ChargeFailure; canRetry: boolean };

export function readDecline(error: { code?: string | null; decline_code?: string | null } | null | undefined): Decline {
  const code = error?.decline_code ?? error?.code ?? '';
  if (error?.code === 'authentication_required' || code === 'authentication_required') return { kind: 'needs_action' };
  return failure(REASONS[code] ?? REASONS[error?.code ?? ''] ?? 'declined');
}

export const failure = (reason: ChargeFailure) => ({ kind: 'failed', reason, canRetry: !FINAL.has(reason) }) as const;

/** What became of a payment, by its state at Stripe. */
export function readIntent(intent: Stripe.PaymentIntent): ChargeAnswer {
  const { id: paymentId, status, amount_received: received, currency, last_payment_error: error } = intent;
  switch (status) {
    case 'succeeded':
      return { kind: 'paid', paymentId, amountMinor: BigInt(received), currency: currency.toUpperCase() };
    case 'requires_action':
    case 'requires_confirmation':
      return { kind: 'needs_action', paymentId };
    case 'requires_payment_method':
    case 'canceled':
      return { ...readDecline(error), paymentId };
    default:
      return { kind: 'unknown' };
  }
}

/** The card of a payment or set-up that saved it. */
export function readCard({
  customer,
  payment_method: method,
}: Pick<Stripe.PaymentIntent | Stripe.SetupIntent, 'customer' | 'payment_method'>): SavedCard | null {
  const owner = typeof customer === 'string' ? customer : customer?.id;
  if (!owner || !method || typeof method === 'string' || !method.card) return null;
  const { brand, last4, exp_year: year, exp_month: month, country, fingerprint } = method.card;
  const token: Token = { customer: owner, method: method.id };
  return {
    token: JSON.stringify(token),
    fingerprint: fingerprint ?? null,
    brand,
    last4,
    expires: `${year}-${String(month).padStart(2, '0')}`,
    country: country ?? null,
  };
}
