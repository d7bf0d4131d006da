import type { Config } from '../config.ts';
import { createSandboxProvider, type SandboxProvider } from './sandbox-provider.ts';
import { createStripeProvider, type StripeProvider } from './stripe-provider.ts';

/** Stripe if its keys are set; the test checkout only if enabled; otherwise card payments are off. */
export function createProvider({
  stripe,
  sandboxPayments,
  publicUrl,
}: Config): StripeProvider | SandboxProvider | null {
  if (stripe) return createStripeProvider(stripe);
  return sandboxPayments ? createSandboxProvider(publicUrl) : null;
}

export const providerName = ({ stripe, sandboxPayments }: Config) =>
  stripe ? 'stripe' : sandboxPayments ? 'sandbox' : null;
