import * as z from 'zod/mini';

/** An amount on the wire is a decimal string, so that no digit is lost on the way: up to six places, as prices per click need. */
export const Amount = z.string().check(z.regex(/^(0|[1-9]\d{0,11})(\.\d{1,6})?$/, 'amount'));

/** Fields of answers that tell money. Who may not see money of the account is answered with null in their place. */
export const MONEY_FIELDS: ReadonlySet<string> = new Set([
  'revenue',
  'revenue_on_hold',
  'cost',
  'profit',
  'roi',
  'epc',
  'cpc',
  'cpa',
  'cost_value',
  'default_payout',
  'payout',
]);

/** What people pay and are paid: more than nothing, and hundredths at the finest. */
export const PaidAmount = z.string().check(z.regex(/^(0\.(0[1-9]|[1-9]\d?)|[1-9]\d{0,9}(\.\d{1,2})?)$/, 'paid_amount'));

/** The same as text or as a JSON number. A number is read by the digits it is written with, so no cent is lost to its binary form. */
export const PaidAmountOrNumber = z.pipe(z.union([z.string(), z.number()]), z.pipe(z.transform(String), PaidAmount));

/** ISO 4217: the money that is in use, without funds, metals and what history left behind. */
export const CURRENCIES =
  'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG'.split(
    ' ',
  );
const KNOWN: ReadonlySet<string> = new Set(CURRENCIES);

export const Currency = z.string().check(z.refine((code) => KNOWN.has(code), { error: 'currency' }));

/** The currency in which metrics are added up. */
export const BASE_CURRENCY = 'USD';
