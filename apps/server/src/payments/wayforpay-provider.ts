import { createHmac, timingSafeEqual } from 'node:crypto';
import { AppError } from '@poklik/contract/errors';
import type { ChargeFailure } from '@poklik/contract/payment-methods';
import * as z from 'zod/mini';
import type { Charge, ChargeAnswer, PaymentProvider, ProviderEvent, ProviderRefund, SavedCard } from './provider.ts';
import { askProvider, fromDecimal, lastDigits, toDecimal } from './provider-http.ts';
import type { WayforpayKeys } from './provider-settings.ts';
import { failure } from './stripe-charges.ts';

const API = 'https://api.wayforpay.com/api';
const PAGE = 'https://secure.wayforpay.com/pay';
/** Accounts and tokens that are not found have codes of their own. */
const ORDER_NOT_FOUND = '1127';

const Order = z.object({
  merchantAccount: z.string(),
  orderReference: z.string().check(z.regex(/^[\w-]{1,100}$/)),
  amount: z.string(),
  currency: z.string(),
  authCode: z.nullish(z.string()),
  cardPan: z.nullish(z.string()),
  transactionStatus: z.string(),
  reasonCode: z.string(),
  merchantSignature: z.string(),
  cardType: z.nullish(z.string()),
  recToken: z.nullish(z.string()),
  refundAmount: z.nullish(z.union([z.string(), z.number()])),
});
type Order = z.infer<typeof Order>;

const Refusal = z.object({
  reason: z.optional(z.string()),
  reasonCode: z.optional(z.union([z.string(), z.number()])),
});

const isOrderUnknown = (body: unknown): boolean => {
  const refusal = Refusal.safeParse(body);
  return refusal.success && String(refusal.data.reasonCode) === ORDER_NOT_FOUND;
};

/** Codes of refusals that we tell apart; every other one is `declined`. */
const REASONS: Record<string, ChargeFailure> = {
  '1103': 'expired',
  '1104': 'no_funds',
};

/** The calls of the API, and what is signed in them. */
function createCalls({ account, secretKey, apiUrl = API, pageUrl = PAGE }: WayforpayKeys, webhookUrl: string) {
  const domain = new URL(webhookUrl).hostname;
  const sign = (...parts: (string | number)[]): string =>
    createHmac('md5', secretKey).update(parts.join(';')).digest('hex');
  const post = (url: string, body: object) =>
    askProvider(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ merchantAccount: account, apiVersion: 1, ...body }),
    });
  const ask = (transactionType: string, body: object) => post(apiUrl, { transactionType, ...body });
  const checkStatus = (reference: string) =>
    ask('CHECK_STATUS', { orderReference: reference, merchantSignature: sign(account, reference) });
  /** Null without a valid signature. */
  const readSigned = (text: string): Order | null => {
    const order = parseOrder(text);
    if (order?.merchantAccount !== account) return null;
    const { orderReference, amount, currency, authCode, cardPan, transactionStatus, reasonCode } = order;
    const card = [authCode ?? '', cardPan ?? ''];
    const parts = [account, orderReference, amount, currency, ...card, transactionStatus, reasonCode];
    const [expected, given] = [Buffer.from(sign(...parts)), Buffer.from(order.merchantSignature)];
    return given.length === expected.length && timingSafeEqual(given, expected) ? order : null;
  };
  return {
    ...{ ask, sign, checkStatus, readSigned },
    openPage: (body: object) => post(`${pageUrl}?behavior=offline`, body),
    getOrder: async (reference: string): Promise<Order | null> => {
      const { text, body } = await checkStatus(reference);
      const order = readSigned(text);
      if (order?.orderReference === reference) return order;
      if (!order && isOrderUnknown(body)) return null;
      throw new AppError('provider_unavailable');
    },
    /** One thing is bought, on WayForPay's page or by a saved card. */
    purchaseOf: ({
      reference,
      amountMinor,
      description,
    }: Pick<Charge, 'reference' | 'amountMinor' | 'description'>) => {
      const [amount, orderDate] = [toDecimal(amountMinor), Math.floor(Date.now() / 1000)];
      return {
        ...{ merchantAuthType: 'SimpleSignature', merchantDomainName: domain, orderReference: reference, orderDate },
        ...{ amount, currency: 'UAH', productName: [description], productCount: [1], productPrice: [amount] },
        serviceUrl: webhookUrl,
        merchantSignature: sign(account, domain, reference, orderDate, amount, 'UAH', description, 1, amount),
      };
    },
    refundOf: ({ orderReference, currency }: Order, amount: string) => ({
      ...{ orderReference, amount, currency, comment: 'refund' },
      merchantSignature: sign(account, orderReference, amount, currency),
    }),
  };
}

type Calls = ReturnType<typeof createCalls>;

/**
 * WayForPay. Its signatures are MD5 and carry no time, so a callback only makes us ask for the state of the order, and
 * that answer counts.
 */
