import * as z from 'zod/mini';
import { Origin } from './host-fields.ts';

const Login = z.string().check(z.trim(), z.regex(/^\w{3,64}$/, 'provider_key'));
const ProviderSecret = z.string().check(z.trim(), z.maxLength(500), z.regex(/^[\w-]{8,}$/, 'provider_key'));

/** Readable settings of payment providers. */
export const PROVIDER_VALUES = {
  /** The address of the operator's BTCPay Server. */
  btcpay_url: Origin,
  btcpay_store_id: z.string().check(z.trim(), z.regex(/^[A-Za-z0-9]{20,64}$/, 'provider_key')),
  /** The login that WayForPay gave the merchant. */
  wayforpay_account: Login,
  liqpay_public_key: Login,
};

/** Settings of payment providers that are never read back. */
export const PROVIDER_SECRETS = {
  stripe_secret_key: ProviderSecret,
  stripe_webhook_secret: ProviderSecret,
  monobank_token: ProviderSecret,
  btcpay_api_key: ProviderSecret,
  btcpay_webhook_secret: ProviderSecret,
  wayforpay_secret_key: ProviderSecret,
  liqpay_private_key: ProviderSecret,
};

/** The settings of each provider. They only work together. */
export const PROVIDER_SETTINGS = {
  stripe: ['stripe_secret_key', 'stripe_webhook_secret'],
  monobank: ['monobank_token'],
  btcpay: ['btcpay_url', 'btcpay_store_id', 'btcpay_api_key', 'btcpay_webhook_secret'],
  wayforpay: ['wayforpay_account', 'wayforpay_secret_key'],
  liqpay: ['liqpay_public_key', 'liqpay_private_key'],
} as const satisfies Record<string, readonly (keyof typeof PROVIDER_VALUES | keyof typeof PROVIDER_SECRETS)[]>;
