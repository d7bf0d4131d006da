import * as z from 'zod/mini';

/** Amounts are decimal strings with up to six decimals, so no digit is lost. */
export const Amount = z.string().check(z.regex(/^(0|[1-9]\d{0,11})(\.\d{1,6})?$/, 'amount'));

/** Response fields with money. They are null for callers without access to money. */
export const MONEY_FIELDS: ReadonlySet<string> = new Set([
  'revenue',
  'revenue_on_hold',
  'expected_on_hold',
  'expected_on_hold_low',
  'expected_on_hold_high',
  'unrated_on_hold',
  'cost',
  'profit',
  'roi',
  'epc',
  'offer_epc',
  'cpc',
  'cpa',
  'ltv_1',
  'ltv_7',
  'ltv_30',
  'ltv_90',
  'cost_value',
  'default_payout',
  'payout',
  'refunded',
  'cost_per',
]);

/** Amounts that users pay or receive: positive, with at most two decimals. */
export const PaidAmount = z.string().check(z.regex(/^(0\.(0[1-9]|[1-9]\d?)|[1-9]\d{0,9}(\.\d{1,2})?)$/, 'paid_amount'));

/** The same as a string or JSON number. A number is parsed from its digits, so no cent is lost. */
export const PaidAmountOrNumber = z.pipe(z.union([z.string(), z.number()]), z.pipe(z.transform(String), PaidAmount));

/** ISO 4217 currencies in use, without funds, metals and historic codes. */
export const CURRENCIES =
  'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG'.split(
    ' ',
  );
const KNOWN: ReadonlySet<string> = new Set(CURRENCIES);

export const Currency = z.string().check(z.refine((code) => KNOWN.has(code), { error: 'currency' }));

/** The currency in which metrics are added up. */
export const BASE_CURRENCY = 'USD';
