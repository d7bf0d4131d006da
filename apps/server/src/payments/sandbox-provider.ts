import { randomBytes } from 'node:crypto';
import { AppError } from '@poklik/contract/errors';
import { DisputeStatus } from '@poklik/contract/invoices';
import * as z from 'zod/mini';
import type { PaymentProvider, ProviderEvent } from './provider.ts';
import { signPayload, verifySignature } from './signature.ts';

const minor = z.pipe(
  z.string().check(z.regex(/^\d{1,18}$/)),
  z.transform((text: string) => BigInt(text)),
);
const SandboxEvent = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(100)),
  reference: z.string().check(z.minLength(1), z.maxLength(100)),
  paymentId: z.nullable(z.string()),
  currency: z.nullable(z.string()),
  news: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('paid'), amountMinor: minor }),
    z.object({ kind: z.literal('failed') }),
    z.object({ kind: z.literal('refunded'), totalMinor: minor }),
    z.object({
      kind: z.literal('disputed'),
      disputeId: z.string().check(z.minLength(1), z.maxLength(100)),
      amountMinor: minor,
      status: DisputeStatus,
    }),
  ]),
});

export interface SandboxProvider extends PaymentProvider {
  name: 'sandbox';
  /** A sandbox event: body and signature header. */
  event(event: ProviderEvent, now: Date): { body: string; headers: Record<string, string> };
}

export const SANDBOX_PATH = '/sandbox/checkout';
const SIGNATURE = 'sandbox-signature';

/** No money moves: a page of our own asks for the outcome and sends a webhook event like a real provider. */
export function createSandboxProvider(publicUrl: string, secret = randomBytes(32).toString('hex')): SandboxProvider {
  return {
    name: 'sandbox',
    open: async ({ reference }) => `${publicUrl}${SANDBOX_PATH}/${reference}`,
    read: (body, headers, now) => {
      verifySignature(body, headers[SIGNATURE], secret, now);
      const event = SandboxEvent.safeParse(parse(body));
      if (!event.success) throw new AppError('malformed_request');
      return event.data;
    },
    referenceOf: async () => null,
    test: async () => ({ accepted: true, reply: 'sandbox' }),
    event: (event, now) => {
      const body = JSON.stringify(event, (_key, value) => (typeof value === 'bigint' ? String(value) : value));
      return { body, headers: { [SIGNATURE]: signPayload(body, secret, Math.floor(now.getTime() / 1000)) } };
    },
  };
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw new AppError('malformed_request');
  }
}
