import { randomBytes } from 'node:crypto';
import { AppError } from '@poklik/contract/errors';
import { DisputeStatus } from '@poklik/contract/invoices';
import { ChargeFailure } from '@poklik/contract/payment-methods';
import * as z from 'zod/mini';
import type { Charge, ChargeAnswer, PaymentProvider, ProviderEvent } from './provider.ts';
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
  news: z.nullable(
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('paid'), amountMinor: minor }),
      z.object({ kind: z.literal('failed'), reason: z.optional(ChargeFailure), canRetry: z.optional(z.boolean()) }),
      z.object({ kind: z.literal('needs_action') }),
      z.object({ kind: z.literal('refunded'), totalMinor: minor }),
      z.object({
        kind: z.literal('disputed'),
        disputeId: z.string().check(z.minLength(1), z.maxLength(100)),
        amountMinor: minor,
        status: DisputeStatus,
      }),
    ]),
  ),
  savedBy: z.optional(z.nullable(z.string())),
});

export interface SandboxProvider extends PaymentProvider {
  name: 'sandbox';
  /** A sandbox event: body and signature header. */
  event(event: ProviderEvent, now: Date): { body: string; headers: Record<string, string> };
}

export const SANDBOX_PATH = '/sandbox/checkout';
const SIGNATURE = 'sandbox-signature';

/** Test cards: what happens when they are charged at renewal. */
export const SANDBOX_CARDS = { '4242': 'paid', '0341': 'failed', '3184': 'needs_action', '9979': 'stolen' } as const;
/** In the order of the page. */
export const SANDBOX_CARD_LIST = ['4242', '0341', '3184', '9979'] as const;
export type SandboxCard = keyof typeof SANDBOX_CARDS;
export const isSandboxCard = (last4: unknown): last4 is SandboxCard =>
  typeof last4 === 'string' && Object.hasOwn(SANDBOX_CARDS, last4);

function chargeCard(last4: string, { reference, amountMinor, currency }: Charge): ChargeAnswer {
  const paymentId = `sandbox_${reference}`;
  switch (isSandboxCard(last4) ? SANDBOX_CARDS[last4] : 'failed') {
    case 'paid':
      return { kind: 'paid', paymentId, amountMinor, currency };
    case 'needs_action':
      return { kind: 'needs_action', paymentId };
    case 'stolen':
      return { kind: 'failed', paymentId, reason: 'lost_or_stolen', canRetry: false };
    case 'failed':
      return { kind: 'failed', paymentId, reason: 'declined', canRetry: true };
  }
}

/** No money moves: a page of our own asks for the outcome and sends a webhook event like a real provider. */
export function createSandboxProvider(publicUrl: string, secret = randomBytes(32).toString('hex')): SandboxProvider {
  const page = async ({ reference }: { reference: string }) => `${publicUrl}${SANDBOX_PATH}/${reference}`;
  return {
    name: 'sandbox',
    can: { save: true, setUp: true, refund: true, currency: null, repeat: true, poll: false },
    open: async (checkout) => ({ url: await page(checkout), paymentId: null }),
    setUp: page,
    savedCard: async (last4) => {
      if (!isSandboxCard(last4)) return null;
      const expires = `${new Date().getUTCFullYear() + 3}-12`;
      return { token: last4, fingerprint: last4, brand: 'visa', last4, expires, country: null };
    },
    charge: async (last4, charge) => chargeCard(last4, charge),
    // Every charge is answered at once, so one without an answer was never sent.
    status: async () => ({ kind: 'absent' }),
    forget: async () => undefined,
    refund: async (_, { amountMinor, refundedMinor }) => refundedMinor + amountMinor,
    read: async (body, headers, now) => {
      verifySignature(body, headers[SIGNATURE], secret, now);
      const event = SandboxEvent.safeParse(parse(body));
      if (!event.success) throw new AppError('malformed_request');
      const { savedBy = null, ...rest } = event.data;
      return [{ ...rest, news: rest.news as ProviderEvent['news'], savedBy }];
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
