import * as z from 'zod/mini';
import { DedupeMode } from './campaigns.ts';
import { CONVERSION_TYPES_MAX, ConversionType } from './conversion-values.ts';
import { endpoint } from './endpoint.ts';
import { line } from './fields.ts';
import { Amount, Currency } from './money.ts';

/** Codes with a name in every language. */
export const STANDARD_TYPES = ['lead', 'registration', 'deposit', 'sale', 'upsell', 'rebill', 'install'] as const;

const settings = {
  code: ConversionType,
  /** Empty for the standard name in the reader's language, or the code. */
  name: z._default(line(0, 64), ''),
  /** Whether it counts as a conversion: in conversions, CR, CPA and approval rate. */
  is_conversion: z._default(z.boolean(), true),
  /** Whether its payouts are revenue. */
  is_revenue: z._default(z.boolean(), true),
  /** For postbacks without an amount; null for the campaign's default payout. */
  payout: z._default(z.nullable(Amount), null),
  currency: z._default(Currency, 'USD'),
  /** Null for the campaign's setting. */
  dedupe_mode: z._default(z.nullable(DedupeMode), null),
};

export const ConversionTypeSettings = z.object(settings);
export type ConversionTypeSettings = z.infer<typeof ConversionTypeSettings>;

export const ListedConversionType = z.object({
  ...settings,
  /** Place in the list, from 0. */
  position: z.int(),
});
export type ListedConversionType = z.infer<typeof ListedConversionType>;

const areDistinct = (types: readonly { code: string }[]): boolean =>
  new Set(types.map(({ code }) => code)).size === types.length;

export const ConversionTypeList = z.object({
  types: z
    .array(ConversionTypeSettings)
    .check(
      z.minLength(1),
      z.maxLength(CONVERSION_TYPES_MAX),
      z.refine(areDistinct, { error: 'conversion_type_repeated' }),
    ),
});

/** The form's values; empty for no payout and for the campaign's mode. */
export const ConversionTypeForm = z.object({
  ...settings,
  payout: z.union([z.literal(''), Amount]),
  dedupe_mode: z.union([z.literal(''), DedupeMode]),
});
export type ConversionTypeForm = z.infer<typeof ConversionTypeForm>;

export const conversionTypesApi = {
  list: endpoint({
    method: 'GET',
    path: '/conversion_types',
    access: 'conversions:read',
    summary: 'Lists the conversion types of the account in their order.',
    response: z.object({ data: z.array(ListedConversionType) }),
  }),
  replace: endpoint({
    method: 'PUT',
    path: '/conversion_types',
    access: 'conversions:write',
    summary: 'Replaces the list of conversion types. Statistics follow at once, also for the past.',
    body: ConversionTypeList,
    response: z.object({ data: z.array(ListedConversionType) }),
    errors: ['forbidden'],
  }),
};
