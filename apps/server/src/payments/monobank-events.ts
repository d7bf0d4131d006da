import { AppError } from '@poklik/contract/errors';
import type { ChargeFailure } from '@poklik/contract/payment-methods';
import * as z from 'zod/mini';
import type { ChargeAnswer, ProviderEvent, SavedCard } from './provider.ts';
import { lastDigits } from './provider-http.ts';
import { failure } from './stripe-charges.ts';

/** Hryvnia, by its number in ISO 4217. */
export const HRYVNIA = 980;
const CURRENCIES: Record<number, string> = { [HRYVNIA]: 'UAH', 840: 'USD', 978: 'EUR' };

const kopiykas = z.pipe(
  z.int().check(z.minimum(0)),
  z.transform((amount: number) => BigInt(amount)),
);

/** The state of an invoice, as the status call and the callbacks describe it. */
export const MonobankInvoice = z.object({
  invoiceId: z.string().check(z.minLength(1), z.maxLength(100)),
  status: z.string(),
  amount: kopiykas,
  ccy: z.int(),
  /** What is left after refunds. */
  finalAmount: z.optional(kopiykas),
  modifiedDate: z.optional(z.string().check(z.maxLength(50))),
  reference: z.optional(z.string()),
  errCode: z.optional(z.string()),
  cancelList: z.optional(z.array(z.object({ status: z.string(), extRef: z.optional(z.string()) }))),
  walletData: z.optional(
    z.object({ cardToken: z.optional(z.string()), status: z.string(), maskedPan: z.optional(z.string()) }),
  ),
  paymentInfo: z.optional(
    z.object({
      maskedPan: z.optional(z.string()),
      paymentSystem: z.optional(z.string()),
      country: z.optional(z.string()),
    }),
  ),
});
export type MonobankInvoice = z.infer<typeof MonobankInvoice>;

export function readInvoice(body: unknown): MonobankInvoice {
  const invoice = MonobankInvoice.safeParse(body);
  if (!invoice.success) throw new AppError('malformed_request');
  return invoice.data;
}

const currencyOf = ({ ccy }: MonobankInvoice): string => CURRENCIES[ccy] ?? String(ccy);

/** Codes of refusals that we tell apart; every other one is `declined`. */
const REASONS: Record<string, ChargeFailure> = {
  '40': 'lost_or_stolen',
  '41': 'lost_or_stolen',
  '51': 'expired',
  '59': 'no_funds',
};

export const readRefusal = (code: string | undefined) => failure(REASONS[code ?? ''] ?? 'declined');

/** The refunded part of a paid invoice. */
export const refundedOf = ({ status, amount, finalAmount }: MonobankInvoice): bigint => {
  if (status === 'reversed') return amount;
  return status === 'success' && finalAmount !== undefined && finalAmount < amount ? amount - finalAmount : 0n;
};

/** Payments by saved card answer with `tdsUrl` when the bank asks the payer to confirm. */
export function readState(invoice: MonobankInvoice, tdsUrl?: string): ChargeAnswer {
  const { invoiceId: paymentId, status, amount, errCode } = invoice;
  switch (status) {
    case 'success':
    case 'reversed':
      return { kind: 'paid', paymentId, amountMinor: amount, currency: currencyOf(invoice) };
    case 'failure':
    case 'expired':
      return { ...readRefusal(errCode), paymentId };
    default:
      return tdsUrl ? { kind: 'needs_action', paymentId } : { kind: 'unknown', paymentId };
  }
}

/** Callbacks arrive in any order and up to three times; the state of a payment only rises, so that doesn't matter. */
export function toEvents(invoice: MonobankInvoice): ProviderEvent[] {
  const { invoiceId, status, modifiedDate = '', reference = null } = invoice;
  const known = { id: `${invoiceId}:${status}:${modifiedDate}`, reference, paymentId: invoiceId };
  // Only a check that saves a card is free.
  if (invoice.amount === 0n)
    return status === 'success' ? [{ ...known, paymentId: null, currency: null, news: null, savedBy: invoiceId }] : [];
  const { kind, ...answer } = readState(invoice);
  const currency = currencyOf(invoice);
  if (kind === 'failed') return [{ ...known, currency, news: { kind, ...answer } }];
  if (kind !== 'paid') return [];
  const paid = { ...known, currency, news: { kind, amountMinor: invoice.amount }, savedBy: invoiceId } as const;
  const totalMinor = refundedOf(invoice);
  if (totalMinor === 0n) return [paid];
  return [paid, { ...known, id: `${known.id}:refunded`, currency, news: { kind: 'refunded', totalMinor } }];
}

/** Null if no card was saved. Throws while it is being saved, so that the callback is repeated. */
export function readSavedCard({ walletData, paymentInfo }: MonobankInvoice): SavedCard | null {
  if (walletData?.status === 'new') throw new AppError('provider_unavailable');
  if (!walletData?.cardToken || walletData.status !== 'created') return null;
  const masked = walletData.maskedPan ?? paymentInfo?.maskedPan ?? '';
  return {
    token: walletData.cardToken,
    fingerprint: masked === '' ? null : `monobank ${masked}`,
    brand: paymentInfo?.paymentSystem ?? '',
    last4: lastDigits(masked),
    ...{ expires: null, country: null },
  };
}
