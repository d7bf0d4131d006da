import { TAX_TREATMENTS, type TaxTreatment } from '@poklik/contract/invoices';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COUNTRY_GROUPS } from '../countries/country-groups.ts';
import { COUNTRIES } from '../countries/iso-codes.ts';
import { reverseChargeTexts } from './reverse-charge.ts';
import {
  NO_VAT,
  neededRates,
  rateCountry,
  taxCategory,
  taxTreatment,
  type VatBuyer,
  type VatSettings,
} from './treatment.ts';

const SELLER: VatSettings = { ...NO_VAT, isOn: true, country: 'EE', vatId: 'EE100207415' };
const OSS = { ...SELLER, isOss: true };
const UNREGISTERED = { ...SELLER, vatId: null };
const OUTSIDE = { ...SELLER, country: 'UA', vatId: 'UA123456789012' };
const POLISH = 'PL5262816171';

const buyer = (country: string | null, vatId: string | null = null): VatBuyer => ({
  country,
  isBusiness: vatId !== null,
  vatId: vatId ?? '',
});

/** Who sells, who buys, what follows, and whose rate is due. */
const CASES: [string, VatSettings, VatBuyer, TaxTreatment, string | null][] = [
  ['an unregistered seller to the same country', UNREGISTERED, buyer('EE'), 'not_registered', null],
  ['an unregistered seller to a business', UNREGISTERED, buyer('PL', POLISH), 'not_registered', null],
  ['a seller without a country', { ...SELLER, country: null }, buyer('EE'), 'not_registered', null],
  ['at home to a consumer', SELLER, buyer('EE'), 'domestic', 'EE'],
  ['at home to a business', SELLER, buyer('EE', 'EE100007796'), 'domestic', 'EE'],
  ['at home with the one-stop shop', OSS, buyer('EE'), 'domestic', 'EE'],
  ['to a buyer without a country', OSS, buyer(null), 'domestic', 'EE'],
  ['to a business of another member state', SELLER, buyer('PL', POLISH), 'reverse_charge', null],
  ['to a Greek business', SELLER, buyer('GR', 'EL094249481'), 'reverse_charge', null],
  ['to a business, with the one-stop shop', OSS, buyer('PL', POLISH), 'reverse_charge', null],
  ['to a business without VAT ID', SELLER, buyer('PL', ''), 'seller_rate', 'EE'],
  ['to a business with a wrong VAT ID', SELLER, buyer('PL', 'PL5262816172'), 'seller_rate', 'EE'],
  ['to a business with the VAT ID of another country', OSS, buyer('PL', 'DE111111125'), 'oss', 'PL'],
  ['to a consumer with a VAT ID', OSS, { ...buyer('PL', POLISH), isBusiness: false }, 'oss', 'PL'],
  ['to a consumer of another member state', SELLER, buyer('PL'), 'seller_rate', 'EE'],
  ['to a consumer, with the one-stop shop', OSS, buyer('PL'), 'oss', 'PL'],
  ['to a consumer outside the EU', OSS, buyer('UA'), 'outside', null],
  ['to a business outside the EU', SELLER, buyer('US', 'US12345'), 'outside', null],
  ['to Northern Ireland, services', OSS, buyer('GB', 'XI100000285'), 'outside', null],
  ['from outside the EU at home', OUTSIDE, buyer('UA'), 'domestic', 'UA'],
  ['from outside the EU to a business', OUTSIDE, buyer('PL', POLISH), 'reverse_charge', null],
  ['from outside the EU to a consumer with the one-stop shop', { ...OUTSIDE, isOss: true }, buyer('PL'), 'oss', 'PL'],
  ['from outside the EU to a consumer without it', OUTSIDE, buyer('PL'), 'outside', null],
];

describe('VAT', () => {
  it.each(CASES)('of a sale %s', (_, seller, to, treatment, country) => {
    expect(taxTreatment(seller, to)).toBe(treatment);
    expect(rateCountry(treatment, seller, to)).toBe(country);
  });

  it('has cases for every treatment', () => {
    expect(new Set(CASES.map(([, , , treatment]) => treatment))).toEqual(new Set(TAX_TREATMENTS));
  });

  it('always has a confirmed rate where one is due, for every buyer', () => {
    const country = fc.constantFrom(...COUNTRIES);
    const ids = fc.constantFrom('', POLISH, 'EL094249481', 'DE111111125', 'XI100000285', 'nonsense');
    const seller = fc.record({ country, isOss: fc.boolean(), vatId: fc.constantFrom(null, 'EE100207415') });
    const to = fc.record({ country: fc.option(country), isBusiness: fc.boolean(), vatId: ids });
    fc.assert(
      fc.property(seller, to, (own, other) => {
        const treatment = taxTreatment(own, other);
        const due = rateCountry(treatment, own, other);
        expect(due === null).toBe(taxCategory(treatment, 0) !== 'S');
        if (due !== null) expect(neededRates(own)).toContain(due);
      }),
      { numRuns: 2_000 },
    );
  });

  it('needs the rates of the whole EU only with the one-stop shop', () => {
    expect(neededRates(UNREGISTERED)).toEqual([]);
    expect(neededRates(SELLER)).toEqual(['EE']);
    expect(neededRates(OSS).toSorted()).toEqual(COUNTRY_GROUPS.eu);
  });

  it.each([
    [null, 0, 'O'],
    [null, 2_000, 'S'],
    ['domestic', 2_000, 'S'],
    ['reverse_charge', 0, 'AE'],
    ['outside', 0, 'O'],
  ] as const)('of treatment %s and %d basis points has category %s', (treatment, basisPoints, category) => {
    expect(taxCategory(treatment, basisPoints)).toBe(category);
  });

  it('names the reverse charge in English and the language of the buyer', () => {
    expect(reverseChargeTexts('PL')).toEqual(['Reverse charge', 'Odwrotne obciążenie']);
    expect(reverseChargeTexts('IE')).toEqual(['Reverse charge']);
    expect(reverseChargeTexts(null)).toEqual(['Reverse charge']);
    for (const country of COUNTRY_GROUPS.eu.filter((code) => code !== 'IE'))
      expect(reverseChargeTexts(country)).toHaveLength(2);
  });
});
