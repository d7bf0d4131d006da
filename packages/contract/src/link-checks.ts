import * as z from 'zod/mini';
import { Timestamp } from './fields.ts';

/** Why a URL gave no answer. */
export const LINK_PROBLEMS = [
  'no_address',
  'refused',
  'timeout',
  'certificate',
  'redirects',
  'not_public',
  'no_answer',
] as const;
export const LinkProblem = z.enum(LINK_PROBLEMS);
export type LinkProblem = z.infer<typeof LinkProblem>;

/** What the last check of a URL found. `failing` after three failures in a row. */
export const LinkState = z.object({
  state: z.enum(['working', 'failing']),
  /** The HTTP status of the answer; null if there was none. */
  status: z.nullable(z.int()),
  problem: z.nullable(LinkProblem),
  checked_at: Timestamp,
  failing_since: z.nullable(Timestamp),
});
export type LinkState = z.infer<typeof LinkState>;

export const OFFER_CHECKS = ['off', 'daily', '6h'] as const;
export const LANDER_CHECKS = ['off', '30m'] as const;
/** What happens to visitors of an offer whose URL fails: nothing, or they go to the fallback. */
export const ON_DEAD = ['alert', 'skip'] as const;
