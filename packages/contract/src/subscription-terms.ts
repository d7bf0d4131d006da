import * as z from 'zod/mini';
import { Id, Timestamp } from './fields.ts';

export const BILLING_PERIODS = ['month', 'year'] as const;
export const BillingPeriod = z.enum(BILLING_PERIODS);
export type BillingPeriod = z.infer<typeof BillingPeriod>;

/** A plan's ID and name. */
export const TariffName = z.object({
  id: Id,
  code: z.string(),
  name: z.object({ ua: z.string(), ru: z.string(), en: z.string() }),
});
export type TariffName = z.infer<typeof TariffName>;

/** Terms without usage. */
export const SubscriptionTerms = z.object({
  tariff_id: Id,
  period: BillingPeriod,
  /** `past_due`: the invoice of a new period is unpaid; the plan stays active until `grace_until`. */
  status: z.enum(['active', 'past_due', 'ended']),
  starts_at: z.nullable(Timestamp),
  /** Null without an end: the free plan, or one assigned by the operator. */
  ends_at: z.nullable(Timestamp),
  grace_until: z.nullable(Timestamp),
  /** Nothing has been paid for this period. It ends in the free plan, or with a charge if there is a card. */
  is_trial: z.boolean(),
  /** The plan after the paid period. */
  next: z.nullable(z.object({ tariff_id: Id, period: BillingPeriod })),
});
export type SubscriptionTerms = z.infer<typeof SubscriptionTerms>;
