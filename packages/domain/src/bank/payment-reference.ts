/** A is 10, as in ISO 7064. */
const asDigits = (text: string): string => [...text].map((char) => String(Number.parseInt(char, 36))).join('');

const checkDigits = (body: string): string =>
  String(98n - (BigInt(`${asDigits(`${body}RF`)}00`) % 97n)).padStart(2, '0');

/** ISO 11649 allows 21 characters after the check digits. */
const BODY_MAX = 21;

/** The ISO 11649 reference of an invoice, such as `RF97INV2026110042`; null for a number that is too long. */
export function paymentReference(invoiceNumber: string): string | null {
  const body = invoiceNumber.replace(/[^A-Z0-9]/g, '');
  return body === '' || body.length > BODY_MAX ? null : `RF${checkDigits(body)}${body}`;
}

/** Banks break references and numbers with spaces and drop their dashes. */
const GAP = '[\\s./-]*';

/** Whether a text names the invoice: by its number, or by its reference with the right check digits. */
export function namesInvoice(text: string, invoiceNumber: string): boolean {
  const body = [...invoiceNumber.replace(/[^A-Z0-9]/g, '')].join(GAP);
  const found = new RegExp(`(?<![A-Z0-9])(?:RF${GAP}(\\d)${GAP}(\\d)${GAP})?${body}(?!\\d)`, 'g');
  const reference = paymentReference(invoiceNumber);
  return [...text.toUpperCase().matchAll(found)].some(
    ([, tens, units]) => tens === undefined || reference?.startsWith(`RF${tens}${units}`),
  );
}
