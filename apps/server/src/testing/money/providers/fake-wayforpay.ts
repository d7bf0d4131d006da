import { createHmac } from 'node:crypto';
import {
  addCharge,
  addOrder,
  type FakeAnswer,
  type FakeOrder,
  type FakeProvider,
  hundredths,
  startFakeProvider,
} from './fake-provider.ts';

const ACCOUNT = 'test_merch_n1';
const KEY = 'flk3409refn54t54tFNJRET';
const STATUS = {
  open: 'InProcessing',
  paid: 'Approved',
  failed: 'Declined',
  expired: 'Expired',
  confirm: 'Pending',
} as const;

const md5 = (...parts: unknown[]): string => createHmac('md5', KEY).update(parts.join(';'), 'utf8').digest('hex');
const inUnits = (minor: bigint): string => (Number(minor) / 100).toFixed(2);

/** As written in callbacks and answers: the amount is a number, and signed as it is written. */
function describe({ reference, state, amount, currency, refunded, card }: FakeOrder): string {
  const isRefunded = refunded > 0n && refunded === amount;
  const transactionStatus = isRefunded ? 'Refunded' : STATUS[state];
  const reasonCode = state === 'failed' ? 1104 : 1100;
  const written = inUnits(amount);
  const fields = [ACCOUNT, reference, written, currency, '541963', '41****8217', transactionStatus, reasonCode];
  const rest = {
    ...{ merchantAccount: ACCOUNT, orderReference: reference, merchantSignature: md5(...fields) },
    ...{ currency, authCode: '541963', cardPan: '41****8217', cardType: 'Visa', transactionStatus, reasonCode },
    ...(card ? { recToken: `rec_${card}` } : {}),
    ...(refunded > 0n ? { refundAmount: Number(inUnits(refunded)) } : {}),
  };
  return `{"amount":${written},${JSON.stringify(rest).slice(1)}`;
}

/** WayForPay: pages, charges by token, refunds and status, signed with MD5. */
export function startFakeWayforpay(): Promise<FakeProvider> {
  const purchaseOf = (body: Record<string, never>) => {
    const { merchantDomainName, orderReference, orderDate, amount, currency } = body;
    const { productName = [], productCount = [], productPrice = [], merchantSignature } = body;
    const order = [ACCOUNT, merchantDomainName, orderReference, orderDate, amount, currency];
    const isSigned = merchantSignature === md5(...order, ...productName, ...productCount, ...productPrice);
    const reference: string = orderReference ?? '';
    return isSigned ? { reference, amount: hundredths(amount), currency: String(currency) } : null;
  };
  const refuse = (reasonCode: number, reason: string): FakeAnswer => ({ status: 200, body: { reason, reasonCode } });
  const act = (fake: FakeProvider, body: Record<string, never>): FakeAnswer => {
    const reference = String(body.orderReference);
    const order = fake.orders.find((each) => each.reference === reference);
    if (body.merchantAccount !== ACCOUNT) return refuse(1121, 'Account Not Found');
    switch (String(body.transactionType)) {
      case 'CHECK_STATUS':
        if (body.merchantSignature !== md5(ACCOUNT, reference)) return refuse(1113, 'Invalid signature');
        return order ? { status: 200, body: describe(order) } : refuse(1127, 'Order Not Found');
      case 'CHARGE': {
        const purchase = purchaseOf(body);
        if (!purchase) return refuse(1113, 'Invalid signature');
        if (order) return refuse(1112, 'Duplicate Order ID');
        return { status: 200, body: describe(addCharge(fake, purchase)) };
      }
      case 'REFUND': {
        if (!order || body.merchantSignature !== md5(ACCOUNT, reference, body.amount, body.currency))
          return refuse(1113, 'Invalid signature');
        order.refunded += hundredths(body.amount);
        return { status: 200, body: { transactionStatus: 'Refunded', reasonCode: 1100 } };
      }
      default:
        return refuse(1110, 'unknown');
    }
  };
  return startFakeProvider({
    name: 'wayforpay',
    settings: (url) => ({
      wayforpay: { account: ACCOUNT, secretKey: KEY, apiUrl: `${url}/api`, pageUrl: `${url}/pay` },
    }),
    callback: (order) => ({
      body: describe(order),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }),
    answer: ({ path, query, text }, fake) => {
      const body = JSON.parse(text);
      if (path !== '/pay') return act(fake, body);
      const purchase = purchaseOf(body);
      if (!purchase || query.get('behavior') !== 'offline') return refuse(1113, 'Invalid signature');
      // Every card is kept.
      addOrder(fake, { ...purchase, card: purchase.reference });
      return { status: 200, body: { url: `https://secure.wayforpay.example/page?vkh=${purchase.reference}` } };
    },
  });
}

/** The answer that stops WayForPay from repeating a callback. */
export const isAccepted = (answer: { orderReference: string; status: string; time: number; signature: string }) =>
  answer.status === 'accept' && answer.signature === md5(answer.orderReference, answer.status, answer.time);
