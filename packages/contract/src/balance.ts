import * as z from 'zod/mini';

/** Amounts are decimal strings; `withdrawable` is the earned part of `available`. */
export const Balance = z.object({
  available: z.string(),
  reserved: z.string(),
  pending: z.string(),
  withdrawable: z.string(),
});
export type Balance = z.infer<typeof Balance>;
