import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';

export interface FakeStripe {
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

/** Implements the Stripe API calls that we use, and creates event signatures with Stripe's own library. */
export async function startFakeStripe(): Promise<FakeStripe> {
  const secret = 'whsec_test';
  const signer = new Stripe('sk_test_nobody');
  const byKey = new Map<string, object>();
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', () => {
      const answer = (status: number, body: object) => {
        response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_1' });
        response.end(JSON.stringify(body));
      };
      if (standIn.isDown) return answer(500, { error: { type: 'api_error', message: 'down' } });
      const [, , kind, id] = request.url?.split('/') ?? [];
      if (request.method === 'GET' && kind === 'payment_intents') {
        standIn.asked.push(id ?? '');
        const reference = id?.slice('pi_'.length);
        return standIn.sessions.some((session) => session.reference === reference)
          ? answer(200, { id, object: 'payment_intent', metadata: { reference } })
          : answer(404, { error: { type: 'invalid_request_error', code: 'resource_missing', message: 'no such' } });
      }
      if (request.method !== 'POST' || request.url !== '/v1/checkout/sessions')
        return answer(404, { error: { type: 'invalid_request_error', message: 'no such path' } });
      if (request.headers.authorization !== 'Bearer sk_test_key')
        return answer(401, { error: { type: 'authentication_error', message: 'no such key' } });
      const key = String(request.headers['idempotency-key']);
      const params = new URLSearchParams(text);
      const session = byKey.get(key) ?? {
        id: `cs_test_${byKey.size}`,
        object: 'checkout.session',
        url: `https://checkout.stripe.example/c/pay/cs_test_${byKey.size}`,
      };
      byKey.set(key, session);
      standIn.sessions.push({ reference: params.get('client_reference_id') ?? '', params, idempotencyKey: key });
      return answer(200, session);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  let events = 0;
  const standIn: FakeStripe = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    secret,
    sessions: [],
    asked: [],
    isDown: false,
    event(type, object, { id, at = Date.now() / 1000, secret: own = secret } = {}) {
      events += 1;
      const body = JSON.stringify({ id: id ?? `evt_${events}`, object: 'event', type, data: { object } });
      const timestamp = Math.floor(at);
      const header = signer.webhooks.generateTestHeaderString({ payload: body, secret: own, timestamp });
      return { body, headers: { 'stripe-signature': header } };
    },
    close: () => new Promise((closed) => server.close(() => closed())),
  };
  return standIn;
}
