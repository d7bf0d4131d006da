import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Timestamp } from './fields.ts';
import { BASE_CURRENCY, CURRENCIES, Currency } from './money.ts';

/** Where a rate comes from. */
export const RATE_SOURCES = ['manual', 'bank', 'shipped'] as const;
export type RateSource = (typeof RATE_SOURCES)[number];

/** Value of one unit in the base currency: a positive decimal string with up to nine decimals. */
export const Rate = z.string().check(
  z.regex(/^(0|[1-9]\d{0,8})(\.\d{1,9})?$/, 'rate'),
  z.refine((text) => /[1-9]/.test(text), { error: 'rate' }),
);

export const CurrencyRate = z.object({
  currency: z.string(),
  rate: z.string(),
  /** Applies to events from this time on. */
  valid_from: Timestamp,
  /**
   * `bank`: comes from RATES_SOURCE. `manual`: set by the operator, and not changed by the bank's. `shipped`: a reference
   * rate of the European Central Bank that came with the program, of the day in `valid_from`, used until there is a better one.
   */
  source: z.enum(RATE_SOURCES),
});
export type CurrencyRate = z.infer<typeof CurrencyRate>;

/** The base currency always has the rate 1. */
const OtherCurrency = Currency.check(z.refine((code) => code !== BASE_CURRENCY, { error: 'currency_is_base' }));

const areDistinct = (rates: readonly { currency: string }[]): boolean =>
  new Set(rates.map(({ currency }) => currency)).size === rates.length;

const Version = z.int().check(z.nonnegative());

/** The full table: currencies left out are no longer converted. */
export const NewCurrencyRates = z.object({
  /** The version the change starts from; if other rates were saved meanwhile, nothing changes. */
  version: z.optional(Version),
  rates: z
    .array(
      z.object({
        currency: OtherCurrency,
        rate: Rate,
        /** `bank` releases a rate that was set by hand: the next published one replaces it. `shipped` leaves such a rate as it is. */
        source: z._default(z.enum(RATE_SOURCES), 'manual'),
      }),
    )
    .check(z.maxLength(CURRENCIES.length), z.refine(areDistinct, { error: 'currency_repeated' })),
});
export type NewCurrencyRates = z.infer<typeof NewCurrencyRates>;

const Table = z.object({
  data: z.object({
    base_currency: z.string(),
    /** Grows with every change of the rates. */
    version: Version,
    rates: z.array(CurrencyRate),
    /** Whether a bank's rates are read (RATES_SOURCE). */
    has_bank: z.boolean(),
  }),
});
export type CurrencyRates = z.infer<typeof Table>['data'];

export const currencyRatesApi = {
  list: endpoint({
    method: 'GET',
    path: '/currency_rates',
    access: 'currency_rates:read',
    summary: 'Lists current exchange rates to the base currency.',
    response: Table,
  }),
  save: endpoint({
    method: 'PUT',
    path: '/currency_rates',
    access: 'currency_rates:write',
    summary: 'Sets exchange rates from now on. Past events keep the rate of their time.',
    body: NewCurrencyRates,
    response: Table,
    errors: ['version_conflict'],
  }),
};
