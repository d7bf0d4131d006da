export interface FakeRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  params: URLSearchParams;
  idempotencyKey: string;
}

/** Null closes the connection without an answer. */
export type FakeAnswer = { status: number; body: object } | null;

/** `paid`, or a decline code of Stripe. */
type Outcome = string;

interface Intent {
  id: string;
  object: 'payment_intent';
  customer: string;
  payment_method: string;
  amount: number;
  amount_received: number;
  currency: string;
  status: string;
  metadata: Record<string, string>;
  last_payment_error: object | null;
}

export interface FakeCards {
  /** Charges that moved money, by payment. */
  charged: Intent[];
  /** Every request to charge that arrived, also repeated ones. */
  chargeRequests: number;
  /** Cards that were made unusable. */
  detached: string[];
  refunds: { paymentId: string; amount: number; key: string }[];
  /** Decides what the bank says about a charge of this card. */
  decide: (card: string) => Outcome;
  /** Loses requests before they are handled, or their responses. */
  lose: 'request' | 'response' | null;
  /** Whether the last request was lost on purpose. */
  isLost(): boolean;
  answer(request: FakeRequest): FakeAnswer;
  /** The card that a checkout or set-up with this reference saved. */
  savedBy(reference: string): object;
}

const ok = (body: object): FakeAnswer => ({ status: 200, body });
const refuse = (status: number, error: object): FakeAnswer => ({ status, body: { error } });

/** Cards, charges without the payer and refunds, as Stripe describes them. Idempotency keys are honoured. */
export function createFakeCards(): FakeCards {
  const intents: Intent[] = [];
  const byKey = new Map<string, FakeAnswer>();
  let wasLost = false;
  const once = (key: string, work: () => FakeAnswer): FakeAnswer => {
    const answer = byKey.get(key) ?? work();
    byKey.set(key, answer);
    return answer;
  };
  const charge = ({ params }: FakeRequest): FakeAnswer => {
    const text = (name: string) => params.get(name) ?? '';
    const amount = Number(text('amount'));
    const outcome = cards.decide(text('payment_method'));
    const isPaid = outcome === 'paid';
    const error = { type: 'card_error', code: codeOf(outcome), decline_code: outcome, message: outcome };
    const intent: Intent = {
      id: `pi_auto_${intents.length}`,
      object: 'payment_intent',
      customer: text('customer'),
      payment_method: text('payment_method'),
      amount,
      amount_received: isPaid ? amount : 0,
      currency: text('currency'),
      status: isPaid ? 'succeeded' : 'requires_payment_method',
      metadata: { reference: text('metadata[reference]'), charge: text('metadata[charge]') },
      last_payment_error: isPaid ? null : error,
    };
    intents.push(intent);
    if (isPaid) cards.charged.push(intent);
    return isPaid ? ok(intent) : refuse(402, { ...error, payment_intent: intent });
  };
  const refund = ({ params, idempotencyKey: key }: FakeRequest): FakeAnswer => {
    const [paymentId, amount] = [params.get('payment_intent') ?? '', Number(params.get('amount'))];
    cards.refunds.push({ paymentId, amount, key });
    const total = cards.refunds.filter((one) => one.paymentId === paymentId).reduce((sum, one) => sum + one.amount, 0);
    return ok({ id: `re_${cards.refunds.length}`, object: 'refund', charge: { id: 'ch_1', amount_refunded: total } });
  };
  const handle = (request: FakeRequest): FakeAnswer => {
    const { method, path, query, idempotencyKey } = request;
    const [, , kind, id, action] = path.split('/');
    if (path === '/v1/payment_intents' && method === 'POST') return once(idempotencyKey, () => charge(request));
    if (path === '/v1/payment_intents')
      return ok({ object: 'list', data: intents.filter(({ customer }) => customer === query.get('customer')) });
    if (kind === 'setup_intents' && id) return ok({ id, object: 'setup_intent', ...cards.savedBy(id.slice(5)) });
    if (path === '/v1/refunds') return once(idempotencyKey, () => refund(request));
    if (kind === 'payment_methods' && id && action === 'detach') {
      cards.detached.push(id);
      return ok({ id, object: 'payment_method' });
    }
    return null;
  };
  const cards: FakeCards = {
    charged: [],
    chargeRequests: 0,
    detached: [],
    refunds: [],
    decide: () => 'paid',
    lose: null,
    isLost: () => wasLost,
    answer(request) {
      wasLost = cards.lose === 'request';
      const isCharge = request.path === '/v1/payment_intents' && request.method === 'POST';
      if (isCharge && !wasLost) cards.chargeRequests += 1;
      const answer = wasLost ? null : handle(request);
      if (cards.lose === 'response') wasLost = true;
      return wasLost ? null : answer;
    },
    savedBy: savedCardOf,
  };
  return cards;
}

const savedCardOf = (reference: string): object => ({
  customer: `cus_${reference}`,
  payment_method: {
    id: `pm_${reference}`,
    object: 'payment_method',
    card: {
      brand: 'visa',
      last4: '4242',
      exp_month: 5,
      exp_year: 2031,
      country: 'UA',
      fingerprint: `card of ${reference}`,
    },
  },
});

const codeOf = (outcome: Outcome): string =>
  outcome === 'authentication_required' || outcome === 'expired_card' ? outcome : 'card_declined';
