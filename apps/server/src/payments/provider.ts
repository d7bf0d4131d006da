import type { Provider } from '@poklik/contract/billing';
import type { Language } from '@poklik/contract/language';
import type { PaymentEvent } from '@poklik/domain/payments/payment-state';

/** A page on which somebody pays. */
export interface Checkout {
  /** What the provider calls the payment when it tells about it. Opening the same one again opens no second. */
  reference: string;
  amountMinor: bigint;
  currency: string;
  /** What it is for, as the payer reads it. */
  description: string;
  email: string;
  language: Language;
  successUrl: string;
  failedUrl: string;
}

export interface ProviderEvent {
  id: string;
  /** Null when the event carries nothing of ours, as those of disputes do: then `paymentId` says which payment it is. */
  reference: string | null;
  /** What the provider calls the payment. */
  paymentId: string | null;
  currency: string | null;
  news: PaymentEvent;
}

/** Somebody who takes money for us. What it sends to our webhook is the only truth about a payment. */
export interface PaymentProvider {
  name: Provider;
  /** The address of the page. */
  open(checkout: Checkout): Promise<string>;
  /** Reads what came to the webhook; null when it is about something else. Throws `signature_refused` unless the provider signed it just now. */
  read(body: Buffer, headers: Record<string, string | string[] | undefined>, now: Date): ProviderEvent | null;
  /** Asks the provider for our reference of a payment; null when the payment is not ours. */
  referenceOf(paymentId: string): Promise<string | null>;
}
