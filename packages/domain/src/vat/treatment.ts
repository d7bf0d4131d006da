import type { TaxTreatment } from '@poklik/contract/invoices';
import { COUNTRY_GROUPS } from '../countries/country-groups.ts';
import { isValidVatId, vatPrefix } from './vat-id.ts';

/** What the operator has entered about the seller. */
export interface VatSettings {
  /** VAT by the country of the buyer. Off: one rate for everyone. */
  isOn: boolean;
  /** Registered for the one-stop shop. */
  isOss: boolean;
  /** VAT IDs are checked with VIES; otherwise by format and check digit alone. */
  usesVies: boolean;
  country: string | null;
  /** Null for a seller who isn't registered. */
  vatId: string | null;
  street: string | null;
  city: string | null;
  postcode: string | null;
  /** Of the company, in its register. */
  registration: string | null;
  /** In which the tax is declared; null for that of the invoice. */
  currency: string | null;
  /** For bank transfers; null if none are taken. */
  bankDetails: string | null;
}

export const NO_VAT: VatSettings = {
  ...{
    isOn: false,
    isOss: false,
    usesVies: false,
    country: null,
    vatId: null,
    street: null,
    city: null,
    postcode: null,
  },
  ...{ registration: null, currency: null, bankDetails: null },
};

export interface VatBuyer {
  country: string | null;
  isBusiness: boolean;
  vatId: string;
}

export const isEuCountry = (country: string): boolean => COUNTRY_GROUPS.eu.includes(country);

/** Whether format and check digit are right and the ID is of this country. */
export const isVatIdOf = (vatId: string, country: string): boolean =>
  isValidVatId(vatId) && vatId.startsWith(vatPrefix(country));

/** A buyer without a country is taxed like one at home. */
export function taxTreatment(seller: Pick<VatSettings, 'country' | 'vatId' | 'isOss'>, buyer: VatBuyer): TaxTreatment {
  if (seller.country === null || seller.vatId === null) return 'not_registered';
  const country = buyer.country ?? seller.country;
  if (country === seller.country) return 'domestic';
  if (!isEuCountry(country)) return 'outside';
  if (buyer.isBusiness && isVatIdOf(buyer.vatId, country)) return 'reverse_charge';
  if (seller.isOss) return 'oss';
  // Without the one-stop shop, a seller outside the EU can't declare tax there.
  return isEuCountry(seller.country) ? 'seller_rate' : 'outside';
}

/** The country whose rate is due; null without tax. */
export function rateCountry(
  treatment: TaxTreatment,
  seller: Pick<VatSettings, 'country'>,
  buyer: Pick<VatBuyer, 'country'>,
): string | null {
  if (treatment === 'oss') return buyer.country;
  return treatment === 'domestic' || treatment === 'seller_rate' ? seller.country : null;
}

/** Countries whose rates must be confirmed before VAT goes on. */
export function neededRates({ country, vatId, isOss }: Pick<VatSettings, 'country' | 'vatId' | 'isOss'>): string[] {
  if (country === null || vatId === null) return [];
  return [...new Set([country, ...(isOss ? COUNTRY_GROUPS.eu : [])])];
}

/** Categories of EN 16931: standard rate, reverse charge, not subject to VAT. */
export type TaxCategory = 'S' | 'AE' | 'O';

const CATEGORIES: Record<TaxTreatment, TaxCategory> = {
  domestic: 'S',
  reverse_charge: 'AE',
  oss: 'S',
  seller_rate: 'S',
  outside: 'O',
  not_registered: 'O',
};

/** Of a document from before VAT by country, the rate tells. */
export const taxCategory = (treatment: TaxTreatment | null, basisPoints: number): TaxCategory =>
  treatment === null ? (basisPoints > 0 ? 'S' : 'O') : CATEGORIES[treatment];
