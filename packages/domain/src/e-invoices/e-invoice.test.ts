import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { documents } from './e-invoice.fixture.ts';
import { type EInvoice, missingParts, writeEInvoice } from './e-invoice.ts';
import { BROKEN, DOMESTIC, NOTE, OUTSIDE, REVERSE } from './e-invoice-examples.fixture.ts';
import { brokenRules, RULES } from './e-invoice-rules.fixture.ts';
import { readXml } from './xml-tree.fixture.ts';

const read = (document: EInvoice) => readXml(writeEInvoice(document));

describe('an e-invoice', () => {
  it('keeps the rules of EN 16931 in 300 random documents', () => {
    const written = fc.sample(documents, { numRuns: 300, seed: 16931 });
    expect(new Set(written.map(({ treatment }) => treatment)).size).toBe(7);
    expect(new Set(written.map(({ kind }) => kind)).size).toBe(2);
    for (const document of written) {
      expect(missingParts(document)).toEqual([]);
      expect([brokenRules(read(document)), document]).toEqual([[], document]);
    }
  });

  it.each<[string, EInvoice]>([
    ['at home', DOMESTIC],
    ['with reverse charge', REVERSE],
    ['outside the EU', OUTSIDE],
    ['for a refund', NOTE],
  ])('%s looks like this', (_, document) => {
    expect(writeEInvoice(document)).toMatchSnapshot();
  });

  it.each(BROKEN)('that breaks %s is found', (rule, document, change) => {
    expect(brokenRules(readXml(change(writeEInvoice(document))))).toContain(rule);
  });

  it('has at least 20 broken examples, all of known rules', () => {
    expect(BROKEN.length).toBeGreaterThanOrEqual(20);
    expect(BROKEN.filter(([rule]) => !(rule in RULES))).toEqual([]);
  });

  it.each<[string, EInvoice, string[]]>([
    ['nothing', DOMESTIC, []],
    ['a name of the seller', { ...DOMESTIC, seller: { ...DOMESTIC.seller, name: ' ' } }, ['seller_name']],
    [
      'its VAT ID and country',
      { ...DOMESTIC, seller: { name: 'S', details: '' } },
      ['seller_country', 'seller_vat_id'],
    ],
    ['its registration', { ...OUTSIDE, seller: { ...OUTSIDE.seller, registration: '' } }, ['seller_registration']],
    ['a country of the buyer', { ...DOMESTIC, buyer: { ...DOMESTIC.buyer, country_code: null } }, ['buyer_country']],
    ['a VAT ID of the buyer', { ...REVERSE, buyer: { ...REVERSE.buyer, vat_id: '' } }, ['buyer_vat_id']],
    ['an exchange rate', { ...DOMESTIC, declaredTax: { currency: 'EUR', amount: null } }, ['exchange_rate']],
    ['any name of the buyer', { ...DOMESTIC, buyer: { ...DOMESTIC.buyer, name: '', email: '' } }, ['buyer_name']],
  ])('lacks %s', (_, document, parts) => {
    expect(missingParts(document)).toEqual(parts);
  });

  it('keeps no characters that XML forbids', () => {
    const xml = writeEInvoice({
      ...DOMESTIC,
      lines: [{ amount: '79.00', from: null, until: null, name: 'a\u0000\u0008<b>&"\uFFFE' }],
    });
    expect(xml).toContain('<cbc:Name>a&lt;b&gt;&amp;&quot;</cbc:Name>');
  });
});
