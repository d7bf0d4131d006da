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

/**
 * Why an invoice has the VAT it has: at home, reverse charge, at the rate of the buyer's country (one-stop shop), at the
 * seller's rate, outside the EU, or by a seller who isn't registered.
 */
export const TAX_TREATMENTS = [
  'domestic',
  'reverse_charge',
  'oss',
  'seller_rate',
  'outside',
  'not_registered',
] as const;
export const TaxTreatment = z.enum(TAX_TREATMENTS);
export type TaxTreatment = z.infer<typeof TaxTreatment>;

/** What an invoice is for, with the plan's name at the time of issue. */
export const InvoiceLine = z.object({
  kind: z.enum(['tariff', 'deposit', 'coupon', 'overage']),
  tariff: z.nullable(Texts),
  from: z.nullable(Timestamp),
  until: z.nullable(Timestamp),
  /** Below zero in the line of a coupon. */
  amount: z.string(),
  /** The code of a coupon, and whether it takes something off later invoices too. */
  coupon: z.optional(z.object({ code: z.string(), is_recurring: z.boolean() })),
  /** Of events above the plan: started thousands, and what a thousand costs. */
  overage: z.optional(z.object({ thousands: z.int(), price: z.string() })),
});
export type InvoiceLine = z.infer<typeof InvoiceLine>;

/** The payer at the time of issue. */
export const BillTo = z.object({
  name: z.string(),
  email: z.string(),
  address: z.string(),
  country: z.string(),
  tax_id: z.string(),
  /** Not on older invoices. */
  street: z.optional(z.string()),
  city: z.optional(z.string()),
  postcode: z.optional(z.string()),
  country_code: z.optional(z.nullable(z.string())),
  vat_id: z.optional(z.string()),
  is_business: z.optional(z.boolean()),
});
export type BillTo = z.infer<typeof BillTo>;

/** With what the operator has entered. */
export const Seller = z.object({
  name: z.string(),
  details: z.string(),
  street: z.optional(z.string()),
  city: z.optional(z.string()),
  postcode: z.optional(z.string()),
  country_code: z.optional(z.string()),
  vat_id: z.optional(z.string()),
  registration: z.optional(z.string()),
});
export type Seller = z.infer<typeof Seller>;

/** The tax in the currency in which the seller declares it; the amount is null if there was no exchange rate. */
export const DeclaredTax = z.object({ currency: z.string(), amount: z.nullable(z.string()) });
export type DeclaredTax = z.infer<typeof DeclaredTax>;

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
  /** Null without VAT by country. */
  tax_treatment: z.nullable(TaxTreatment),
  declared_tax: z.nullable(DeclaredTax),
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
  xml_url: z.string(),
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
  xml: endpoint({
    method: 'GET',
    path: '/invoices/{id}/xml',
    access: 'billing:read',
    summary: 'Returns an invoice as an e-invoice: UBL 2.1 by EN 16931.',
    params: IdParams,
    kind: 'xml',
    file: 'invoice.xml',
    response: z.string(),
    errors: ['not_found', 'e_invoice_incomplete'],
  }),
};
