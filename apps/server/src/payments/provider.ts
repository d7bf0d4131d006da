import type { Language } from '@poklik/contract/language';
import type { ChargeFailure, Provider } from '@poklik/contract/payment-methods';
import type { PaymentEvent } from '@poklik/domain/payments/payment-state';

/** A hosted page of the provider. */
export interface HostedPage {
  /** Our reference. Opening it again does not create a second payment or card. */
  reference: string;
  email: string;
  language: Language;
  currency: string;
  successUrl: string;
  failedUrl: string;
}

/** A page to pay on. */
export interface Checkout extends HostedPage {
  amountMinor: bigint;
  /** Description for the payer. */
  description: string;
  /** Whether the card may be charged later without the payer. */
  save: boolean;
}

/** A card as the provider describes it. */
export interface SavedCard {
  /** What `charge` needs; kept sealed. */
  token: string;
  /** Equal for the same card, if the provider tells. */
  fingerprint: string | null;
  brand: string;
  last4: string;
  /** Year and month, 2027-05. */
  expires: string | null;
  country: string | null;
}

export interface Charge {
  /** Our reference of the payment; charging it again does not charge twice. */
  reference: string;
  amountMinor: bigint;
  currency: string;
  description: string;
}

export interface ProviderRefund {
  amountMinor: bigint;
  /** Refunded before. */
  refundedMinor: bigint;
  /** The same refund is sent under the same key. */
  key: string;
}

/** `unknown`: the provider may or may not have charged; only `status` tells. */
export type ChargeAnswer =
  | { kind: 'paid'; paymentId: string | null; amountMinor: bigint; currency: string }
  | { kind: 'failed'; paymentId: string | null; reason: ChargeFailure; canRetry: boolean }
  | { kind: 'needs_action'; paymentId: string | null }
  | { kind: 'unknown' };

export interface ProviderEvent {
  id: string;
  /** Null if the event has no reference, as in disputes; then `paymentId` identifies the payment. */
  reference: string | null;
  /** The provider's ID of the payment. */
  paymentId: string | null;
  currency: string | null;
  /** Null if the event is only about a card. */
  news: PaymentEvent | null;
  /** The provider's ID of what saved a card, if it was saved with this reference. */
  savedBy?: string | null;
}

/** A payment provider. Its answers and signed webhook events are the only source of truth about payments. */
export interface PaymentProvider {
  name: Provider;
  /** URL of the payment page. */
  open(checkout: Checkout): Promise<string>;
  /** URL of a page that saves a card and charges nothing. */
  setUp(page: HostedPage): Promise<string>;
  /** The card that was saved by an event; null if there is none. */
  savedCard(savedBy: string): Promise<SavedCard | null>;
  /** Charges a saved card without its owner. */
  charge(token: string, charge: Charge): Promise<ChargeAnswer>;
  /** What became of a charge; `absent` if the provider never received it. */
  status(token: string, reference: string): Promise<ChargeAnswer | { kind: 'absent' }>;
  /** Makes a saved card unusable for charges. */
  forget(token: string): Promise<void>;
  /** Returns what was refunded of the payment altogether; null if it is confirmed later. */
  refund(paymentId: string, refund: ProviderRefund): Promise<bigint | 'refused' | null>;
  /** Parses a webhook event; null if it is irrelevant. Throws `signature_refused` without a recent, valid signature. */
  read(body: Buffer, headers: Record<string, string | string[] | undefined>, now: Date): ProviderEvent | null;
  /** Looks up our reference of a payment; null if the payment is not ours. */
  referenceOf(paymentId: string): Promise<string | null>;
  /** Authenticates without moving money, and returns what the provider answered. */
  test(): Promise<{ accepted: boolean; reply: string }>;
}