export function createWayforpayProvider(keys: WayforpayKeys, webhookUrl: string): PaymentProvider {
  const calls = createCalls(keys, webhookUrl);
  const { getOrder } = calls;
  return {
    name: 'wayforpay',
    can: { save: true, setUp: false, refund: true, currency: 'UAH', repeat: false, poll: true },
    open: async ({ email, language, successUrl, ...checkout }) => {
      const { body } = await calls.openPage({
        ...calls.purchaseOf(checkout),
        ...{ merchantTransactionSecureType: 'AUTO', returnUrl: successUrl, clientEmail: email },
        language: language.toUpperCase(),
      });
      const page = z.object({ url: z.url({ protocol: /^https?$/ }) }).safeParse(body);
      if (!page.success) throw new Error('WayForPay returned no page');
      return { url: page.data.url, paymentId: checkout.reference };
    },
    setUp: async () => {
      throw new AppError('provider_unavailable');
    },
    savedCard: async (reference) => {
      const order = await getOrder(reference);
      return order && readCard(order);
    },
    charge: async (recToken, charge) => {
      const sale = { merchantTransactionType: 'SALE', merchantTransactionSecureType: 'NON3DS', recToken };
      const answer = await calls.ask('CHARGE', { ...calls.purchaseOf(charge), ...sale }).catch(() => null);
      const order = answer && calls.readSigned(answer.text);
      return order?.orderReference === charge.reference ? readState(order) : { kind: 'unknown' };
    },
    status: async ({ reference }) => {
      const order = await getOrder(reference);
      return order ? readState(order) : { kind: 'absent' };
    },
    // A token can't be deleted there; ours is.
    forget: async () => undefined,
    refund: async (reference, refund) => {
      const order = await getOrder(reference);
      return order ? sendRefund(calls, order, refund) : 'refused';
    },
    read: async (body) => {
      const call = calls.readSigned(body.toString('utf8'));
      if (!call) throw new AppError('signature_refused');
      const order = await getOrder(call.orderReference);
      if (!order) return [];
      // Only the callback carries the token of the card.
      const card = readCard(call);
      return toEvents(order).map((event) => (event.savedBy && card ? { ...event, card } : event));
    },
    acknowledge: (body, now) => {
      const orderReference = parseOrder(body.toString('utf8'))?.orderReference ?? '';
      const time = Math.floor(now.getTime() / 1000);
      return { orderReference, status: 'accept', time, signature: calls.sign(orderReference, 'accept', time) };
    },
    referenceOf: async (reference) => reference,
    test: async () => {
      const { text, body } = await calls.checkStatus('test');
      const answer = Refusal.safeParse(body);
      const reply = (answer.success && answer.data.reason) || 'no reason given';
      return { accepted: isOrderUnknown(body) || calls.readSigned(text) !== null, reply };
    },
  };
}

async function sendRefund(
  calls: Calls,
  order: Order,
  { amountMinor, refundedMinor }: ProviderRefund,
): Promise<bigint | 'refused' | null> {
  // Sent before.
  const already = refundedOf(order);
  if (already >= refundedMinor + amountMinor) return already;
  const { body } = await calls.ask('REFUND', calls.refundOf(order, toDecimal(amountMinor)));
  const answer = z.object({ transactionStatus: z.optional(z.string()) }).safeParse(body);
  const status = answer.success ? answer.data.transactionStatus : undefined;
  if (status === 'Refunded' || status === 'Voided') return refundedMinor + amountMinor;
  return status === 'Declined' ? 'refused' : null;
}

/** Numbers that are signed stay as they were written. */
function parseOrder(text: string): Order | null {
  const quoted = text.replace(/("(?:amount|reasonCode)"\s*:\s*)(-?\d+(?:\.\d+)?)(?=\s*[,}])/g, '$1"$2"');
  try {
    const order = Order.safeParse(JSON.parse(quoted));
    return order.success ? order.data : null;
  } catch {
    return null;
  }
}

/** A partial refund leaves the order approved. */
function refundedOf({ transactionStatus, amount, refundAmount }: Order): bigint {
  const partMinor = refundAmount == null ? 0n : fromDecimal(refundAmount);
  const isRefunded = transactionStatus === 'Refunded' || transactionStatus === 'Voided';
  return isRefunded && partMinor === 0n ? fromDecimal(amount) : partMinor;
}

function readState({ orderReference, transactionStatus, amount, currency, reasonCode }: Order): ChargeAnswer {
  const paymentId = orderReference;
  switch (transactionStatus) {
    case 'Approved':
    case 'Refunded':
    case 'Voided':
    case 'RefundInProcessing':
      return { kind: 'paid', paymentId, amountMinor: fromDecimal(amount), currency };
    case 'Declined':
    case 'Expired':
      return { ...failure(REASONS[reasonCode] ?? 'declined'), paymentId };
    default:
      return { kind: 'unknown', paymentId };
  }
}

function toEvents(order: Order): ProviderEvent[] {
  const { orderReference: reference, amount, currency, transactionStatus } = order;
  const known = { reference, paymentId: reference, currency };
  const { kind, paymentId: _, ...answer } = readState(order);
  if (kind === 'failed') return [{ ...known, id: `${reference}:${transactionStatus}`, news: { kind, ...answer } }];
  if (kind !== 'paid' || !('amountMinor' in answer)) return [];
  const { amountMinor } = answer;
  const totalMinor = refundedOf(order);
  return [
    { ...known, id: `${reference}:paid:${amount}:${currency}`, news: { kind, amountMinor }, savedBy: reference },
    ...(totalMinor > 0n
      ? [{ ...known, id: `${reference}:refunded:${totalMinor}`, news: { kind: 'refunded', totalMinor } } as const]
      : []),
  ];
}

function readCard({ recToken, cardPan, cardType }: Order): SavedCard | null {
  if (!recToken) return null;
  return {
    token: recToken,
    fingerprint: cardPan ? `wayforpay ${cardPan}` : null,
    brand: (cardType ?? '').toLowerCase(),
    last4: lastDigits(cardPan ?? ''),
    ...{ expires: null, country: null },
  };
}
