import { namesInvoice } from './payment-reference.ts';

export interface ReceivedLine {
  amountMinor: bigint;
  payer: string;
  purpose: string;
}

export interface OwedInvoice {
  id: number;
  number: string;
  totalMinor: bigint;
  /** Of the payer on the invoice. */
  name: string;
}

export interface LineMatch {
  /** `proposed`: it names exactly this invoice and pays it to the cent. */
  kind: 'proposed' | 'candidates' | 'none';
  /** The likeliest first. */
  invoiceIds: number[];
}

const CANDIDATES_MAX = 5;

/** The invoices that a received payment may be for. */
export function matchLine({ amountMinor, payer, purpose }: ReceivedLine, owed: readonly OwedInvoice[]): LineMatch {
  const named = owed.filter(({ number }) => namesInvoice(`${purpose} ${payer}`, number));
  const [only] = named;
  if (only && named.length === 1 && only.totalMinor === amountMinor) return { kind: 'proposed', invoiceIds: [only.id] };
  const sameName = (invoice: OwedInvoice) => invoice.name !== '' && plain(invoice.name) === plain(payer);
  const rank = (invoice: OwedInvoice): number =>
    (named.includes(invoice) ? 4 : 0) + (invoice.totalMinor === amountMinor ? 2 : 0) + (sameName(invoice) ? 1 : 0);
  const invoiceIds = owed
    .filter((invoice) => rank(invoice) >= 2)
    .toSorted((one, other) => rank(other) - rank(one) || one.id - other.id)
    .slice(0, CANDIDATES_MAX)
    .map(({ id }) => id);
  return { kind: invoiceIds.length > 0 ? 'candidates' : 'none', invoiceIds };
}

const plain = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

/** Money for an invoice pays it as a whole; what is too little for that, or too much, goes to the balance. */
export function splitPayment(amountMinor: bigint, totalMinor: bigint): { invoiceMinor: bigint; balanceMinor: bigint } {
  const invoiceMinor = totalMinor > 0n && amountMinor >= totalMinor ? totalMinor : 0n;
  return { invoiceMinor, balanceMinor: amountMinor - invoiceMinor };
}
