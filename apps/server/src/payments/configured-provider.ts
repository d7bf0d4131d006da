import type { Config } from '../config.ts';
import { type SandboxProvider, sandboxProvider } from './sandbox-provider.ts';
import { type StripeProvider, stripeProvider } from './stripe-provider.ts';

/** The real one if the operator has set its keys; the sandbox only where it was asked for; otherwise nobody takes cards. */
export function configuredProvider({
  stripe,
  sandboxPayments,
  publicUrl,
}: Config): StripeProvider | SandboxProvider | null {
  if (stripe) return stripeProvider(stripe);
  return sandboxPayments ? sandboxProvider(publicUrl) : null;
}

export const providerName = ({ stripe, sandboxPayments }: Config) =>
  stripe ? 'stripe' : sandboxPayments ? 'sandbox' : null;
