import type { BillTo, DeclaredTax, Seller, TaxTreatment } from '@poklik/contract/invoices';
import { fromMinor, toMinor } from '../money/amount.ts';
import { REVERSE_CHARGE } from '../vat/reverse-charge.ts';
import { type TaxCategory, taxCategory } from '../vat/treatment.ts';
import { writeXml, type XmlNode } from './xml.ts';

/** An invoice or credit note as it was issued. */
export interface EInvoice {
  kind: 'invoice' | 'credit_note';
  number: string;
  issuedAt: string;
  dueAt: string | null;
  /** Paid when it was issued. What happens later is not part of the document. */
  isPaid: boolean;
  /** What a credit note reverses. */
  invoiceNumber: string | null;
  note: string | null;
  /** How what is due was or will be paid, in words. */
  terms: string | null;
  currency: string;
  seller: Seller;
  buyer: BillTo;
  /** Without tax. */
  lines: { name: string; amount: string; from: string | null; until: string | null }[];
  /** Deducted before tax: discounts and credit. */
  allowances: { amount: string; reason: string }[];
  /** In percent. */
  taxRate: string;
  tax: string;
  treatment: TaxTreatment | null;
  declaredTax: DeclaredTax | null;
  total: string;
}

const EN_16931 = 'urn:cen.eu:en16931:2017';
const NAMESPACES = {
  'xmlns:cac': 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2',
  'xmlns:cbc': 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2',
};
const KINDS = {
  invoice: { root: 'Invoice', typeCode: '380', line: 'cac:InvoiceLine', quantity: 'cbc:InvoicedQuantity' },
  credit_note: { root: 'CreditNote', typeCode: '381', line: 'cac:CreditNoteLine', quantity: 'cbc:CreditedQuantity' },
} as const;

/** UN/ECE Recommendation 20: one. */
const ONE = 'C62';

/** Why there is no tax, in words and as a code of the VATEX list. */
const EXEMPTIONS: Record<Exclude<TaxCategory, 'S'>, [code: string, reason: string]> = {
  AE: ['VATEX-EU-AE', `${REVERSE_CHARGE}, Article 196 of Council Directive 2006/112/EC`],
  O: ['VATEX-EU-O', 'Not subject to VAT'],
};

/** What EN 16931 requires and the document lacks. */
const E_INVOICE_PARTS = [
  'seller_name',
  'seller_country',
  'seller_vat_id',
  'seller_registration',
  'buyer_name',
  'buyer_country',
  'buyer_vat_id',
  'exchange_rate',
] as const;
type EInvoicePart = (typeof E_INVOICE_PARTS)[number];

export function missingParts(document: EInvoice): EInvoicePart[] {
  const { seller, buyer, declaredTax } = document;
  const category = categoryOf(document);
  const missing: Record<EInvoicePart, boolean> = {
    seller_name: seller.name.trim() === '',
    seller_country: !seller.country_code,
    seller_vat_id: category !== 'O' && !seller.vat_id,
    // Without VAT, the register is all that identifies the seller.
    seller_registration: category === 'O' && !seller.registration,
    buyer_name: (buyer.name || buyer.email).trim() === '',
    buyer_country: !buyer.country_code,
    buyer_vat_id: category === 'AE' && !buyer.vat_id,
    exchange_rate: declaredTax?.amount === null,
  };
  return E_INVOICE_PARTS.filter((part) => missing[part]);
}

const categoryOf = ({ treatment, taxRate }: Pick<EInvoice, 'treatment' | 'taxRate'>): TaxCategory =>
  taxCategory(treatment, Number(toMinor(taxRate)));

const dayOf = (iso: string): string => iso.slice(0, 10);

/** UBL 2.1 by EN 16931. Elements are in the order of the schema. Check `missingParts` first. */
export function writeEInvoice(document: EInvoice): string {
  const { root, typeCode } = KINDS[document.kind];
  const isInvoice = document.kind === 'invoice';
  const { declaredTax, invoiceNumber } = document;
  return writeXml([
    root,
    [
      ['cbc:CustomizationID', EN_16931],
      ['cbc:ID', document.number],
      ['cbc:IssueDate', dayOf(document.issuedAt)],
      isInvoice && document.dueAt ? ['cbc:DueDate', dayOf(document.dueAt)] : null,
      [`cbc:${root}TypeCode`, typeCode],
      ['cbc:Note', document.note],
      ['cbc:DocumentCurrencyCode', document.currency],
      declaredTax ? ['cbc:TaxCurrencyCode', declaredTax.currency] : null,
      invoiceNumber ? ['cac:BillingReference', [['cac:InvoiceDocumentReference', [['cbc:ID', invoiceNumber]]]]] : null,
      ['cac:AccountingSupplierParty', [sellerParty(document)]],
      ['cac:AccountingCustomerParty', [buyerParty(document)]],
      ['cac:PaymentTerms', [['cbc:Note', document.terms]]],
      ...allowances(document),
      taxTotal(document),
      declaredTax?.amount
        ? ['cac:TaxTotal', [['cbc:TaxAmount', declaredTax.amount, { currencyID: declaredTax.currency }]]]
        : null,
      monetaryTotal(document),
      ...document.lines.map((_, place) => line(document, place)),
    ],
    { xmlns: `urn:oasis:names:specification:ubl:schema:xsd:${root}-2`, ...NAMESPACES },
  ]);
}

