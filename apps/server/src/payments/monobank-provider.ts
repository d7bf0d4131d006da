import { createPublicKey, verify } from 'node:crypto';
import { AppError } from '@poklik/contract/errors';
import * as z from 'zod/mini';
import {
  HRYVNIA,
  MonobankInvoice,
  readInvoice,
  readRefusal,
  readSavedCard,
  readState,
  refundedOf,
  toEvents,
} from './monobank-events.ts';
import type { Charge, ChargeAnswer, HostedPage, PaymentProvider, PaymentQuestion, ProviderRefund } from './provider.ts';
import { askProvider, parseCall } from './provider-http.ts';
import type { MonobankKeys } from './provider-settings.ts';
import { failure } from './stripe-charges.ts';

const API = 'https://api.monobank.ua';
const PAGE_SECONDS = 24 * 60 * 60;
const SECOND_MS = 1000;
/** Forged callbacks must not make us ask for the key all the time. */
const KEY_AGE_MIN_MS = 60 * SECOND_MS;
/** The clocks of the bank and ours may differ. */
const STATEMENT_MARGIN_MS = 60 * 60 * SECOND_MS;

const Page = z.object({ invoiceId: z.string(), pageUrl: z.string() });
const Refusal = z.object({ errCode: z.optional(z.string()), errText: z.optional(z.string()) });
const Statement = z.object({ list: z.array(z.object({ invoiceId: z.string(), reference: z.optional(z.string()) })) });

type Ask = (path: string, body?: object, method?: 'DELETE') => ReturnType<typeof askProvider>;

