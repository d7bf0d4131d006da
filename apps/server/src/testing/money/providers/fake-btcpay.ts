import { createHmac } from 'node:crypto';
import { addOrder, type FakeOrder, type FakeProvider, hundredths, startFakeProvider } from './fake-provider.ts';

const STORE = 'Store'.repeat(8);
const SECRET = 'btcpay_hook_secret';
const API_KEY = 'btcpay_api_key';
const STATUS = { open: 'New', paid: 'Settled', failed: 'Invalid', expired: 'Expired', confirm: 'Processing' } as const;
const EVENTS = {
  open: 'InvoiceCreated',
  paid: 'InvoiceSettled',
  failed: 'InvoiceInvalid',
  expired: 'InvoiceExpired',
  confirm: 'InvoiceProcessing',
} as const;

/** What a payer sent too much, too little or too late, by reference. */
export const irregular = new Map<string, 'PaidPartial' | 'PaidOver' | 'PaidLate'>();

/** Invoices of a BTCPay Server, and its webhook, signed over the raw bytes. */
export function startFakeBtcpay(): Promise<FakeProvider> {
  const describe = ({ id, reference, state, amount, currency }: FakeOrder) => ({
    id,
    storeId: STORE,
    status: STATUS[state],
    additionalStatus: irregular.get(reference) ?? 'None',
    amount: (Number(amount) / 100).toFixed(2),
    currency,
    metadata: { orderId: reference },
    checkoutLink: `https://btcpay.example/i/${id}`,
  });
  return startFakeProvider({
    name: 'btcpay',
    settings: (url) => ({ btcpay: { url, storeId: STORE, apiKey: API_KEY, webhookSecret: SECRET } }),
    callback: ({ id, reference, state }) => {
      const body = JSON.stringify({
        ...{ deliveryId: 'd1', webhookId: 'w1', originalDeliveryId: 'd1', isRedelivery: false, type: EVENTS[state] },
        ...{ timestamp: 1_700_000_000, storeId: STORE, invoiceId: id, metadata: { orderId: reference } },
        ...{ manuallyMarked: false, overPaid: irregular.get(reference) === 'PaidOver' },
      });
      return { body, headers: { 'btcpay-sig': `sha256=${createHmac('sha256', SECRET).update(body).digest('hex')}` } };
    },
    answer: ({ method, path, query, headers, text }, fake) => {
      if (headers.authorization !== `token ${API_KEY}`) return { status: 401, body: {} };
      const rest = path.replace(`/api/v1/stores/${STORE}/invoices`, '');
      if (method === 'POST') {
        const { amount, currency, metadata } = JSON.parse(text);
        const order = addOrder(fake, { reference: metadata.orderId, amount: hundredths(amount), currency });
        return { status: 200, body: describe(order) };
      }
      if (rest === '') {
        const asked = query.get('orderId');
        return { status: 200, body: fake.orders.filter(({ reference }) => reference === asked).map(describe) };
      }
      const order = fake.orders.find(({ id }) => `/${id}` === rest);
      return order && { status: 200, body: describe(order) };
    },
  });
}
