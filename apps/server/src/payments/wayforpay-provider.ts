import { createHmac, timingSafeEqual } from 'node:crypto';
import { AppError } from '@poklik/contract/errors';
import { LANGUAGE_TAGS } from '@poklik/contract/language';
import type { ChargeFailure } from '@poklik/contract/payment-methods';
import * as z from 'zod/mini';
import type { ChargeAnswer, PaymentProvider, ProviderEvent, ProviderRefund, SavedCard } from './provider.ts';
import { askProvider, fromDecimal, lastDigits, toDecimal } from './provider-http.ts';
import { failure } from './stripe-charges.ts';

export interface WayforpayKeys {
  account: string;
  secretKey: string;
  /** Of WayForPay; tests use others. */
  apiUrl?: string;
  pageUrl?: string;
}

const API = 'https://api.wayforpay.com/api';
const PAGE = 'https://secure.wayforpay.com/pay';
const NOT_FOUND = 'not_found';

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

/** Codes of refusals that we tell apart; every other one is `declined`. */
const REASONS: Record<string, ChargeFailure> = {
  '1103': 'expired',
  '1104': 'no_funds',
};

/**
 * WayForPay. Its signatures are MD5 and carry no time, so a callback only makes us ask for the state of the order, and
 * that answer counts.
 */
