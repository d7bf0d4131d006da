import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Id, IdParams, line, Timestamp } from './fields.ts';
import { BillTo, DeclaredTax, Seller, TaxTreatment } from './invoices.ts';
import { Language } from './language.ts';
import { page, pageQuery } from './paging.ts';

/** Reverses a part or all of an invoice. It never changes. */
export const CreditNote = z.object({
  id: Id,
  number: z.string(),
  issued_at: Timestamp,
  invoice_id: Id,
  invoice_number: z.string(),
  /** Tax included. */
  amount: z.string(),
  tax: z.string(),
  /** In percent. */
  tax_rate: z.string(),
  /** Of its invoice. */
  tax_treatment: z.nullable(TaxTreatment),
  declared_tax: z.nullable(DeclaredTax),
  currency: z.string(),
  reason: z.nullable(z.string()),
  bill_to: BillTo,
  seller: Seller,
  pdf_url: z.string(),
  xml_url: z.string(),
});
export type CreditNote = z.infer<typeof CreditNote>;

export const creditNotesApi = {
  list: endpoint({
    method: 'GET',
    path: '/credit_notes',
    access: 'billing:read',
    summary: 'Lists credit notes, newest first. Operators see everyone’s.',
    query: z.object({
      ...pageQuery(['issued_at', 'number', 'amount']),
      /** Part of a number, of a name or of an email address. */
      search: z.optional(line(0, 64)),
    }),
    response: page(CreditNote),
  }),
  pdf: endpoint({
    method: 'GET',
    path: '/credit_notes/{id}/pdf',
    access: 'billing:read',
    summary: 'Returns a credit note as a PDF, in the language of its invoice or the requested one.',
    params: IdParams,
    query: z.object({ lang: z.optional(Language) }),
    kind: 'pdf',
    file: 'credit-note.pdf',
    response: z.string(),
    errors: ['not_found'],
  }),
  xml: endpoint({
    method: 'GET',
    path: '/credit_notes/{id}/xml',
    access: 'billing:read',
    summary: 'Returns a credit note as an e-invoice: UBL 2.1 by EN 16931.',
    params: IdParams,
    kind: 'xml',
    file: 'credit-note.xml',
    response: z.string(),
    errors: ['not_found', 'e_invoice_incomplete'],
  }),
};
