import type { HelpMessage, HelpStatus } from '@poklik/contract/help';

/** An answer waits for the customer; what the customer writes waits for the operator, also in a closed request. */
export const statusAfterMessage = (from: HelpMessage['from']): HelpStatus => (from === 'operator' ? 'waiting' : 'open');

/** Since when a request waits for the operator: the oldest message that has no answer. */
export function waitingSince(
  before: { status: HelpStatus; since: Date | null },
  after: HelpStatus,
  now: Date,
): Date | null {
  if (after !== 'open') return null;
  return before.status === 'open' && before.since !== null ? before.since : now;
}
