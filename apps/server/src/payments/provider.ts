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
  /** Our reference of the payment. */
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
  | { kind: 'unknown'; paymentId?: string | null };

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
  /** That card, if the event describes it. */
  card?: SavedCard;
  /** Money arrived that doesn't fit the payment, so a person has to look. */
  attention?: 'underpaid' | 'overpaid' | 'late';
}

export type WebhookHeaders = Record<string, string | string[] | undefined>;

/** What a provider can do. */
export interface ProviderAbilities {
  /** Whether a card can be saved while paying, and charged later. */
  save: boolean;
  /** Whether a card can be saved without paying. */
  setUp: boolean;
  refund: boolean;
  /** What it charges; null for any currency. */
  currency: string | null;
  /** Sending a charge again under its reference charges nothing twice. */
  repeat: boolean;
  /** Opened payments are asked about, because no event tells that they expired. */
  poll: boolean;
}

export interface OpenedPage {
  url: string;
  /** The provider's ID of the payment, if it has one before it is paid. */
  paymentId: string | null;
}

/** Which payment is asked about. */
export interface PaymentQuestion {
  reference: string;
  paymentId: string | null;
  /** Of the card that was charged; null if the payer was present. */
  token: string | null;
  openedAt: Date;
}

/** A payment provider. Its answers and signed webhook events are the only source of truth about payments. */
export interface PaymentProvider {
  name: Provider;
  can: ProviderAbilities;
  /** Opens the payment page. */
  open(checkout: Checkout): Promise<OpenedPage>;
  /** URL of a page that saves a card and charges nothing. */
  setUp(page: HostedPage): Promise<string>;
  /** The card that was saved by an event; null if there is none. */
  savedCard(savedBy: string): Promise<SavedCard | null>;
  /** Charges a saved card without its owner. */
  charge(token: string, charge: Charge): Promise<ChargeAnswer>;
  /** What became of a payment; `absent` if the provider never received it. */
  status(question: PaymentQuestion): Promise<ChargeAnswer | { kind: 'absent' }>;
  /** Makes a saved card unusable for charges. */
  forget(token: string): Promise<void>;
  /** Returns what was refunded of the payment altogether; null if it is confirmed later. */
  refund(paymentId: string, refund: ProviderRefund): Promise<bigint | 'refused' | null>;
  /**
   * The events of a webhook call; none if it is irrelevant. Throws `signature_refused` without a valid signature. A
   * provider whose signatures are weak is asked for the state of the payment, and that answer counts.
   */
  read(body: Buffer, headers: WebhookHeaders, now: Date): Promise<readonly ProviderEvent[]>;
  /** What the provider expects as the answer to its webhook call. */
  acknowledge?(body: Buffer, now: Date): object;
  /** Looks up our reference of a payment; null if the payment is not ours. */
  referenceOf(paymentId: string): Promise<string | null>;
  /** Authenticates without moving money, and returns what the provider answered. */
  test(): Promise<{ accepted: boolean; reply: string }>;
}
