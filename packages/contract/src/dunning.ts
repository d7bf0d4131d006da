import * as z from 'zod/mini';
import { Id, Timestamp } from './fields.ts';
import { CHARGE_RESULTS, ChargeFailure } from './payment-methods.ts';

/** The automatic charges of an unpaid renewal. */
export const Dunning = z.object({
  invoice_id: Id,
  attempts: z.array(
    z.object({
      number: z.int(),
      at: Timestamp,
      method: z.object({ brand: z.string(), last4: z.string() }),
      /** `waiting`: the provider has not answered yet; nothing else is charged until it does. */
      result: z.enum(CHARGE_RESULTS),
      reason: z.nullable(ChargeFailure),
    }),
  ),
  next_attempt_at: z.nullable(Timestamp),
});
export type Dunning = z.infer<typeof Dunning>;
