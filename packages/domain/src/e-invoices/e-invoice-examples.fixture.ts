import type { EInvoice } from './e-invoice.ts';

export const DOMESTIC: EInvoice = {
  kind: 'invoice',
  number: 'INV-202611-0007',
  issuedAt: '2026-11-19T10:00:00.000Z',
  dueAt: '2026-11-26T10:00:00.000Z',
  isPaid: false,
  ...{ invoiceNumber: null, note: null, terms: null, currency: 'USD' },
  seller: {
    name: 'Seller OÜ',
    details: '',
    city: 'Tallinn',
    country_code: 'EE',
    vat_id: 'EE100207415',
    registration: '1',
  },
  buyer: {
    ...{ name: 'Bistro & Söhne', email: 'a@b.example', address: '', country: '', tax_id: '', street: 'Pikk 7' },
    ...{ country_code: 'EE', vat_id: '', is_business: false },
  },
  lines: [{ name: 'Plan', amount: '79.00', from: '2026-11-19T10:00:00.000Z', until: '2026-12-19T10:00:00.000Z' }],
  allowances: [{ amount: '29.00', reason: 'Credit' }],
  ...{ taxRate: '24.00', tax: '12.00', treatment: 'domestic', total: '62.00' },
  declaredTax: { currency: 'EUR', amount: '11.04' },
};
export const REVERSE: EInvoice = {
  ...DOMESTIC,
  ...{ taxRate: '0.00', tax: '0.00', treatment: 'reverse_charge', total: '50.00', declaredTax: null },
  buyer: { ...DOMESTIC.buyer, country_code: 'PL', vat_id: 'PL5262816171' },
};
export const OUTSIDE: EInvoice = { ...REVERSE, treatment: 'outside', buyer: { ...DOMESTIC.buyer, country_code: 'UA' } };
export const NOTE: EInvoice = {
  ...DOMESTIC,
  ...{ kind: 'credit_note', number: 'CN-202611-0001', invoiceNumber: 'INV-202611-0007', terms: 'Refund', dueAt: null },
  ...{ lines: [{ name: 'Refund', amount: '50.00', from: null, until: null }], allowances: [] },
};

const VAT_SCHEME = '<cac:PartyLegalEntity>';
const SCHEME_OF_SELLER =
  '<cac:PartyTaxScheme><cbc:CompanyID>EE100207415</cbc:CompanyID><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:PartyTaxScheme>';

/** What breaks, in the document or in its text, and the rule that finds it. */
export const BROKEN: [string, EInvoice, (xml: string) => string][] = [
  ['BR-01', DOMESTIC, (xml) => xml.replace(/<cbc:CustomizationID>.*\n/, '')],
  ['BR-02', { ...DOMESTIC, number: '' }, String],
  ['BR-03', DOMESTIC, (xml) => xml.replace(/<cbc:IssueDate>.*\n/, '')],
  ['BR-04', DOMESTIC, (xml) => xml.replace(/<cbc:InvoiceTypeCode>.*\n/, '')],
  ['BR-05', { ...DOMESTIC, currency: '' }, String],
  ['BR-06', { ...DOMESTIC, seller: { ...DOMESTIC.seller, name: '' } }, String],
  ['BR-09', { ...DOMESTIC, seller: { ...DOMESTIC.seller, country_code: '' } }, String],
  ['BR-11', { ...DOMESTIC, buyer: { ...DOMESTIC.buyer, country_code: null } }, String],
  ['BR-16', { ...DOMESTIC, lines: [] }, String],
  ['BR-25', { ...DOMESTIC, lines: DOMESTIC.lines.map((line) => ({ ...line, name: '' })) }, String],
  ['BR-53', DOMESTIC, (xml) => xml.replace('currencyID="EUR"', 'currencyID="PLN"')],
  ['BR-CO-10', DOMESTIC, (xml) => xml.replace('79.00</cbc:LineExtensionAmount>', '78.00</cbc:LineExtensionAmount>')],
  ['BR-CO-11', DOMESTIC, (xml) => xml.replace('29.00</cbc:AllowanceTotalAmount>', '28.00</cbc:AllowanceTotalAmount>')],
  ['BR-CO-13', DOMESTIC, (xml) => xml.replace('50.00</cbc:TaxExclusiveAmount>', '51.00</cbc:TaxExclusiveAmount>')],
  ['BR-CO-14', DOMESTIC, (xml) => xml.replace('12.00</cbc:TaxAmount>', '11.00</cbc:TaxAmount>')],
  ['BR-CO-15', { ...DOMESTIC, total: '62.01' }, (xml) => xml.replace(/50.01/g, '50.00')],
  ['BR-CO-16', DOMESTIC, (xml) => xml.replace('62.00</cbc:PayableAmount>', '61.00</cbc:PayableAmount>')],
  ['BR-CO-17', { ...DOMESTIC, taxRate: '20.00' }, String],
  ['BR-CO-25', { ...DOMESTIC, dueAt: null }, String],
  ['BR-S-02', { ...DOMESTIC, seller: { ...DOMESTIC.seller, vat_id: '' } }, String],
  ['BR-AE-02', { ...REVERSE, buyer: { ...REVERSE.buyer, vat_id: '' } }, String],
  ['BR-O-02', OUTSIDE, (xml) => xml.replace(VAT_SCHEME, `${SCHEME_OF_SELLER}${VAT_SCHEME}`)],
  ['BR-CO-26', { ...OUTSIDE, seller: { ...OUTSIDE.seller, registration: '' } }, String],
];
