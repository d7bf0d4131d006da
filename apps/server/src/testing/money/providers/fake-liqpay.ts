import { createHash } from 'node:crypto';
import {
  addCharge,
  addOrder,
  type FakeAnswer,
  type FakeOrder,
  type FakeProvider,
  hundredths,
  startFakeProvider,
} from './fake-provider.ts';

const PUBLIC = 'i00000000001';
const PRIVATE = 'liqpay_private_key';
const STATUS = {
  open: 'processing',
  paid: 'success',
  failed: 'failure',
  expired: 'error',
  confirm: '3ds_verify',
} as const;

const sign = (data: string): string => {
  const hash = createHash('sha1');
  for (const part of [PRIVATE, data, PRIVATE]) hash.update(part);
  return hash.digest('base64');
};

const describe = ({ reference, state, amount, currency, refunded, card }: FakeOrder) => ({
  ...{ action: 'pay', version: 3, public_key: PUBLIC, payment_id: 165_629, order_id: reference, currency },
  status: refunded > 0n && refunded === amount ? 'reversed' : STATUS[state],
  amount: Number(amount) / 100,
  ...(refunded > 0n ? { refund_amount: Number(refunded) / 100 } : {}),
  ...{ sender_card_mask2: '473118*97', sender_card_type: 'visa' },
  ...(card ? { card_token: `tok_${card}` } : {}),
});

const refuse = (code: string): FakeAnswer => ({
  status: 200,
  body: { result: 'error', status: 'error', err_code: code },
});

/** LiqPay: one call for everything, signed with SHA-1. Pages are opened by the browser. */
export function startFakeLiqpay(): Promise<FakeProvider> {
  const act = (fake: FakeProvider, body: Record<string, string>): FakeAnswer => {
    const reference = body.order_id ?? '';
    const order = fake.orders.find((each) => each.reference === reference);
    switch (body.action) {
      case 'status':
        return order ? { status: 200, body: describe(order) } : refuse('payment_not_found');
      case 'paytoken': {
        if (order) return refuse('order_id_duplicate');
        if (!body.card_token?.startsWith('tok_')) return refuse('err_card');
        const charge = { reference, amount: hundredths(body.amount), currency: body.currency ?? '' };
        return { status: 200, body: describe(addCharge(fake, charge)) };
      }
      case 'refund':
        if (!order) return refuse('payment_not_found');
        order.refunded += hundredths(body.amount);
        return { status: 200, body: { result: 'ok', status: 'reversed', order_id: reference } };
      default:
        return refuse('err_api_action');
    }
  };
  return startFakeProvider({
    name: 'liqpay',
    settings: (apiUrl) => ({ liqpay: { publicKey: PUBLIC, privateKey: PRIVATE, apiUrl } }),
    callback: (order) => {
      const data = Buffer.from(JSON.stringify(describe(order))).toString('base64');
      return {
        body: `data=${encodeURIComponent(data)}&signature=${encodeURIComponent(sign(data))}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      };
    },
    answer: ({ text }, fake) => {
      const form = new URLSearchParams(text);
      const data = form.get('data') ?? '';
      if (form.get('signature') !== sign(data)) return refuse('err_signature');
      return act(fake, JSON.parse(Buffer.from(data, 'base64').toString()));
    },
  });
}

/** The browser of the payer opens the page, and LiqPay reads the order out of its address. */
export function openLiqpayPage(fake: FakeProvider, address: string): void {
  const { searchParams: form } = new URL(address);
  const data = form.get('data') ?? '';
  if (form.get('signature') !== sign(data)) throw new Error('the page is not signed');
  const {
    order_id: reference,
    amount,
    currency,
    recurringbytoken,
  } = JSON.parse(Buffer.from(data, 'base64').toString());
  if (fake.orders.some((order) => order.reference === reference)) return;
  addOrder(fake, { reference, amount: hundredths(amount), currency, card: recurringbytoken ? reference : null });
}
