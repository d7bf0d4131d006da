/** One series of numbers per month, so that a number tells when its invoice was issued. */
export const invoiceSeries = (prefix: string, issuedAt: Date): string =>
  `${prefix}-${issuedAt.toISOString().slice(0, 7).replace('-', '')}`;

/** Four digits; a fifth only when a month has more than 9,999. */
export const invoiceNumber = (series: string, place: number): string => `${series}-${String(place).padStart(4, '0')}`;
