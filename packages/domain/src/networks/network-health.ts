import { isRejected, type PostbackResult } from '@poklik/contract/conversion-values';
import type { NETWORK_STATES } from '@poklik/contract/networks';

const HOUR_SECONDS = 3_600;
const SILENT_MIN_SECONDS = 6 * HOUR_SECONDS;
const USUAL_GAPS = 4;
/** Of fewer postbacks, a share says little unless it is all of them. */
const REFUSING_MIN_POSTBACKS = 20;
const ALL_REFUSED_MIN_POSTBACKS = 3;
const REFUSING_SHARE = 0.3;

/** After how many seconds without a postback a network is silent, given its usual gap. */
export const silentAfterSeconds = (gapSeconds: number | null): number =>
  Math.max(SILENT_MIN_SECONDS, USUAL_GAPS * (gapSeconds ?? 0));

export const countRejected = (byResult: readonly { verdict: PostbackResult; postbacks: number }[]): number =>
  byResult.reduce((sum, { verdict, postbacks }) => sum + (isRejected(verdict) ? postbacks : 0), 0);

/** Whether so many of its postbacks are rejected that something is set up wrong. */
export const isRefusing = ({ postbacks, rejected }: { postbacks: number; rejected: number }): boolean =>
  postbacks >= REFUSING_MIN_POSTBACKS
    ? rejected >= postbacks * REFUSING_SHARE
    : postbacks >= ALL_REFUSED_MIN_POSTBACKS && rejected === postbacks;

export interface NetworkFacts {
  lastPostbackAt: Date | null;
  silentSince: Date | null;
  postbacks: number;
  rejected: number;
}

export function networkState(facts: NetworkFacts): (typeof NETWORK_STATES)[number] {
  const { lastPostbackAt, silentSince, postbacks, rejected } = facts;
  if (lastPostbackAt === null) return 'new';
  // One rejected postback is no reason for a message, but no network that works either.
  if (isRefusing(facts) || (postbacks > 0 && rejected === postbacks)) return 'refusing';
  return silentSince !== null && lastPostbackAt < silentSince ? 'silent' : 'ok';
}
