import { API_PREFIX } from '@poklik/contract/api';
import type { CreditNote } from '@poklik/contract/credit-notes';
import { fromMinor } from '@poklik/domain/money/amount';
import type { CreditNoteRow } from '../invoices/credit-notes.repo.ts';
import { toDeclaredTax } from '../invoices/invoice.response.ts';

export const toCreditNote = (row: CreditNoteRow): CreditNote => ({
  id: row.id,
  number: row.number,
  issued_at: row.issuedAt.toISOString(),
  invoice_id: row.invoiceId,
  invoice_number: row.invoiceNumber ?? '',
  amount: fromMinor(row.amountMinor),
  tax: fromMinor(row.taxMinor),
  tax_rate: fromMinor(BigInt(row.taxBasisPoints)),
  tax_treatment: row.taxTreatment,
  declared_tax: toDeclaredTax(row),
  currency: row.currency,
  reason: row.reason,
  bill_to: row.billTo,
  seller: row.seller,
  pdf_url: `${API_PREFIX}/credit_notes/${row.id}/pdf`,
  xml_url: `${API_PREFIX}/credit_notes/${row.id}/xml`,
});
