import { toMinor } from '../money/amount.ts';
import { findAll, textAt, type XmlTree } from './xml-tree.fixture.ts';

const PARTY = { seller: 'cac:AccountingSupplierParty/cac:Party', buyer: 'cac:AccountingCustomerParty/cac:Party' };
const VAT_ID = 'cac:PartyTaxScheme/cbc:CompanyID';
const TOTAL = 'cac:LegalMonetaryTotal';
const CATEGORY = 'cac:TaxTotal/cac:TaxSubtotal/cac:TaxCategory';

const linesOf = (root: XmlTree): XmlTree[] => [
  ...findAll(root, 'cac:InvoiceLine'),
  ...findAll(root, 'cac:CreditNoteLine'),
];
const minorAt = (root: XmlTree, path: string): bigint => toMinor(textAt(root, path) || '0');
const sum = (amounts: bigint[]): bigint => amounts.reduce((total, one) => total + one, 0n);
const partyText = (root: XmlTree, who: keyof typeof PARTY, path: string): string =>
  textAt(root, `${PARTY[who]}/${path}`);
const categoryOf = (root: XmlTree): string => textAt(root, `${CATEGORY}/cbc:ID`);
/** Tax totals in the currency of the document. */
const ownTaxTotal = (root: XmlTree): XmlTree | undefined =>
  findAll(root, 'cac:TaxTotal').find(
    (one) => findAll(one, 'cbc:TaxAmount')[0]?.attributes.currencyID === textAt(root, 'cbc:DocumentCurrencyCode'),
  );
const credits = (root: XmlTree): bigint =>
  sum(findAll(root, 'cac:AllowanceCharge').map((one) => minorAt(one, 'cbc:Amount')));
const isOf = (category: string, root: XmlTree): boolean => categoryOf(root) === category;
const tolerated = (one: bigint, other: bigint): boolean => (one > other ? one - other : other - one) < 100n;

