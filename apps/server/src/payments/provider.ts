import type { Provider } from '@poklik/contract/billing';
import type { Language } from '@poklik/contract/language';
import type { PaymentEvent } from '@poklik/domain/payments/payment-state';

/** A hosted payment page. */
export interface Checkout {
  /** Our reference of the payment. Opening it again does not create a second payment. */
  reference: string;
  amountMinor: bigint;
  currency: string;
  /** Description for the payer. */
  description: string;
  email: string;
  language: Language;
  successUrl: string;
  failedUrl: string;
}

export interface ProviderEvent {
  id: string;
  /** Null if the event has no reference, as in disputes; then `paymentId` identifies the payment. */
  reference: string | null;
  /** The provider's ID of the payment. */
  paymentId: string | null;
  currency: string | null;
  news: PaymentEvent;
}

/** A payment provider. Its webhook events are the only source of truth about payments. */
export interface PaymentProvider {
  name: Provider;
  /** URL of the payment page. */
  open(checkout: Checkout): Promise<string>;
  /** Parses a webhook event; null if it is irrelevant. Throws `signature_refused` without a recent, valid signature. */
  read(body: Buffer, headers: Record<string, string | string[] | undefined>, now: Date): ProviderEvent | null;
  /** Looks up our reference of a payment; null if the payment is not ours. */
  referenceOf(paymentId: string): Promise<string | null>;
  /** Authenticates without moving money, and returns what the provider answered. */
  test(): Promise<{ accepted: boolean; reply: string }>;
}