export function createWayforpayProvider(
  { account, secretKey, apiUrl = API, pageUrl = PAGE }: WayforpayKeys,
  webhookUrl: string,
): PaymentProvider {
  const domain = new URL(webhookUrl).hostname;
  const sign = (parts: readonly (string | number)[]): string =>
    createHmac('md5', secretKey).update(parts.join(';')).digest('hex');
  const post = (url: string, body: object) =>
    askProvider(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ merchantAccount: account, apiVersion: 1, ...body }),
    });
  const isSigned = (order: Order): boolean => {
    const { merchantAccount, orderReference, amount, currency, authCode, cardPan, transactionStatus, reasonCode } = order;
    const parts = [merchantAccount, orderReference, amount, currency, authCode ?? '', cardPan ?? '', transactionStatus];
    const [expected, given] = [Buffer.from(sign([...parts, reasonCode])), Buffer.from(order.merchantSignature)];
    return given.length === expected.length && timingSafeEqual(given, expected);
  };
  const getOrder = async (reference: string): Promise<Order | typeof NOT_FOUND> => {
    const { text } = await post(apiUrl, {
      ...{ transactionType: 'CHECK_STATUS', orderReference: reference },
      merchantSignature: sign([account, reference]),
    });
    const order = parseOrder(text);
    if (!order) {
      if (/not\s*found/i.test(text)) return NOT_FOUND;
      throw new AppError('provider_unavailable');
    }
    if (!isSigned(order) || order.orderReference !== reference) throw new AppError('provider_unavailable');
    return order;
  };
  /** A purchase of one thing, on WayForPay's page or by a saved card. */
  const purchase = (reference: string, amountMinor: bigint, description: string) => {
    const [amount, orderDate] = [toDecimal(amountMinor), Math.floor(Date.now() / 1000)];
    return {
      ...{ merchantAuthType: 'SimpleSignature', merchantDomainName: domain, orderReference: reference, orderDate },
      ...{ amount, currency: 'UAH', productName: [description], productCount: [1], productPrice: [amount] },
      serviceUrl: webhookUrl,
      merchantSignature: sign([account, domain, reference, orderDate, amount, 'UAH', description, 1, amount]),
    };
  };
  return {
    name: 'wayforpay',
    can: { save: true, setUp: false, refund: true, currency: 'UAH', repeat: false, poll: true },
    open: async ({ reference, amountMinor, description, email, language, successUrl }) => {
      const { body } = await post(`${pageUrl}?behavior=offline`, {
        ...purchase(reference, amountMinor, description),
        ...{ merchantTransactionSecureType: 'AUTO', returnUrl: successUrl, clientEmail: email },
        language: LANGUAGE_TAGS[language] === 'uk' ? 'UA' : LANGUAGE_TAGS[language].slice(0, 2).toUpperCase(),
      });
      const page = z.object({ url: z.url({ protocol: /^https?$/ }) }).safeParse(body);
      if (!page.success) throw new Error('WayForPay returned no page');
      return { url: page.data.url, paymentId: reference };
    },
    setUp: async () => {
      throw new AppError('provider_unavailable');
    },
    savedCard: async (reference) => {
      const order = await getOrder(reference);
      return order === NOT_FOUND ? null : readCard(order);
    },
    charge: async (recToken, { reference, amountMinor, description }) => {
      const answer = await post(apiUrl, {
        ...{ transactionType: 'CHARGE', merchantTransactionType: 'SALE', merchantTransactionSecureType: 'NON3DS' },
        ...{ ...purchase(reference, amountMinor, description), recToken },
      }).catch(() => null);
      const order = answer && parseOrder(answer.text);
      return order && isSigned(order) && order.orderReference === reference ? readState(order) : { kind: 'unknown' };
    },
    status: async ({ reference }) => {
      const order = await getOrder(reference);
      return order === NOT_FOUND ? { kind: 'absent' } : readState(order);
    },
    // A token can't be deleted there; ours is.
    forget: async () => undefined,
    refund: async (reference, refund) => {
      const order = await getOrder(reference);
      return order === NOT_FOUND ? 'refused' : sendRefund(order, refund);
    },
    read: async (body) => {
      const call = parseOrder(body.toString('utf8'));
      if (!call || call.merchantAccount !== account || !isSigned(call)) throw new AppError('signature_refused');
      const order = await getOrder(call.orderReference);
      if (order === NOT_FOUND) return [];
      // Only the callback carries the token of the card.
      const card = readCard(call);
      return toEvents(order).map((event) => (event.savedBy && card ? { ...event, card } : event));
    },
    acknowledge: (body, now) => {
      const orderReference = parseOrder(body.toString('utf8'))?.orderReference ?? '';
      const time = Math.floor(now.getTime() / 1000);
      return { orderReference, status: 'accept', time, signature: sign([orderReference, 'accept', time]) };
    },
    referenceOf: async (reference) => reference,
    test: async () => {
      const { body } = await post(apiUrl, {
        ...{ transactionType: 'CHECK_STATUS', orderReference: 'test' },
        merchantSignature: sign([account, 'test']),
      });
      const { reason = '' } = z.object({ reason: z.optional(z.string()) }).parse(body ?? {});
      return { accepted: /not\s*found|^ok$/i.test(reason), reply: reason };
    },
  };

  async function sendRefund(
    order: Order,
    { amountMinor, refundedMinor }: ProviderRefund,
  ): Promise<bigint | 'refused' | null> {
    // Sent before.
    const already = refundedOf(order);
    if (already >= refundedMinor + amountMinor) return already;
    const { orderReference, currency } = order;
    const amount = toDecimal(amountMinor);
    const { body } = await post(apiUrl, {
      ...{ transactionType: 'REFUND', orderReference, amount, currency, comment: 'refund' },
      merchantSignature: sign([account, orderReference, amount, currency]),
    });
    const { transactionStatus } = z.object({ transactionStatus: z.optional(z.string()) }).parse(body ?? {});
    if (transactionStatus === 'Refunded' || transactionStatus === 'Voided') return refundedMinor + amountMinor;
    return transactionStatus === 'Declined' ? 'refused' : null;
  }
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
  const partMinor = refundAmount == null ? 0n : (fromDecimal(refundAmount) ?? 0n);
  const isRefunded = transactionStatus === 'Refunded' || transactionStatus === 'Voided';
  return isRefunded && partMinor === 0n ? (fromDecimal(amount) ?? 0n) : partMinor;
}

function readState({ orderReference, transactionStatus, amount, currency, reasonCode }: Order): ChargeAnswer {
  const paymentId = orderReference;
  switch (transactionStatus) {
    case 'Approved':
    case 'Refunded':
    case 'Voided':
    case 'RefundInProcessing':
      return { kind: 'paid', paymentId, amountMinor: fromDecimal(amount) ?? 0n, currency };
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
