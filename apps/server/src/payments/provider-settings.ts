export interface StripeKeys {
  secretKey: string;
  webhookSecret: string;
  /** Stripe's URL; tests use another. */
  apiUrl: string;
}

export interface MonobankKeys {
  token: string;
  /** Of the bank; tests use another. */
  apiUrl?: string;
}

export interface BtcpayKeys {
  /** The operator's own server. */
  url: string;
  storeId: string;
  apiKey: string;
  webhookSecret: string;
}

export interface WayforpayKeys {
  account: string;
  secretKey: string;
  /** Of WayForPay; tests use others. */
  apiUrl?: string;
  pageUrl?: string;
}

export interface LiqpayKeys {
  publicKey: string;
  privateKey: string;
  /** Of LiqPay; tests use another. */
  apiUrl?: string;
}

/** Keys of the providers that are completely set. */
export interface ProviderSettings {
  monobank?: MonobankKeys;
  btcpay?: BtcpayKeys;
  wayforpay?: WayforpayKeys;
  liqpay?: LiqpayKeys;
}

export function parseStripe(
  secretKey: string | undefined,
  webhookSecret: string | undefined,
  apiUrl: string,
): StripeKeys | undefined {
  if (!secretKey && !webhookSecret) return undefined;
  if (!secretKey || !webhookSecret)
    throw new Error('Invalid settings:\n  STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET must be set together');
  return { secretKey, webhookSecret, apiUrl };
}
