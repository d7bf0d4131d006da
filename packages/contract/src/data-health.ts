import * as z from 'zod/mini';
import { Timestamp } from './fields.ts';

export const DataHealth = z.object({
  /**
   * `ok`: metrics, clicks and conversions agreed in the last nightly comparison. `unknown`: not compared yet.
   * `incomplete`: clicks from before `complete_from` are missing.
   */
  status: z.enum(['ok', 'differs', 'unknown', 'incomplete']),
  checked_at: z.nullable(Timestamp),
  /** The analytics database was lost or replaced, and has all clicks only from this moment on; null when none are missing. */
  complete_from: z.nullable(Timestamp),
});
export type DataHealth = z.infer<typeof DataHealth>;
