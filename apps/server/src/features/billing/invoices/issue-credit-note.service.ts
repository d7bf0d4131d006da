import { CREDIT_NOTE_PREFIX, invoiceNumber, invoiceSeries } from '@poklik/domain/invoices/invoice-number';
import { proportionalTax } from '@poklik/domain/invoices/proportional-tax';
import type { BillingContext } from '../billing-context.ts';
import { insertCreditNote, nextCreditNoteNumber } from './credit-notes.repo.ts';
import type { InvoiceRow } from './invoices.repo.ts';

/**
 * Documents what an invoice loses: each refund, and the total of a voided invoice that was never paid. The taxes of
 * all credit notes of an invoice add up to its tax.
 */
export async function issueCreditNote(
  { tx, now }: Pick<BillingContext, 'tx' | 'now'>,
  invoice: InvoiceRow,
  { creditedMinor, amountMinor, reason }: { creditedMinor: bigint; amountMinor: bigint; reason: string | null },
): Promise<void> {
  if (amountMinor <= 0n) return;
  const { id: invoiceId, accountId, taxBasisPoints, taxTreatment, currency, billTo, seller, locale } = invoice;
  const { totalMinor, declaredCurrency, declaredTaxMinor: declared } = invoice;
  const partOf = (taxMinor: bigint): bigint =>
    proportionalTax({ taxMinor, totalMinor }, creditedMinor + amountMinor) -
    proportionalTax({ taxMinor, totalMinor }, creditedMinor);
  const series = invoiceSeries(CREDIT_NOTE_PREFIX, now);
  await insertCreditNote(tx, {
    ...{ accountId, invoiceId, taxBasisPoints, currency, billTo, seller, locale },
    number: invoiceNumber(series, await nextCreditNoteNumber(tx, series)),
    issuedAt: now,
    ...{ amountMinor, taxMinor: partOf(invoice.taxMinor), reason },
    ...{ taxTreatment, declaredCurrency, declaredTaxMinor: declared === null ? null : partOf(declared) },
  });
}
