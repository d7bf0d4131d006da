import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Done, Id, IdParams, Timestamp } from './fields.ts';

/** Payment providers available besides the balance, in the order in which they are offered. */
export const PROVIDERS = ['stripe', 'monobank', 'btcpay', 'wayforpay', 'liqpay', 'sandbox'] as const;
export const Provider = z.enum(PROVIDERS);
export type Provider = z.infer<typeof Provider>;

/** A provider that the customer can choose now. */
export const OfferedProvider = z.object({
  name: Provider,
  /** Whether a card can be saved while paying, and charged at renewal. */
  can_save: z.boolean(),
  /** Whether a card can be saved without paying. */
  can_set_up: z.boolean(),
  /** What it charges. */
  currency: z.string(),
  /** Of one unit of that currency, if it isn't the account's. Fixed when a payment is opened. */
  rate: z.nullable(z.string()),
});
export type OfferedProvider = z.infer<typeof OfferedProvider>;

/** Version of the text beside the box “charge at renewal”. Raised with every change of the text. */
export const CHARGE_CONSENT_VERSION = 1;
export const ChargeConsent = z.literal(CHARGE_CONSENT_VERSION, 'consent_version');

/** The box of the form; it starts unticked. */
export const ChargeConsentForm = z.object({ consent: z.literal(true, 'required') });

/** Why a card was not charged. */
export const CHARGE_FAILURES = [
  'declined',
  'no_funds',
  'expired',
  'lost_or_stolen',
  'closed',
  'unusable',
  'not_sent',
] as const;
export const ChargeFailure = z.enum(CHARGE_FAILURES);
export type ChargeFailure = z.infer<typeof ChargeFailure>;

export const CHARGE_RESULTS = ['paid', 'failed', 'needs_action', 'waiting'] as const;

/** A saved card. The provider keeps its number. */
export const PaymentMethod = z.object({
  id: Id,
  provider: Provider,
  brand: z.string(),
  last4: z.string(),
  /** Year and month, 2027-05. */
  expires: z.nullable(z.string()),
  country: z.nullable(z.string()),
  /** Why it is not charged any more; null while it is. */
  refusal: z.nullable(ChargeFailure),
  added_at: Timestamp,
});
export type PaymentMethod = z.infer<typeof PaymentMethod>;

export const paymentMethodsApi = {
  list: endpoint({
    method: 'GET',
    path: '/payment_methods',
    access: 'billing:pay',
    summary: 'Lists the saved cards in the order in which they are charged.',
    response: z.object({ data: z.array(PaymentMethod) }),
  }),
  add: endpoint({
    method: 'POST',
    path: '/payment_methods',
    access: 'billing:pay',
    summary: 'Opens a page of the payment provider that saves a card for renewals. Nothing is charged.',
    body: z.object({ consent: ChargeConsent, provider: z.optional(Provider) }),
    response: z.object({ data: z.object({ url: z.string() }) }),
    errors: ['card_payments_off', 'email_not_verified', 'provider_unavailable'],
  }),
  makeFirst: endpoint({
    method: 'POST',
    path: '/payment_methods/{id}/first',
    access: 'billing:pay',
    summary: 'Charges this card before the others.',
    params: IdParams,
    response: z.object({ data: z.array(PaymentMethod) }),
    errors: ['not_found'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/payment_methods/{id}',
    access: 'billing:pay',
    summary: 'Removes a saved card, here and at the payment provider.',
    params: IdParams,
    response: Done,
    errors: ['not_found'],
  }),
};
