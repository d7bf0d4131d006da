import type { CreditNote } from '@poklik/contract/credit-notes';
import { AppError } from '@poklik/contract/errors';
import type { Invoice } from '@poklik/contract/invoices';
import type { Language } from '@poklik/contract/language';
import { type EInvoice, missingParts, writeEInvoice } from '@poklik/domain/e-invoices/e-invoice';
import { fromMinor, toMinor } from '@poklik/domain/money/amount';
import { translator } from '../../../i18n/translate.ts';

const shared = ({
  number,
  issued_at,
  currency,
  seller,
  bill_to,
  tax_rate,
  tax,
  tax_treatment,
  declared_tax,
}: Invoice | CreditNote) => ({
  ...{ number, currency, seller, tax, issuedAt: issued_at, buyer: bill_to, taxRate: tax_rate },
  ...{ treatment: tax_treatment, declaredTax: declared_tax },
});

/** An invoice as UBL, in the language in which it was issued. The reader's language is that of a refusal. */
export function invoiceXml(invoice: Invoice, reader: Language): string {
  const t = translator(invoice.locale);
  return write(
    {
      ...shared(invoice),
      kind: 'invoice',
      dueAt: invoice.due_at,
      isPaid: invoice.paid_at === invoice.issued_at,
      ...{ invoiceNumber: null, note: null, terms: null },
      lines: invoice.lines
        .filter(({ kind }) => kind !== 'coupon')
        .map(({ kind, tariff, overage, from, until, amount }) => ({
          name: t(`invoice.line.${kind}`, {
            ...{ name: tariff?.[invoice.locale] ?? '', thousands: overage?.thousands ?? 0 },
            price: overage ? `${overage.price} ${invoice.currency}` : '',
          }),
          ...{ from, until, amount },
        })),
      // A price must not be below zero, so a discount is an allowance.
      allowances: [
        ...invoice.lines.flatMap(({ coupon, amount }) =>
          coupon
            ? { amount: fromMinor(-toMinor(amount)), reason: t('invoice.line.coupon', { name: coupon.code }) }
            : [],
        ),
        { amount: invoice.credit_applied, reason: t('invoice.credit_applied') },
      ].filter(({ amount }) => amount !== '0.00'),
      total: invoice.total,
    },
    reader,
  );
}

export function creditNoteXml(note: CreditNote, locale: Language, reader: Language): string {
  const t = translator(locale);
  const line = t('invoice.credit_note_line', { number: note.invoice_number });
  return write(
    {
      ...shared(note),
      kind: 'credit_note',
      ...{ dueAt: null, isPaid: false, invoiceNumber: note.invoice_number },
      note: note.reason === 'refunded' ? null : note.reason,
      terms: line,
      lines: [{ name: line, amount: fromMinor(toMinor(note.amount) - toMinor(note.tax)), from: null, until: null }],
      allowances: [],
      total: note.amount,
    },
    reader,
  );
}

function write(document: EInvoice, reader: Language): string {
  const missing = missingParts(document);
  if (missing.length === 0) return writeEInvoice(document);
  const t = translator(reader);
  const parts = missing.map((part) => t(`invoice.missing.${part}`)).join(', ');
  throw new AppError('e_invoice_incomplete', { values: { parts } });
}
