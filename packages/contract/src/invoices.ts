import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Id, IdParams, line, PathNumber, Timestamp } from './fields.ts';
import { Language } from './language.ts';
import { page, pageQuery } from './paging.ts';

export const INVOICE_STATUSES = ['draft', 'open', 'paid', 'void', 'uncollectible', 'disputed'] as const;
export const InvoiceStatus = z.enum(INVOICE_STATUSES);
export type InvoiceStatus = z.infer<typeof InvoiceStatus>;

/** Status of a payment dispute. While the bank holds the money the invoice is `disputed`; once won it is `paid` again. */
export const DISPUTE_STATUSES = ['inquiry', 'open', 'lost', 'won'] as const;
export const DisputeStatus = z.enum(DISPUTE_STATUSES);
export type DisputeStatus = z.infer<typeof DisputeStatus>;

export const INVOICE_TYPES = ['subscription', 'deposit', 'one_off'] as const;
export const InvoiceType = z.enum(INVOICE_TYPES);
export type InvoiceType = z.infer<typeof InvoiceType>;

const Texts = z.object({ ua: z.string(), ru: z.string(), en: z.string() });

/** What an invoice is for, with the plan's name at the time of issue. */
export const InvoiceLine = z.object({
  kind: z.enum(['tariff', 'deposit']),
  tariff: z.nullable(Texts),
  from: z.nullable(Timestamp),
  until: z.nullable(Timestamp),
  amount: z.string(),
});
export type InvoiceLine = z.infer<typeof InvoiceLine>;

/** The payer at the time of issue. */
export const BillTo = z.object({
  name: z.string(),
  email: z.string(),
  address: z.string(),
  country: z.string(),
  tax_id: z.string(),
});
export type BillTo = z.infer<typeof BillTo>;

export const Seller = z.object({ name: z.string(), details: z.string() });
export type Seller = z.infer<typeof Seller>;

export const Invoice = z.object({
  id: Id,
  number: z.string(),
  status: InvoiceStatus,
  type: InvoiceType,
  issued_at: Timestamp,
  due_at: z.nullable(Timestamp),
  paid_at: z.nullable(Timestamp),
  period: z.nullable(z.object({ from: Timestamp, until: Timestamp })),
  lines: z.array(InvoiceLine),
  subtotal: z.string(),
  credit_applied: z.string(),
  /** In percent. */
  tax_rate: z.string(),
  tax: z.string(),
  total: z.string(),
  paid: z.string(),
  due: z.string(),
  refunded: z.string(),
  /** The part of the payment that the payer's bank disputes. */
  disputed: z.string(),
  dispute_status: z.nullable(DisputeStatus),
  currency: z.string(),
  bill_to: BillTo,
  seller: Seller,
  locale: Language,
  void_reason: z.nullable(z.string()),
  pdf_url: z.string(),
});
export type Invoice = z.infer<typeof Invoice>;

const Filters = {
  status: z.optional(InvoiceStatus),
  type: z.optional(InvoiceType),
  /** Part of a number, of a name or of an email address. */
  search: z.optional(line(0, 64)),
  /** ID of a user, for the operator: only invoices of their account. */
  user: z.optional(PathNumber),
};

export const invoicesApi = {
  list: endpoint({
    method: 'GET',
    path: '/invoices',
    access: 'billing:read',
    summary: 'Lists invoices, newest first. Operators see everyone’s.',
    query: z.object({ ...pageQuery(['issued_at', 'number', 'total', 'status']), ...Filters }),
    response: page(Invoice),
  }),
  export: endpoint({
    method: 'GET',
    path: '/invoices/export',
    access: 'billing:read',
    summary: 'Exports the same invoices as CSV.',
    query: z.object(Filters),
    kind: 'csv',
    isLong: true,
    file: 'invoices.csv',
    response: z.string(),
  }),
  pdf: endpoint({
    method: 'GET',
    path: '/invoices/{id}/pdf',
    access: 'billing:read',
    summary: 'Returns an invoice as a PDF, in its original language or the requested one.',
    params: IdParams,
    query: z.object({ lang: z.optional(Language) }),
    kind: 'pdf',
    file: 'invoice.pdf',
    response: z.string(),
    errors: ['not_found'],
  }),
};
