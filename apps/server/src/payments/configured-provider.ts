import { API_PREFIX } from '@poklik/contract/api';
import { PROVIDERS, type Provider } from '@poklik/contract/payment-methods';
import { createBtcpayProvider } from './btcpay-provider.ts';
import { createLiqpayProvider } from './liqpay-provider.ts';
import { createMonobankProvider } from './monobank-provider.ts';
import type { PaymentProvider } from './provider.ts';
import type { ProviderSettings, StripeKeys } from './provider-settings.ts';
import { createSandboxProvider, type SandboxProvider } from './sandbox-provider.ts';
import { createStripeProvider } from './stripe-provider.ts';
import { createWayforpayProvider } from './wayforpay-provider.ts';

/** The settings that decide. */
interface ProviderConfig {
  stripe: StripeKeys | undefined;
  providers: ProviderSettings;
  sandboxPayments: boolean;
  publicUrl: string;
}

/** Those whose keys are set, in the order in which they are offered; the test checkout only if none is, and if it is on. */
export function providerNames({ stripe, providers, sandboxPayments }: ProviderConfig): Provider[] {
  const on = PROVIDERS.filter((name) => (name === 'stripe' ? stripe : name !== 'sandbox' && providers[name]));
  return on.length === 0 && sandboxPayments ? ['sandbox'] : on;
}

/** The first is used where none is chosen. */
export const providerName = (config: ProviderConfig): Provider | null => providerNames(config)[0] ?? null;

const webhookUrl = ({ publicUrl }: ProviderConfig, name: Provider): string =>
  `${publicUrl}${API_PREFIX}/payments/${name}/webhook`;

function createProvider(config: ProviderConfig, name: Provider): PaymentProvider | null {
  const { monobank, btcpay, wayforpay, liqpay } = config.providers;
  switch (name) {
    case 'stripe':
      return config.stripe ? createStripeProvider(config.stripe) : null;
    case 'monobank':
      return monobank ? createMonobankProvider(monobank, webhookUrl(config, name)) : null;
    case 'btcpay':
      return btcpay ? createBtcpayProvider(btcpay) : null;
    case 'wayforpay':
      return wayforpay ? createWayforpayProvider(wayforpay, webhookUrl(config, name)) : null;
    case 'liqpay':
      return liqpay ? createLiqpayProvider(liqpay, webhookUrl(config, name)) : null;
    case 'sandbox':
      return createSandboxProvider(config.publicUrl);
  }
}

/** The providers in force. */
export interface LiveProviders {
  list(): readonly PaymentProvider[];
  /** Null if it is off. */
  find(name: string): PaymentProvider | null;
}

/** Opened again when their settings change. */
export function createLiveProviders(config: ProviderConfig): LiveProviders {
  let opened: { key: string; providers: readonly PaymentProvider[] } | undefined;
  const list = () => {
    const { stripe, providers, sandboxPayments, publicUrl } = config;
    const key = JSON.stringify([stripe, providers, sandboxPayments, publicUrl]);
    if (opened?.key !== key)
      opened = { key, providers: providerNames(config).flatMap((name) => createProvider(config, name) ?? []) };
    return opened.providers;
  };
  return { list, find: (name) => list().find((provider) => provider.name === name) ?? null };
}

export const isSandbox = (provider: PaymentProvider | null): provider is SandboxProvider =>
  provider?.name === 'sandbox';