interface Address {
  street?: string | undefined;
  city?: string | undefined;
  postcode?: string | undefined;
  country_code?: string | null | undefined;
}

const postalAddress = ({ street, city, postcode, country_code: country }: Address): XmlNode => [
  'cac:PostalAddress',
  [
    ['cbc:StreetName', street ?? null],
    ['cbc:CityName', city ?? null],
    ['cbc:PostalZone', postcode ?? null],
    ['cac:Country', [['cbc:IdentificationCode', country ?? null]]],
  ],
];

const vatScheme = (vatId: string | undefined): XmlNode | null =>
  vatId ? ['cac:PartyTaxScheme', [['cbc:CompanyID', vatId], TAX_SCHEME]] : null;
const TAX_SCHEME: XmlNode = ['cac:TaxScheme', [['cbc:ID', 'VAT']]];

/** A document without VAT must not contain VAT IDs. */
const sellerParty = (document: EInvoice): XmlNode => {
  const { seller } = document;
  return [
    'cac:Party',
    [
      postalAddress(seller),
      categoryOf(document) === 'O' ? null : vatScheme(seller.vat_id),
      [
        'cac:PartyLegalEntity',
        [
          ['cbc:RegistrationName', seller.name],
          ['cbc:CompanyID', seller.registration ?? null],
        ],
      ],
    ],
  ];
};

const buyerParty = (document: EInvoice): XmlNode => {
  const { buyer } = document;
  return [
    'cac:Party',
    [
      postalAddress(buyer),
      categoryOf(document) === 'O' ? null : vatScheme(buyer.vat_id),
      [
        'cac:PartyLegalEntity',
        [
          ['cbc:RegistrationName', buyer.name || buyer.email],
          ['cbc:CompanyID', buyer.tax_id],
        ],
      ],
      ['cac:Contact', [['cbc:ElectronicMail', buyer.email]]],
    ],
  ];
};

/** In lines and allowances; the totals also say why there is no tax. */
function category(name: string, document: EInvoice, withReason = false): XmlNode {
  const id = categoryOf(document);
  const [code, reason] = id === 'S' ? [null, null] : EXEMPTIONS[id];
  return [
    name,
    [
      ['cbc:ID', id],
      id === 'O' ? null : ['cbc:Percent', document.taxRate],
      withReason ? ['cbc:TaxExemptionReasonCode', code] : null,
      withReason ? ['cbc:TaxExemptionReason', reason] : null,
      TAX_SCHEME,
    ],
  ];
}

const amount = (name: string, value: string, { currency }: EInvoice): XmlNode => [
  name,
  value,
  { currencyID: currency },
];

const sumOf = (parts: readonly { amount: string }[]): string =>
  fromMinor(parts.reduce((all, { amount: each }) => all + toMinor(each), 0n));

const allowances = (document: EInvoice): XmlNode[] =>
  document.allowances.map(({ amount: deducted, reason }) => [
    'cac:AllowanceCharge',
    [
      ['cbc:ChargeIndicator', 'false'],
      ['cbc:AllowanceChargeReason', reason],
      amount('cbc:Amount', deducted, document),
      category('cac:TaxCategory', document),
    ],
  ]);

const netOf = ({ total, tax }: EInvoice): string => fromMinor(toMinor(total) - toMinor(tax));

const taxTotal = (document: EInvoice): XmlNode => [
  'cac:TaxTotal',
  [
    amount('cbc:TaxAmount', document.tax, document),
    [
      'cac:TaxSubtotal',
      [
        amount('cbc:TaxableAmount', netOf(document), document),
        amount('cbc:TaxAmount', document.tax, document),
        category('cac:TaxCategory', document, true),
      ],
    ],
  ],
];

function monetaryTotal(document: EInvoice): XmlNode {
  const { lines, total, isPaid } = document;
  return [
    'cac:LegalMonetaryTotal',
    [
      amount('cbc:LineExtensionAmount', sumOf(lines), document),
      amount('cbc:TaxExclusiveAmount', netOf(document), document),
      amount('cbc:TaxInclusiveAmount', total, document),
      document.allowances.length > 0 ? amount('cbc:AllowanceTotalAmount', sumOf(document.allowances), document) : null,
      isPaid ? amount('cbc:PrepaidAmount', total, document) : null,
      amount('cbc:PayableAmount', isPaid ? '0.00' : total, document),
    ],
  ];
}

function line(document: EInvoice, place: number): XmlNode {
  const kind = KINDS[document.kind];
  const { name, amount: net = '0.00', from, until } = document.lines[place] ?? { name: '', from: null, until: null };
  return [
    kind.line,
    [
      ['cbc:ID', String(place + 1)],
      [kind.quantity, '1', { unitCode: ONE }],
      amount('cbc:LineExtensionAmount', net, document),
      from && until
        ? [
            'cac:InvoicePeriod',
            [
              ['cbc:StartDate', dayOf(from)],
              ['cbc:EndDate', dayOf(until)],
            ],
          ]
        : null,
      ['cac:Item', [['cbc:Name', name], category('cac:ClassifiedTaxCategory', document)]],
      ['cac:Price', [amount('cbc:PriceAmount', net, document)]],
    ],
  ];
}
