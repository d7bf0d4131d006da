import { API_PREFIX } from '@poklik/contract/api';
import type { DeclaredTax, Invoice } from '@poklik/contract/invoices';
import { fromMinor } from '@poklik/domain/money/amount';
import type { InvoiceRow } from './invoices.repo.ts';

export const toDeclaredTax = ({
  declaredCurrency: currency,
  declaredTaxMinor: minor,
}: Pick<InvoiceRow, 'declaredCurrency' | 'declaredTaxMinor'>): DeclaredTax | null =>
  currency === null ? null : { currency, amount: minor === null ? null : fromMinor(minor) };

export function toInvoice(row: InvoiceRow): Invoice {
  const isOwed = row.status === 'open' || row.status === 'uncollectible';
  return {
    id: row.id,
    number: row.number ?? '',
    status: row.status,
    type: row.type,
    issued_at: (row.issuedAt ?? row.createdAt).toISOString(),
    due_at: row.dueAt?.toISOString() ?? null,
    paid_at: row.paidAt?.toISOString() ?? null,
    period:
      row.periodFrom && row.periodUntil
        ? { from: row.periodFrom.toISOString(), until: row.periodUntil.toISOString() }
        : null,
    lines: row.lines,
    subtotal: fromMinor(row.subtotalMinor),
    credit_applied: fromMinor(row.creditMinor),
    tax_rate: fromMinor(BigInt(row.taxBasisPoints)),
    tax: fromMinor(row.taxMinor),
    tax_treatment: row.taxTreatment,
    declared_tax: toDeclaredTax(row),
    total: fromMinor(row.totalMinor),
    paid: fromMinor(row.paidAt === null ? 0n : row.totalMinor),
    due: fromMinor(isOwed ? row.totalMinor : 0n),
    refunded: fromMinor(row.refundedMinor),
    disputed: fromMinor(row.disputedMinor),
    dispute_status: row.disputeStatus,
    currency: row.currency,
    bill_to: row.billTo,
    seller: row.seller,
    locale: row.locale,
    void_reason: row.voidReason,
    pdf_url: `${API_PREFIX}/invoices/${row.id}/pdf`,
    xml_url: `${API_PREFIX}/invoices/${row.id}/xml`,
  };
}
