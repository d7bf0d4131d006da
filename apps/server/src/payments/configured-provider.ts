import type { Config } from '../config.ts';
import { createSandboxProvider, type SandboxProvider } from './sandbox-provider.ts';
import { createStripeProvider, type StripeProvider } from './stripe-provider.ts';

/** Stripe if its keys are set; the test checkout only if enabled; otherwise card payments are off. */
function createProvider({ stripe, sandboxPayments, publicUrl }: Config): StripeProvider | SandboxProvider | null {
  if (stripe) return createStripeProvider(stripe);
  return sandboxPayments ? createSandboxProvider(publicUrl) : null;
}

/** The provider in force, opened again when its settings change. */
export function createLiveProvider(config: Config): () => StripeProvider | SandboxProvider | null {
  let opened: { key: string; provider: ReturnType<typeof createProvider> } | undefined;
  return () => {
    const key = JSON.stringify([config.stripe, config.sandboxPayments, config.publicUrl]);
    if (opened?.key !== key) opened = { key, provider: createProvider(config) };
    return opened.provider;
  };
}

export type LiveProvider = ReturnType<typeof createLiveProvider>;

export const providerName = ({ stripe, sandboxPayments }: Config) =>
  stripe ? 'stripe' : sandboxPayments ? 'sandbox' : null;
