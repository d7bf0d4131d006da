import { createHmac, timingSafeEqual } from 'node:crypto';
import { AppError } from '@poklik/contract/errors';
import { LANGUAGE_TAGS } from '@poklik/contract/language';
import * as z from 'zod/mini';
import type { ChargeAnswer, PaymentProvider, PaymentQuestion, ProviderEvent } from './provider.ts';
import { askProvider, fromDecimal, parseCall, toDecimal } from './provider-http.ts';
import type { BtcpayKeys } from './provider-settings.ts';

const Invoice = z.object({
  id: z.string().check(z.regex(/^[\w-]{1,100}$/)),
  storeId: z.string(),
  status: z.string(),
  additionalStatus: z.string(),
  amount: z.string(),
  currency: z.string(),
  metadata: z.object({ orderId: z.optional(z.string()) }),
});
type Invoice = z.infer<typeof Invoice>;

const Call = z.object({
  type: z.string(),
  storeId: z.optional(z.string()),
  invoiceId: z.optional(z.string().check(z.regex(/^[\w-]{1,100}$/))),
});

/** Calls of the button that tests a webhook. */
const TEST_PREFIX = '__test__';

/**
 * A BTCPay Server of the operator. Its webhook calls name an invoice but not its amount, so the invoice is read from
 * the server.
 */
export function createBtcpayProvider({ url, storeId, apiKey, webhookSecret }: BtcpayKeys): PaymentProvider {
  const ask = (path: string, body?: object) =>
    askProvider(`${url}/api/v1/stores/${storeId}/invoices${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `token ${apiKey}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  const getInvoice = async (id: string): Promise<Invoice | null> => {
    const { status, body } = await ask(`/${id}`);
    if (status === 404) return null;
    const invoice = Invoice.safeParse(body);
    if (status !== 200 || !invoice.success) throw new AppError('provider_unavailable');
    return invoice.data.storeId === storeId ? invoice.data : null;
  };
  const findInvoice = async ({ reference, paymentId }: PaymentQuestion): Promise<Invoice | null> => {
    if (paymentId !== null) return getInvoice(paymentId);
    const { status, body } = await ask(`?${new URLSearchParams({ orderId: reference })}`);
    const found = z.array(Invoice).safeParse(body);
    if (status !== 200 || !found.success) throw new AppError('provider_unavailable');
    return found.data.find(({ metadata }) => metadata.orderId === reference) ?? null;
  };
  return {
    name: 'btcpay',
    can: { save: false, setUp: false, refund: false, currency: null, repeat: false, poll: true },
    open: async ({ reference, amountMinor, currency, description, language, successUrl }) => {
      const { status, body } = await ask('', {
        ...{ amount: toDecimal(amountMinor), currency },
        metadata: { orderId: reference, itemDesc: description },
        checkout: { redirectURL: successUrl, redirectAutomatically: true, defaultLanguage: LANGUAGE_TAGS[language] },
      });
      if (status !== 200) throw new Error(`BTCPay Server refused an invoice: HTTP ${status}`);
      const { id, checkoutLink } = z.object({ id: z.string(), checkoutLink: z.string() }).parse(body);
      return { url: checkoutLink, paymentId: id };
    },
    setUp: async () => {
      throw new AppError('provider_unavailable');
    },
    savedCard: async () => null,
    charge: async () => ({ kind: 'failed', paymentId: null, reason: 'unusable', canRetry: false }),
    status: async (question) => {
      const invoice = await findInvoice(question);
      return invoice ? readState(invoice) : { kind: 'absent' };
    },
    forget: async () => undefined,
    refund: async () => 'refused',
    read: async (body, headers) => {
      verifyBody(body, headers['btcpay-sig'], webhookSecret);
      const call = Call.safeParse(parseCall(body.toString('utf8')));
      if (!call.success) throw new AppError('malformed_request');
      const { invoiceId } = call.data;
      if (!invoiceId || invoiceId.startsWith(TEST_PREFIX) || call.data.storeId !== storeId) return [];
      const invoice = await getInvoice(invoiceId);
      return invoice ? toEvents(invoice) : [];
    },
    referenceOf: async (id) => (await getInvoice(id))?.metadata.orderId ?? null,
    test: async () => {
      const { status } = await ask('?take=1');
      return { accepted: status === 200, reply: `HTTP ${status}` };
    },
  };
}

/** HMAC of the raw bytes. */
function verifyBody(body: Buffer, header: string | string[] | undefined, secret: string): void {
  const [, hex = ''] = (typeof header === 'string' && /^sha256=([0-9a-f]{64})$/.exec(header)) || [];
  const expected = createHmac('sha256', secret).update(body).digest();
  const given = Buffer.from(hex, 'hex');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw new AppError('signature_refused');
}

function readState({ id: paymentId, status, amount, currency }: Invoice): ChargeAnswer {
  switch (status) {
    case 'Settled':
      return { kind: 'paid', paymentId, amountMinor: fromDecimal(amount), currency };
    case 'Expired':
    case 'Invalid':
      return { kind: 'failed', paymentId, reason: 'declined', canRetry: true };
    default:
      return { kind: 'unknown', paymentId };
  }
}

/** Too much, too little or too late: nothing is booked by itself, and operators are told. */
const ATTENTION: Record<string, ProviderEvent['attention']> = {
  PaidPartial: 'underpaid',
  PaidOver: 'overpaid',
  PaidLate: 'late',
};

function toEvents(invoice: Invoice): ProviderEvent[] {
  const { id, status, additionalStatus, currency } = invoice;
  const { kind, ...answer } = readState(invoice);
  if (kind !== 'paid' && kind !== 'failed') return [];
  const news =
    kind === 'paid' && 'amountMinor' in answer
      ? { kind, amountMinor: answer.amountMinor }
      : ({ kind: 'failed' } as const);
  const attention = ATTENTION[additionalStatus];
  return [
    {
      id: `${id}:${status}:${additionalStatus}`,
      ...{ reference: invoice.metadata.orderId ?? null, paymentId: id, currency, news },
      ...(attention ? { attention } : {}),
    },
  ];
}
