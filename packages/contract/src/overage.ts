import * as z from 'zod/mini';
import { CalendarDay, Timestamp } from './fields.ts';
import { PaidAmount } from './money.ts';

/** What events above the plan cost. */
export const Overage = z.object({
  /** Of 1,000 events, each started thousand. */
  price: z.string(),
  currency: z.string(),
  /** The most that a month may cost; null: switched off, and reports of events above the plan are locked. */
  monthly_cap: z.nullable(z.string()),
  /** A smaller cap, or none, from a later month on. */
  next: z.nullable(z.object({ from: CalendarDay, monthly_cap: z.nullable(z.string()) })),
  /** Of this month; `used` is null while the analytics database is unavailable. */
  events: z.object({ used: z.nullable(z.int()), included: z.int() }),
  /** So far in this month, before tax. */
  cost: z.nullable(z.string()),
  /** Of the whole month at the current pace. */
  forecast: z.nullable(z.string()),
  billed_at: Timestamp,
  /** While an earlier month isn't paid, reports above the plan stay locked. */
  is_overdue: z.boolean(),
});
export type Overage = z.infer<typeof Overage>;

/** At least the price of 1,000 events. */
export const OverageForm = z.object({ monthly_cap: PaidAmount });
