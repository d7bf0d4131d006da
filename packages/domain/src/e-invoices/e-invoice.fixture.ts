import { TAX_TREATMENTS } from '@poklik/contract/invoices';
import fc from 'fast-check';
import { proportionalTax } from '../invoices/proportional-tax.ts';
import { fromMinor } from '../money/amount.ts';
import { discountOf } from '../tariffs/coupon.ts';
import { sumOf } from '../tariffs/proration.ts';
import { taxCategory } from '../vat/treatment.ts';
import type { EInvoice } from './e-invoice.ts';

const text = fc.constantFrom('Bistro & Söhne <OÜ>', 'ТОВ «Приклад»', 'O\'Neill "Ltd"', 'A', 'Ἕλλην 3');
const place = fc.record({
  street: fc.constantFrom('', 'Pikk 7', 'вул. Шевська, 12'),
  city: fc.constantFrom('', 'Tallinn'),
  postcode: fc.constantFrom('', '10123'),
});

const seller = fc
  .record({ name: text, place, registration: fc.boolean() })
  .map(({ name, place: at, registration }) => ({
    ...{ name, details: '', ...at, country_code: 'EE', vat_id: 'EE100207415' },
    ...(registration ? { registration: '12345678' } : {}),
  }));

const buyer = fc
  .record({
    name: fc.option(text, { nil: '' }),
    place,
    country: fc.constantFrom('PL', 'EE', 'GR', 'UA', 'US'),
    taxId: fc.boolean(),
  })
  .map(({ name, place: at, country, taxId }) => ({
    ...{
      name,
      email: 'buyer@example.com',
      address: '',
      country: '',
      tax_id: taxId ? '77' : '',
      ...at,
      country_code: country,
    },
    ...{ vat_id: 'PL5262816171', is_business: true },
  }));

const sale = fc.record({
  ...{ seller, buyer, treatment: fc.constantFrom(null, ...TAX_TREATMENTS), isPaid: fc.boolean() },
  priceMinor: fc.bigInt({ min: 1n, max: 5_000_000n }),
  discountMinor: fc.bigInt({ min: 0n, max: 6_000_000n }),
  creditMinor: fc.bigInt({ min: 0n, max: 6_000_000n }),
  basisPoints: fc.constantFrom(1_700, 2_000, 2_400, 2_550, 775),
  isDeclared: fc.boolean(),
  /** Of the total, for a credit note; null for an invoice. */
  refunded: fc.option(fc.bigInt({ min: 1n, max: 1_000n })),
});

/** Complete documents as the product issues them. */
export const documents: fc.Arbitrary<EInvoice> = sale.map((wish): EInvoice => {
  const { treatment, refunded, isDeclared } = wish;
  const isTaxed = treatment === null || taxCategory(treatment, 0) === 'S';
  const basisPoints = isTaxed ? wish.basisPoints : 0;
  const discountMinor = discountOf({ percent: null, amountMinor: wish.discountMinor }, wish.priceMinor);
  const sum = sumOf(wish.priceMinor - discountMinor, wish.creditMinor, basisPoints);
  const isNote = refunded !== null && sum.totalMinor > 0n;
  const totalMinor = isNote ? (sum.totalMinor * refunded) / 1_000n || 1n : sum.totalMinor;
  const taxMinor = isNote ? proportionalTax(sum, totalMinor) : sum.taxMinor;
  const line = isNote ? totalMinor - taxMinor : wish.priceMinor;
  const allowances = [
    { amount: fromMinor(discountMinor), reason: 'Coupon WELCOME' },
    { amount: fromMinor(sum.creditAppliedMinor), reason: 'Credit from previous plan' },
  ];
  return {
    kind: isNote ? 'credit_note' : 'invoice',
    number: isNote ? 'CN-202611-0001' : 'INV-202611-0001',
    issuedAt: '2026-11-19T10:00:00.000Z',
    dueAt: wish.isPaid ? null : '2026-11-26T10:00:00.000Z',
    isPaid: !isNote && wish.isPaid,
    ...(isNote
      ? { invoiceNumber: 'INV-202611-0001', note: 'a mistake', terms: 'Refund for invoice INV-202611-0001' }
      : { invoiceNumber: null, note: null, terms: null }),
    currency: 'USD',
    seller: isTaxed || treatment === 'reverse_charge' ? wish.seller : { ...wish.seller, registration: '12345678' },
    buyer: wish.buyer,
    lines: [
      {
        ...{ name: 'Plan “Pro”', amount: fromMinor(line) },
        ...(isNote
          ? { from: null, until: null }
          : { from: '2026-11-19T10:00:00.000Z', until: '2026-12-19T10:00:00.000Z' }),
      },
    ],
    allowances: isNote ? [] : allowances.filter(({ amount }) => amount !== '0.00'),
    taxRate: fromMinor(BigInt(basisPoints)),
    tax: fromMinor(taxMinor),
    treatment,
    declaredTax: isDeclared && taxMinor > 0n ? { currency: 'EUR', amount: fromMinor((taxMinor * 92n) / 100n) } : null,
    total: fromMinor(totalMinor),
  };
});
