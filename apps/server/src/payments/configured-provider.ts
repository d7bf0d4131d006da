import type { Config } from '../config.ts';
import { type SandboxProvider, sandboxProvider } from './sandbox-provider.ts';
import { type StripeProvider, stripeProvider } from './stripe-provider.ts';

/** The real one if the operator has set its keys; the sandbox is there only while no real money can be taken. */
export const configuredProvider = ({ stripe, publicUrl }: Config): StripeProvider | SandboxProvider =>
  stripe ? stripeProvider(stripe) : sandboxProvider(publicUrl);
