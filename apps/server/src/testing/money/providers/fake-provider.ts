import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Provider } from '@poklik/contract/payment-methods';
import type { PaymentEvent } from '@poklik/domain/payments/payment-state';
import type { ProviderSettings } from '../../../payments/provider-settings.ts';
import type { SignedEvent } from '../fake-stripe.ts';

export interface FakeOrder {
  reference: string;
  /** The provider's ID. */
  id: string;
  amount: bigint;
  currency: string;
  state: 'open' | 'paid' | 'failed' | 'expired' | 'confirm';
  refunded: bigint;
  /** Keys of refunds that were sent. */
  refundKeys: string[];
  /** The card that was saved while paying. */
  card: string | null;
  /** Rises with every change. */
  version: number;
}

export interface FakeRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  text: string;
}

export type FakeAnswer = { status: number; body: unknown };

/** A stand-in for a payment provider. Its callbacks are signed as the provider documents, by code of its own. */
export interface FakeProvider {
  name: Provider;
  settings: ProviderSettings;
  orders: FakeOrder[];
  /** The order of a reference. */
  order(reference: string): FakeOrder;
  /** Something happens to an order; returns the callback about it. */
  happen(reference: string, news: PaymentEvent): SignedEvent;
  /** The callback about the state of an order. */
  callback(order: FakeOrder): SignedEvent;
  /** Charges of saved cards that arrived. */
  charges: FakeOrder[];
  /** What the bank says about a charge. */
  decide: FakeOrder['state'];
  /** Requests are lost before they are handled, or their answers. */
  lose: 'request' | 'response' | null;
  /** Paths that were asked for. */
  asked: string[];
  close(): Promise<void>;
}

export interface Wire {
  name: Provider;
  settings(url: string): ProviderSettings;
  callback(order: FakeOrder): SignedEvent;
  answer(request: FakeRequest, fake: FakeProvider): FakeAnswer | undefined;
}

export const NOT_FOUND: FakeAnswer = { status: 404, body: { errCode: 'NOT_FOUND', errText: 'not found' } };

/** Serves the calls of a provider's API. */
export async function startFakeProvider(wire: Wire): Promise<FakeProvider> {
  const server = createServer(async (incoming, response) => {
    let text = '';
    for await (const chunk of incoming) text += chunk;
    const url = new URL(incoming.url ?? '/', 'http://provider.example');
    const { method = '', headers } = incoming;
    fake.asked.push(url.pathname);
    if (fake.lose === 'request') return incoming.socket.destroy();
    const answer =
      wire.answer({ method, path: url.pathname, query: url.searchParams, headers, text }, fake) ?? NOT_FOUND;
    if (fake.lose === 'response') return incoming.socket.destroy();
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const order = (reference: string): FakeOrder => {
    const found = fake.orders.find((each) => each.reference === reference);
    if (!found) throw new Error(`no order ${reference}`);
    return found;
  };
  const fake: FakeProvider = {
    name: wire.name,
    settings: wire.settings(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    orders: [],
    order,
    happen(reference, news) {
      const changed = order(reference);
      change(changed, news);
      return wire.callback(changed);
    },
    callback: (of) => wire.callback(of),
    charges: [],
    decide: 'paid',
    lose: null,
    asked: [],
    close: () =>
      new Promise<void>((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
  return fake;
}

function change(order: FakeOrder, news: PaymentEvent): void {
  order.version += 1;
  if (news.kind === 'paid') order.state = 'paid';
  if (news.kind === 'failed' && order.state !== 'paid') order.state = 'failed';
  if (news.kind === 'refunded' && news.totalMinor > order.refunded)
    order.refunded = news.totalMinor < order.amount ? news.totalMinor : order.amount;
}

/** A new order of a page, or of a charge of a saved card. */
export function addOrder(
  fake: FakeProvider,
  wanted: Pick<FakeOrder, 'reference' | 'amount' | 'currency'> & Partial<FakeOrder>,
): FakeOrder {
  const id = `${fake.name}${String(fake.orders.length).padStart(8, '0')}`;
  const order: FakeOrder = { id, state: 'open', refunded: 0n, refundKeys: [], card: null, version: 0, ...wanted };
  fake.orders.push(order);
  return order;
}

export function addCharge(fake: FakeProvider, wanted: Pick<FakeOrder, 'reference' | 'amount' | 'currency'>): FakeOrder {
  const order = addOrder(fake, { ...wanted, state: fake.decide, version: 1 });
  fake.charges.push(order);
  return order;
}

/** 1189.50 in hundredths. */
export const hundredths = (amount: unknown): bigint => BigInt(Math.round(Number(amount) * 100));
