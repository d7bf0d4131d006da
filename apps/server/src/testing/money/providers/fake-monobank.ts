import { createSign, generateKeyPairSync } from 'node:crypto';
import {
  addCharge,
  addOrder,
  type FakeAnswer,
  type FakeOrder,
  type FakeProvider,
  startFakeProvider,
} from './fake-provider.ts';

const TOKEN = 'mono_test_token';
const STATUS = {
  open: 'created',
  paid: 'success',
  failed: 'failure',
  expired: 'expired',
  confirm: 'processing',
} as const;

/** The body of a status answer and of a callback are the same. */
function describe(order: FakeOrder, prefix: string) {
  const { id, reference, amount, currency, refunded, card, refundKeys } = order;
  const isReversed = order.state === 'paid' && amount > 0n && refunded === amount;
  return {
    invoiceId: id,
    status: isReversed ? 'reversed' : STATUS[order.state],
    ...(order.state === 'failed' ? { errCode: '59', failureReason: 'not enough' } : {}),
    amount: Number(amount),
    ccy: { UAH: 980, USD: 840 }[currency] ?? 978,
    finalAmount: order.state === 'paid' ? Number(amount - refunded) : 0,
    createdDate: '2026-11-20T10:00:00Z',
    modifiedDate: new Date(Date.UTC(2026, 10, 20) + order.version * 1000).toISOString(),
    reference,
    cancelList: refundKeys.map((extRef) => ({ status: 'success', extRef })),
    paymentInfo: { maskedPan: '444403******1902', paymentSystem: 'visa', country: '804' },
    ...(card ? { walletData: { walletId: reference, cardToken: `${prefix}${card}`, status: 'created' } } : {}),
  };
}

/** Acquiring of Monobank: pages, saved cards, refunds, the statement, and callbacks signed with an elliptic curve. */
export function startFakeMonobank(): Promise<FakeProvider> {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const ok = (body: object): FakeAnswer => ({ status: 200, body });
  const create = (fake: FakeProvider, body: Record<string, never>): FakeAnswer => {
    const { amount, ccy, saveCardData, merchantPaymInfo } = body as unknown as {
      amount: number;
      ccy: number;
      saveCardData?: object;
      merchantPaymInfo: { reference: string };
    };
    const { reference } = merchantPaymInfo;
    const card = saveCardData ? reference : null;
    const currency = ccy === 980 ? 'UAH' : String(ccy);
    const order = addOrder(fake, { reference, amount: BigInt(amount), currency, card });
    return ok({ invoiceId: order.id, pageUrl: `https://pay.mono.example/${order.id}` });
  };
  const pay = (fake: FakeProvider, body: Record<string, never>): FakeAnswer => {
    const { cardToken, amount, initiationKind, merchantPaymInfo } = body as unknown as Record<string, string> & {
      merchantPaymInfo: { reference: string };
    };
    if (!cardToken?.startsWith('card_')) return { status: 400, body: { errCode: 'x', errText: "invalid 'cardToken'" } };
    if (initiationKind !== 'merchant') return { status: 400, body: { errCode: 'x', errText: 'initiationKind' } };
    const { reference } = merchantPaymInfo;
    const order = addCharge(fake, { reference, amount: BigInt(amount ?? 0), currency: 'UAH' });
    return ok({ ...describe(order, 'card_'), ...(order.state === 'confirm' ? { tdsUrl: 'https://3ds.example' } : {}) });
  };
  const cancel = (fake: FakeProvider, body: Record<string, never>): FakeAnswer => {
    const { invoiceId, amount, extRef } = body as unknown as { invoiceId: string; amount: number; extRef: string };
    const order = fake.orders.find(({ id }) => id === invoiceId);
    if (!order || BigInt(amount) > order.amount - order.refunded) return { status: 400, body: { errText: 'amount' } };
    order.refunded += BigInt(amount);
    order.refundKeys.push(extRef);
    return ok({ status: 'success' });
  };
  return startFakeProvider({
    name: 'monobank',
    settings: (apiUrl) => ({ monobank: { token: TOKEN, apiUrl } }),
    callback: (order) => {
      const body = JSON.stringify(describe(order, 'card_'));
      return { body, headers: { 'x-sign': createSign('SHA256').update(body).sign(privateKey).toString('base64') } };
    },
    answer: ({ method, path, query, headers, text }, fake) => {
      if (headers['x-token'] !== TOKEN) return { status: 403, body: { errText: 'forbidden' } };
      const body = text === '' ? {} : JSON.parse(text);
      switch (`${method} ${path.replace('/api/merchant/', '')}`) {
        case 'GET pubkey':
          return ok({ key: Buffer.from(pem).toString('base64') });
        case 'GET details':
          return ok({ merchantId: 'test_1', merchantName: 'Test shop', edrpou: '1' });
        case 'POST invoice/create':
          return create(fake, body);
        case 'GET invoice/status': {
          const order = fake.orders.find(({ id }) => id === query.get('invoiceId'));
          return order && ok(describe(order, 'card_'));
        }
        case 'POST wallet/payment':
          return pay(fake, body);
        case 'DELETE wallet/card':
          return ok({});
        case 'POST invoice/cancel':
          return cancel(fake, body);
        case 'GET statement':
          return ok({ list: fake.charges.map(({ id, reference }) => ({ invoiceId: id, reference })) });
        default:
          return undefined;
      }
    },
  });
}
