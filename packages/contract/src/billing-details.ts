import * as z from 'zod/mini';
import { line, paragraphs, Timestamp } from './fields.ts';
import { CountryCode } from './routing.ts';
import { OptionalVatId, VAT_CHECK_RESULTS } from './vat.ts';

/** The payer's details for new invoices. Issued invoices don't change. */
export const BillingDetails = z.object({
  name: z.string(),
  /** As printed: lines of street, postcode and city. */
  address: z.string(),
  /** As printed. */
  country: z.string(),
  tax_id: z.string(),
  street: z.string(),
  city: z.string(),
  postcode: z.string(),
  /** Decides the tax. Null until it is chosen. */
  country_code: z.nullable(z.string()),
  vat_id: z.string(),
  is_business: z.boolean(),
});
export type BillingDetails = z.infer<typeof BillingDetails>;

/** With what VIES said about this VAT ID; null if it was not asked, or could not be reached. */
export const CheckedBillingDetails = z.extend(BillingDetails, {
  vat_check: z.nullable(
    z.object({
      result: z.enum(VAT_CHECK_RESULTS),
      checked_at: Timestamp,
      /** Proof of the request. */
      consultation_number: z.nullable(z.string()),
    }),
  ),
});
export type CheckedBillingDetails = z.infer<typeof CheckedBillingDetails>;

/** Parts that are left out stay. Street, city, postcode and country code win over address and country. */
export const NewBillingDetails = z.object({
  name: line(0, 128),
  address: z.optional(paragraphs(0, 300)),
  country: z.optional(line(0, 60)),
  tax_id: line(0, 40),
  street: z.optional(line(0, 300)),
  city: z.optional(line(0, 80)),
  postcode: z.optional(line(0, 16)),
  country_code: z.optional(z.nullable(CountryCode)),
  vat_id: z.optional(OptionalVatId),
  is_business: z.optional(z.boolean()),
});
export type NewBillingDetails = z.infer<typeof NewBillingDetails>;
