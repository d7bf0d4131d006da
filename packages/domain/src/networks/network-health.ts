import { isRejected, type PostbackResult } from '@poklik/contract/conversion-values';
import type { NETWORK_STATES } from '@poklik/contract/networks';

const HOUR_SECONDS = 3_600;
const SILENT_MIN_SECONDS = 6 * HOUR_SECONDS;
const USUAL_GAPS = 4;
const REFUSING_MIN_REPORTS = 20;
const REFUSING_SHARE = 0.3;

/** After how many seconds without a report a network is silent, given its usual gap. */
export const silentAfterSeconds = (gapSeconds: number | null): number =>
  Math.max(SILENT_MIN_SECONDS, USUAL_GAPS * (gapSeconds ?? 0));

export const countRejected = (byResult: readonly { verdict: PostbackResult; reports: number }[]): number =>
  byResult.reduce((sum, { verdict, reports }) => sum + (isRejected(verdict) ? reports : 0), 0);

/** Whether so many of its reports are rejected that something is set up wrong. */
export const isRefusing = ({ reports, rejected }: { reports: number; rejected: number }): boolean =>
  reports >= REFUSING_MIN_REPORTS && rejected >= reports * REFUSING_SHARE;

export interface NetworkFacts {
  lastReportAt: Date | null;
  silentSince: Date | null;
  reports: number;
  rejected: number;
}

export function networkState(facts: NetworkFacts): (typeof NETWORK_STATES)[number] {
  const { lastReportAt, silentSince } = facts;
  if (lastReportAt === null) return 'new';
  if (isRefusing(facts)) return 'refusing';
  return silentSince !== null && lastReportAt < silentSince ? 'silent' : 'ok';
}
