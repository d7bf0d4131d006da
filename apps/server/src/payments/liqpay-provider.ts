import { createHash, timingSafeEqual } from 'node:crypto';
import { AppError } from '@poklik/contract/errors';
import * as z from 'zod/mini';
import type { Charge, ChargeAnswer, PaymentProvider, ProviderEvent, ProviderRefund, SavedCard } from './provider.ts';
import { askProvider, fromDecimal, lastDigits, parseCall, toDecimal } from './provider-http.ts';
import type { LiqpayKeys } from './provider-settings.ts';
import { failure } from './stripe-charges.ts';

const API = 'https://www.liqpay.ua/api';
const NOT_FOUND = 'payment_not_found';
/** Of the public key of a test shop, where no money moves. */
const TEST_PREFIX = 'sandbox_';

const money = z.union([z.number(), z.string()]);
const Payment = z.object({
  order_id: z.string().check(z.regex(/^[\w-]{1,100}$/)),
  public_key: z.optional(z.string()),
  status: z.string(),
  amount: money,
  currency: z.string(),
  refund_amount: z.nullish(money),
  card_token: z.nullish(z.string()),
  sender_card_mask2: z.nullish(z.string()),
  sender_card_type: z.nullish(z.string()),
});
type Payment = z.infer<typeof Payment>;

const Refusal = z.object({
  status: z.optional(z.string()),
  err_code: z.optional(z.string()),
  code: z.optional(z.string()),
});

/** base64(sha1(private key, data, private key)) */
export const signLiqpay = (data: string, privateKey: string): string =>
  createHash('sha1').update(`${privateKey}${data}${privateKey}`).digest('base64');

/** One address for every call, which says in its data what it wants. */
function createCalls({ publicKey, privateKey, apiUrl = API }: LiqpayKeys) {
  const wrap = (order: object): URLSearchParams => {
    const data = Buffer.from(JSON.stringify({ version: 3, public_key: publicKey, ...order })).toString('base64');
    return new URLSearchParams({ data, signature: signLiqpay(data, privateKey) });
  };
  const ask = (order: object) => askProvider(`${apiUrl}/request`, { method: 'POST', body: wrap(order) });
  return {
    ask,
    pageOf: (order: object) => `${apiUrl}/3/checkout?${wrap(order)}`,
    getPayment: async (reference: string): Promise<Payment | null> => {
      const { body } = await ask({ action: 'status', order_id: reference });
      const payment = Payment.safeParse(body);
      if (payment.success && payment.data.order_id === reference) return payment.data;
      if (refusalOf(body) === NOT_FOUND) return null;
      throw new AppError('provider_unavailable');
    },
    /** Null if it is about something else. */
    readCall: (body: Buffer): Payment | null => {
      const form = new URLSearchParams(body.toString('utf8'));
      const [data, signature] = [form.get('data') ?? '', form.get('signature') ?? ''];
      const [expected, given] = [Buffer.from(signLiqpay(data, privateKey)), Buffer.from(signature)];
      if (given.length !== expected.length || !timingSafeEqual(given, expected))
        throw new AppError('signature_refused');
      const call = Payment.safeParse(parseCall(Buffer.from(data, 'base64').toString('utf8')));
      return call.success ? call.data : null;
    },
  };
}

type Calls = ReturnType<typeof createCalls>;

/**
 * LiqPay. Its signatures are SHA-1 and carry no time, so a callback only makes us ask for the state of the payment, and
 * that answer counts.
 */
