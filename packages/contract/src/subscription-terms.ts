import * as z from 'zod/mini';
import { Id, Timestamp } from './fields.ts';

export const BILLING_PERIODS = ['month', 'year'] as const;
export const BillingPeriod = z.enum(BILLING_PERIODS);
export type BillingPeriod = z.infer<typeof BillingPeriod>;

/** A tariff as far as it is named beside something else. */
export const TariffName = z.object({
  id: Id,
  code: z.string(),
  name: z.object({ ua: z.string(), ru: z.string(), en: z.string() }),
});
export type TariffName = z.infer<typeof TariffName>;

/** Without what is used of it. */
export const SubscriptionTerms = z.object({
  tariff_id: Id,
  period: BillingPeriod,
  /** `past_due`: the period is over and its invoice waits; everything goes on until `grace_until`. */
  status: z.enum(['active', 'past_due', 'ended']),
  starts_at: z.nullable(Timestamp),
  /** Null when nothing ends: the free tariff, or one that the operator gave. */
  ends_at: z.nullable(Timestamp),
  grace_until: z.nullable(Timestamp),
  /** What the account changes to when the paid period ends. */
  next: z.nullable(z.object({ tariff_id: Id, period: BillingPeriod })),
});
export type SubscriptionTerms = z.infer<typeof SubscriptionTerms>;