/** Acquiring of Monobank: its own page for payments, saved cards, and callbacks signed with its key. */
export function createMonobankProvider({ token, apiUrl = API }: MonobankKeys, webhookUrl: string): PaymentProvider {
  const ask: Ask = (path, body, method) =>
    askProvider(`${apiUrl}/api/merchant/${path}`, {
      method: method ?? (body ? 'POST' : 'GET'),
      headers: { 'X-Token': token, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  const getInvoice = async (invoiceId: string): Promise<MonobankInvoice> => {
    const { status, body } = await ask(`invoice/status?${new URLSearchParams({ invoiceId })}`);
    if (status !== 200) throw new AppError('provider_unavailable');
    return readInvoice(body);
  };
  const openPage = async (page: HostedPage, description: string, invoice: object) => {
    const { status, body } = await ask('invoice/create', {
      ...{ ccy: HRYVNIA, validity: PAGE_SECONDS, redirectUrl: page.successUrl, webHookUrl: webhookUrl },
      merchantPaymInfo: { reference: page.reference, destination: description },
      ...invoice,
    });
    if (status !== 200) throw new Error(`Monobank refused an invoice: ${describe(body)}`);
    return Page.parse(body);
  };
  const isSigned = createSignatureCheck(ask);
  return {
    name: 'monobank',
    can: { save: true, setUp: true, refund: true, currency: 'UAH', repeat: false, poll: true },
    open: async (checkout) => {
      const saving = checkout.save ? { saveCardData: { saveCard: true, walletId: checkout.reference } } : {};
      const amount = Number(checkout.amountMinor);
      const page = await openPage(checkout, checkout.description, { amount, paymentType: 'debit', ...saving });
      return { url: page.pageUrl, paymentId: page.invoiceId };
    },
    setUp: async (page) => {
      const saveCardData = { saveCard: true, walletId: page.reference };
      return (await openPage(page, page.reference, { amount: 0, paymentType: 'verification', saveCardData })).pageUrl;
    },
    savedCard: async (invoiceId) => readSavedCard(await getInvoice(invoiceId)),
    charge: (cardToken, charge) => chargeCard(ask, webhookUrl, cardToken, charge),
    status: async (question) => {
      const invoiceId = question.paymentId ?? (await findInvoice(ask, question));
      return invoiceId === null ? { kind: 'absent' } : readState(await getInvoice(invoiceId));
    },
    forget: async (cardToken) => {
      // A card that the bank no longer knows is forgotten.
      await ask(`wallet/card?${new URLSearchParams({ cardToken })}`, undefined, 'DELETE');
    },
    refund: async (invoiceId, refund) => sendRefund(ask, await getInvoice(invoiceId), refund),
    read: async (body, headers) => {
      if (!(await isSigned(body, headers['x-sign']))) throw new AppError('signature_refused');
      return toEvents(readInvoice(parseCall(body.toString('utf8'))));
    },
    referenceOf: async (invoiceId) => (await getInvoice(invoiceId)).reference ?? null,
    test: async () => {
      const { status, body } = await ask('details');
      const details = z.object({ merchantName: z.string() }).safeParse(body);
      return status === 200 && details.success
        ? { accepted: true, reply: details.data.merchantName }
        : { accepted: false, reply: describe(body) };
    },
  };
}

function describe(body: unknown): string {
  const refusal = Refusal.safeParse(body);
  return (refusal.success && (refusal.data.errText ?? refusal.data.errCode)) || 'no reason given';
}

/** ECDSA with SHA-256 over the bytes of the body. */
export const isSignedBy = (pem: string, body: Buffer, signature: Buffer): boolean =>
  verify('sha256', body, createPublicKey(pem), signature);

/** By the key that the bank publishes. It is asked for again if a signature doesn't fit, as the bank may change it. */
function createSignatureCheck(ask: Ask): (body: Buffer, signature: unknown) => Promise<boolean> {
  let key: { pem: string; at: number } | undefined;
  const loadKey = async (): Promise<string> => {
    const { body } = await ask('pubkey');
    const pem = Buffer.from(z.object({ key: z.string() }).parse(body).key, 'base64').toString('utf8');
    key = { pem, at: Date.now() };
    return pem;
  };
  return async (body, header) => {
    if (typeof header !== 'string' || !/^[A-Za-z0-9+/]{20,200}={0,2}$/.test(header)) return false;
    const signature = Buffer.from(header, 'base64');
    // Decoding ignores some bits, which are not the bank's to leave open.
    if (signature.toString('base64') !== header) return false;
    if (isSignedBy(key?.pem ?? (await loadKey()), body, signature)) return true;
    if (key && Date.now() - key.at < KEY_AGE_MIN_MS) return false;
    return isSignedBy(await loadKey(), body, signature);
  };
}

/** Whatever is not a clear answer is unknown: the money may have moved. */
async function chargeCard(
  ask: Ask,
  webHookUrl: string,
  cardToken: string,
  { reference, amountMinor, description }: Charge,
): Promise<ChargeAnswer> {
  const answer = await ask('wallet/payment', {
    ...{ cardToken, amount: Number(amountMinor), ccy: HRYVNIA, initiationKind: 'merchant', paymentType: 'debit' },
    ...{ webHookUrl, merchantPaymInfo: { reference, destination: description } },
  }).catch(() => null);
  if (answer === null) return { kind: 'unknown' };
  const invoice = MonobankInvoice.safeParse(answer.body);
  if (answer.status === 200 && invoice.success) {
    const { tdsUrl } = z.object({ tdsUrl: z.optional(z.string()) }).parse(answer.body);
    return readState(invoice.data, tdsUrl);
  }
  if (answer.status === 200) return { kind: 'unknown' };
  const refusal = Refusal.safeParse(answer.body);
  const isCardUnknown = answer.status === 404 || (refusal.success && /cardToken/i.test(refusal.data.errText ?? ''));
  if (isCardUnknown) return { ...failure('unusable'), paymentId: null };
  if (answer.status === 400 && refusal.success) return { ...readRefusal(refusal.data.errCode), paymentId: null };
  return { ...failure('not_sent'), paymentId: null };
}

/** A charge whose answer was lost, by our reference. */
async function findInvoice(ask: Ask, { reference, openedAt }: PaymentQuestion): Promise<string | null> {
  const seconds = (time: number) => String(Math.floor(time / SECOND_MS));
  const from = seconds(openedAt.getTime() - STATEMENT_MARGIN_MS);
  const { status, body } = await ask(
    `statement?${new URLSearchParams({ from, to: seconds(openedAt.getTime() + STATEMENT_MARGIN_MS) })}`,
  );
  const statement = Statement.safeParse(body);
  if (status !== 200 || !statement.success) throw new AppError('provider_unavailable');
  return statement.data.list.find((row) => row.reference === reference)?.invoiceId ?? null;
}

/** A refund that was sent before is not sent again. */
async function sendRefund(
  ask: Ask,
  invoice: MonobankInvoice,
  { amountMinor, refundedMinor, key }: ProviderRefund,
): Promise<bigint | 'refused' | null> {
  const sent = invoice.cancelList?.find(({ extRef }) => extRef === key);
  if (sent) return sent.status === 'success' ? refundedOf(invoice) : sent.status === 'failure' ? 'refused' : null;
  const { invoiceId } = invoice;
  const { status, body } = await ask('invoice/cancel', { invoiceId, extRef: key, amount: Number(amountMinor) });
  if (status !== 200) return 'refused';
  switch (z.object({ status: z.string() }).parse(body).status) {
    case 'success':
      return refundedMinor + amountMinor;
    case 'failure':
      return 'refused';
    default:
      return null;
  }
}