/** Business rules of EN 16931 by their official numbers, for what our documents contain. */
export const RULES: Record<string, (root: XmlTree) => boolean> = {
  'BR-01': (root) => textAt(root, 'cbc:CustomizationID') === 'urn:cen.eu:en16931:2017',
  'BR-02': (root) => textAt(root, 'cbc:ID') !== '',
  'BR-03': (root) => /^\d{4}-\d{2}-\d{2}$/.test(textAt(root, 'cbc:IssueDate')),
  'BR-04': (root) => textAt(root, `cbc:${root.name}TypeCode`) === (root.name === 'Invoice' ? '380' : '381'),
  'BR-05': (root) => /^[A-Z]{3}$/.test(textAt(root, 'cbc:DocumentCurrencyCode')),
  'BR-06': (root) => partyText(root, 'seller', 'cac:PartyLegalEntity/cbc:RegistrationName') !== '',
  'BR-07': (root) => partyText(root, 'buyer', 'cac:PartyLegalEntity/cbc:RegistrationName') !== '',
  'BR-09': (root) => partyText(root, 'seller', 'cac:PostalAddress/cac:Country/cbc:IdentificationCode') !== '',
  'BR-11': (root) => partyText(root, 'buyer', 'cac:PostalAddress/cac:Country/cbc:IdentificationCode') !== '',
  'BR-16': (root) => linesOf(root).length > 0,
  'BR-25': (root) => linesOf(root).every((line) => textAt(line, 'cac:Item/cbc:Name') !== ''),
  'BR-53': (root) =>
    textAt(root, 'cbc:TaxCurrencyCode') === '' ||
    findAll(root, 'cac:TaxTotal/cbc:TaxAmount').some(
      ({ attributes }) => attributes.currencyID === textAt(root, 'cbc:TaxCurrencyCode'),
    ),
  'BR-CO-10': (root) =>
    minorAt(root, `${TOTAL}/cbc:LineExtensionAmount`) ===
    sum(linesOf(root).map((line) => minorAt(line, 'cbc:LineExtensionAmount'))),
  'BR-CO-11': (root) => minorAt(root, `${TOTAL}/cbc:AllowanceTotalAmount`) === credits(root),
  'BR-CO-13': (root) =>
    minorAt(root, `${TOTAL}/cbc:TaxExclusiveAmount`) ===
    minorAt(root, `${TOTAL}/cbc:LineExtensionAmount`) - credits(root),
  'BR-CO-14': (root) => {
    const own = ownTaxTotal(root);
    return (
      own !== undefined &&
      minorAt(own, 'cbc:TaxAmount') === sum(findAll(own, 'cac:TaxSubtotal').map((one) => minorAt(one, 'cbc:TaxAmount')))
    );
  },
  'BR-CO-15': (root) =>
    minorAt(root, `${TOTAL}/cbc:TaxInclusiveAmount`) ===
    minorAt(root, `${TOTAL}/cbc:TaxExclusiveAmount`) + minorAt(root, 'cac:TaxTotal/cbc:TaxAmount'),
  'BR-CO-16': (root) =>
    minorAt(root, `${TOTAL}/cbc:PayableAmount`) ===
    minorAt(root, `${TOTAL}/cbc:TaxInclusiveAmount`) - minorAt(root, `${TOTAL}/cbc:PrepaidAmount`),
  'BR-CO-17': (root) => {
    const rate = toMinor(textAt(root, `${CATEGORY}/cbc:Percent`) || '0');
    const taxable = minorAt(root, 'cac:TaxTotal/cac:TaxSubtotal/cbc:TaxableAmount');
    return tolerated((taxable * rate) / 10_000n, minorAt(root, 'cac:TaxTotal/cac:TaxSubtotal/cbc:TaxAmount'));
  },
  'BR-CO-25': (root) =>
    minorAt(root, `${TOTAL}/cbc:PayableAmount`) <= 0n ||
    textAt(root, 'cbc:DueDate') !== '' ||
    textAt(root, 'cac:PaymentTerms/cbc:Note') !== '',
  'BR-CO-26': (root) =>
    partyText(root, 'seller', VAT_ID) !== '' || partyText(root, 'seller', 'cac:PartyLegalEntity/cbc:CompanyID') !== '',
  'BR-S-02': (root) => !isOf('S', root) || partyText(root, 'seller', VAT_ID) !== '',
  'BR-S-05': (root) =>
    !isOf('S', root) ||
    linesOf(root).every((one) => toMinor(textAt(one, 'cac:Item/cac:ClassifiedTaxCategory/cbc:Percent') || '0') > 0n),
  'BR-AE-02': (root) =>
    !isOf('AE', root) || (partyText(root, 'seller', VAT_ID) !== '' && partyText(root, 'buyer', VAT_ID) !== ''),
  'BR-AE-09': (root) => !isOf('AE', root) || minorAt(root, 'cac:TaxTotal/cbc:TaxAmount') === 0n,
  'BR-AE-10': (root) => !isOf('AE', root) || textAt(root, `${CATEGORY}/cbc:TaxExemptionReason`) !== '',
  'BR-O-02': (root) =>
    !isOf('O', root) || (partyText(root, 'seller', VAT_ID) === '' && partyText(root, 'buyer', VAT_ID) === ''),
  'BR-O-05': (root) =>
    !isOf('O', root) ||
    linesOf(root).every((one) => findAll(one, 'cac:Item/cac:ClassifiedTaxCategory/cbc:Percent').length === 0),
  'BR-O-09': (root) => !isOf('O', root) || minorAt(root, 'cac:TaxTotal/cbc:TaxAmount') === 0n,
  'BR-O-10': (root) => !isOf('O', root) || textAt(root, `${CATEGORY}/cbc:TaxExemptionReason`) !== '',
};

export const brokenRules = (root: XmlTree): string[] =>
  Object.entries(RULES).flatMap(([name, holds]) => (holds(root) ? [] : [name]));
