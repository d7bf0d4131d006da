import * as z from 'zod/mini';
import { Id, Timestamp } from './fields.ts';

export const LiveClick = z.object({
  click_id: z.string(),
  at: Timestamp,
  campaign: z.object({ id: Id, name: z.string() }),
  country: z.string(),
  device: z.string(),
  os: z.string(),
  browser: z.string(),
  is_unique: z.boolean(),
  is_bot: z.boolean(),
  verdict: z.enum(['counted', 'excluded', 'blocked']),
});
export type LiveClick = z.infer<typeof LiveClick>;
