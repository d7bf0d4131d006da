/** One number series per month, so a number shows when the invoice was issued. */
export const invoiceSeries = (prefix: string, issuedAt: Date): string =>
  `${prefix}-${issuedAt.toISOString().slice(0, 7).replace('-', '')}`;

/** Four digits; five only above 9,999 invoices a month. */
export const invoiceNumber = (series: string, place: number): string => `${series}-${String(place).padStart(4, '0')}`;

/** Of credit notes, so no invoice may have it. */
export const CREDIT_NOTE_PREFIX = 'CN';
