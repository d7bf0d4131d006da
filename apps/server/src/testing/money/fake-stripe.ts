import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { createFakeCards, type FakeAnswer, type FakeCards, type FakeRequest } from './fake-stripe-cards.ts';

export interface FakeStripe extends FakeCards {
  url: string;
  secret: string;
  /** Requests received, oldest first. */
  sessions: { reference: string; params: URLSearchParams; idempotencyKey: string }[];
  /** Payments that were looked up. */
  asked: string[];
  /** Responds with an error while true. */
  isDown: boolean;
  /** An event as Stripe sends it, with its signature. */
  event(type: string, object: object, options?: { id?: string; at?: number; secret?: string }): SignedEvent;
  close(): Promise<void>;
}

export interface SignedEvent {
  body: string;
  headers: Record<string, string>;
}

const NO_SUCH: FakeAnswer = {
  status: 404,
  body: { error: { type: 'invalid_request_error', code: 'resource_missing', message: 'no such' } },
};

/** Implements the Stripe API calls that we use, and creates event signatures with Stripe's own library. */
export async function startFakeStripe(): Promise<FakeStripe> {
  const secret = 'whsec_test';
  const signer = new Stripe('sk_test_nobody');
  const byKey = new Map<string, object>();
  const openSession = ({ params, idempotencyKey }: FakeRequest): FakeAnswer => {
    const session = byKey.get(idempotencyKey) ?? {
      id: `cs_test_${byKey.size}`,
      object: 'checkout.session',
      url: `https://checkout.stripe.example/c/pay/cs_test_${byKey.size}`,
    };
    byKey.set(idempotencyKey, session);
    standIn.sessions.push({ reference: params.get('client_reference_id') ?? '', params, idempotencyKey });
    return { status: 200, body: session };
  };
  const findCheckoutPayment = (id: string): FakeAnswer => {
    standIn.asked.push(id);
    const reference = id.slice('pi_'.length);
    const isKnown = standIn.sessions.some((session) => session.reference === reference);
    const body = { id, object: 'payment_intent', metadata: { reference }, ...cards.savedBy(reference) };
    return isKnown ? { status: 200, body } : NO_SUCH;
  };
  const answerTo = (request: FakeRequest): FakeAnswer => {
    if (standIn.isDown) return { status: 500, body: { error: { type: 'api_error', message: 'down' } } };
    const [, , kind, id] = request.path.split('/');
    if (request.method === 'GET' && kind === 'payment_intents' && id) return findCheckoutPayment(id);
    if (request.method === 'POST' && request.path === '/v1/checkout/sessions') return openSession(request);
    return cards.answer(request) ?? (cards.isLost() ? null : NO_SUCH);
  };
  const server = createServer(async (incoming, response) => {
    const request = await readRequest(incoming);
    const isKnown = incoming.headers.authorization === 'Bearer sk_test_key';
    const answer = isKnown
      ? answerTo(request)
      : { status: 401, body: { error: { type: 'authentication_error', message: 'no such key' } } };
    if (answer === null) return incoming.socket.destroy();
    response.writeHead(answer.status, { 'content-type': 'application/json', 'request-id': 'req_1' });
    response.end(JSON.stringify(answer.body));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  let events = 0;
  const cards = createFakeCards();
  const standIn: FakeStripe = Object.assign(cards, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    secret,
    sessions: [],
    asked: [],
    isDown: false,
    event(type: string, object: object, { id, at = Date.now() / 1000, secret: own = secret }: EventOptions = {}) {
      events += 1;
      const body = JSON.stringify({ id: id ?? `evt_${events}`, object: 'event', type, data: { object } });
      const timestamp = Math.floor(at);
      const header = signer.webhooks.generateTestHeaderString({ payload: body, secret: own, timestamp });
      return { body, headers: { 'stripe-signature': header } };
    },
    close: () =>
      new Promise<void>((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  });
  return standIn;
}

type EventOptions = { id?: string; at?: number; secret?: string };

async function readRequest(incoming: IncomingMessage): Promise<FakeRequest> {
  let text = '';
  for await (const chunk of incoming) text += chunk;
  const url = new URL(incoming.url ?? '/', 'http://stripe.example');
  return {
    method: incoming.method ?? '',
    path: url.pathname,
    query: url.searchParams,
    params: new URLSearchParams(text),
    idempotencyKey: String(incoming.headers['idempotency-key']),
  };
}
