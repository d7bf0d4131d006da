import * as z from 'zod/mini';
import { OneTimeCode, OwnPassword } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { CalendarDay } from './fields.ts';

/** Begins with the code of its country. The check digit is checked by the server. */
/** What VIES says about a VAT ID. */
export const VAT_CHECK_RESULTS = ['valid', 'invalid'] as const;

export const VatId = z
  .string()
  .check(z.trim(), z.toUpperCase(), z.maxLength(24), z.regex(/^[A-Z]{2}[A-Z0-9 .\-/+*]{2,22}$/, 'vat_id'));

/** The same, or nothing. */
export const OptionalVatId = z
  .string()
  .check(z.trim(), z.toUpperCase(), z.maxLength(24), z.regex(/^(?:[A-Z]{2}[A-Z0-9 .\-/+*]{2,22})?$/, 'vat_id'));

/** In percent, above 0. */
const VatRate = z.string().check(z.trim(), z.regex(/^(?:[1-9]\d?(?:\.\d{1,2})?|0\.(?:[1-9]\d?|0[1-9]))$/, 'percent'));

/** Typed into a list of all countries: empty where nothing is known. */
const TypedRate = z
  .string()
  .check(z.trim(), z.regex(/^(?:[1-9]\d?(?:\.\d{1,2})?|0\.(?:[1-9]\d?|0[1-9]))?$/, 'percent'));

const DatedRate = z.object({ rate: z.string(), valid_from: z.string() });

/** The standard rate of a member state of the EU, or of the seller's country. */
export const VatRateState = z.object({
  country: z.string(),
  /** Of a public list. It taxes nothing until the operator confirms it. Null outside the EU. */
  proposed: z.nullable(z.string()),
  /** In force; null until confirmed. */
  current: z.nullable(DatedRate),
  /** Confirmed for a later day. */
  next: z.nullable(DatedRate),
});
export type VatRateState = z.infer<typeof VatRateState>;

export const VatRates = z.object({
  rates: z.array(VatRateState),
  /** Sales to consumers of other member states. Above the limit, their country's rate is due. */
  cross_border: z.object({
    currency: z.string(),
    limit: z.string(),
    /** Newest first. `amount` is null without an exchange rate. */
    years: z.array(z.object({ year: z.int(), amount: z.nullable(z.string()) })),
  }),
});
export type VatRates = z.infer<typeof VatRates>;

const RATES_MAX = 28;
const areDistinct = (rates: readonly { country: string }[]): boolean =>
  new Set(rates.map(({ country }) => country)).size === rates.length;

export const NewVatRates = z.object({
  rates: z
    .array(z.object({ country: z.string().check(z.regex(/^[A-Z]{2}$/)), rate: VatRate, valid_from: CalendarDay }))
    .check(z.minLength(1), z.maxLength(RATES_MAX), z.refine(areDistinct, { error: 'country_repeated' })),
  password: z.optional(OwnPassword),
  code: z.optional(OneTimeCode),
});
export type NewVatRates = z.infer<typeof NewVatRates>;

/** The form of the rates. */
export const VatRatesForm = z.object({
  rates: z.array(z.object({ country: z.string(), rate: TypedRate })),
  valid_from: CalendarDay,
  password: z.string(),
  code: z.string(),
});
export type VatRatesForm = z.infer<typeof VatRatesForm>;

export const vatApi = {
  rates: endpoint({
    method: 'GET',
    path: '/vat_rates',
    access: 'settings:write',
    summary: 'Lists the VAT rates of the EU: proposed and confirmed ones, and what was sold to consumers abroad.',
    response: z.object({ data: VatRates }),
  }),
  confirm: endpoint({
    method: 'PUT',
    path: '/vat_rates',
    access: 'settings:write',
    summary: 'Confirms VAT rates from a day on. Issued invoices don’t change. Needs your password.',
    body: NewVatRates,
    response: z.object({ data: VatRates }),
    errors: ['too_many_requests'],
  }),
};