export function createLiqpayProvider(keys: LiqpayKeys, webhookUrl: string): PaymentProvider {
  const calls = createCalls(keys);
  const { getPayment } = calls;
  const isTest = keys.publicKey.startsWith(TEST_PREFIX);
  const orderOf = ({
    reference,
    amountMinor,
    description,
  }: Pick<Charge, 'reference' | 'amountMinor' | 'description'>) => ({
    ...{ order_id: reference, amount: toDecimal(amountMinor), currency: 'UAH', description },
    server_url: webhookUrl,
  });
  return {
    name: 'liqpay',
    can: { save: true, setUp: false, refund: true, currency: 'UAH', repeat: false, poll: true },
    open: async ({ language, save, successUrl, ...checkout }) => ({
      url: calls.pageOf({
        ...{ ...orderOf(checkout), action: 'pay', result_url: successUrl },
        language: language === 'en' ? 'en' : 'uk',
        ...(save ? { recurringbytoken: '1' } : {}),
      }),
      paymentId: checkout.reference,
    }),
    setUp: async () => {
      throw new AppError('provider_unavailable');
    },
    savedCard: async (reference) => {
      const payment = await getPayment(reference);
      return payment && readCard(payment);
    },
    charge: async (cardToken, charge) => {
      const order = { ...orderOf(charge), action: 'paytoken', card_token: cardToken };
      const payment = Payment.safeParse((await calls.ask(order).catch(() => null))?.body);
      const isOurs = payment.success && payment.data.order_id === charge.reference;
      return isOurs ? readState(payment.data, isTest) : { kind: 'unknown' };
    },
    status: async ({ reference }) => {
      const payment = await getPayment(reference);
      return payment ? readState(payment, isTest) : { kind: 'absent' };
    },
    // A token can't be deleted there; ours is.
    forget: async () => undefined,
    refund: async (reference, refund) => {
      const payment = await getPayment(reference);
      return payment ? sendRefund(calls, payment, refund) : 'refused';
    },
    read: async (body) => {
      const call = calls.readCall(body);
      if (!call) return [];
      const payment = await getPayment(call.order_id);
      if (!payment) return [];
      const card = readCard(call);
      return toEvents(payment, isTest).map((event) => (event.savedBy && card ? { ...event, card } : event));
    },
    referenceOf: async (reference) => reference,
    test: async () => {
      const { body } = await calls.ask({ action: 'status', order_id: 'test' });
      const refusal = refusalOf(body);
      return refusal === NOT_FOUND ? { accepted: true, reply: keys.publicKey } : { accepted: false, reply: refusal };
    },
  };
}

function readState({ order_id: paymentId, status, amount, currency }: Payment, isTest: boolean): ChargeAnswer {
  if (status === 'success' || status === 'reversed' || (status === 'sandbox' && isTest))
    return { kind: 'paid', paymentId, amountMinor: fromDecimal(amount), currency };
  if (status === 'failure' || status === 'error' || status === 'sandbox') return { ...failure('declined'), paymentId };
  // The payer would have to enter a code of the bank.
  return status.endsWith('_verify') ? { kind: 'needs_action', paymentId } : { kind: 'unknown', paymentId };
}

function toEvents(payment: Payment, isTest: boolean): ProviderEvent[] {
  const { order_id: reference, currency, status, amount } = payment;
  const known = { reference, paymentId: reference, currency };
  const { kind, paymentId: _, ...answer } = readState(payment, isTest);
  if (kind === 'failed') return [{ ...known, id: `${reference}:${status}`, news: { kind, ...answer } }];
  if (kind !== 'paid' || !('amountMinor' in answer)) return [];
  const { amountMinor } = answer;
  const totalMinor = refundedOf(payment);
  return [
    { ...known, id: `${reference}:paid:${amount}:${currency}`, news: { kind, amountMinor }, savedBy: reference },
    ...(totalMinor > 0n
      ? [{ ...known, id: `${reference}:refunded:${totalMinor}`, news: { kind: 'refunded', totalMinor } } as const]
      : []),
  ];
}

async function sendRefund(
  { ask }: Calls,
  payment: Payment,
  { amountMinor, refundedMinor }: ProviderRefund,
): Promise<bigint | 'refused' | null> {
  // Sent before.
  const already = refundedOf(payment);
  if (already >= refundedMinor + amountMinor) return already;
  const { body } = await ask({ action: 'refund', order_id: payment.order_id, amount: toDecimal(amountMinor) });
  const { status } = Refusal.parse(body ?? {});
  if (status === 'reversed' || status === 'success') return refundedMinor + amountMinor;
  return status === 'error' || status === 'failure' ? 'refused' : null;
}

function refusalOf(body: unknown): string {
  const refusal = Refusal.safeParse(body);
  return (refusal.success && (refusal.data.err_code ?? refusal.data.code)) || 'no reason given';
}

/** A partial refund may leave the payment successful. */
function refundedOf({ status, amount, refund_amount: part }: Payment): bigint {
  const partMinor = part == null ? 0n : fromDecimal(part);
  return status === 'reversed' && partMinor === 0n ? fromDecimal(amount) : partMinor;
}

function readCard({ card_token: token, sender_card_mask2: mask, sender_card_type: brand }: Payment): SavedCard | null {
  if (!token) return null;
  return {
    token,
    fingerprint: mask ? `liqpay ${mask}` : null,
    brand: (brand ?? '').toLowerCase(),
    last4: lastDigits(mask ?? ''),
    ...{ expires: null, country: null },
  };
}
