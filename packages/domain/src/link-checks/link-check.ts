import type { LANDER_CHECKS, LinkProblem, LinkState, OFFER_CHECKS } from '@poklik/contract/link-checks';

export type LinkInterval = (typeof OFFER_CHECKS)[number] | (typeof LANDER_CHECKS)[number];

/** A status, or why there is none. */
export type LinkAnswer = { status: number } | { problem: LinkProblem };

export interface LinkCheck extends LinkState {
  url: string;
  /** Failures in a row. */
  failures: number;
}

const MINUTE_MS = 60_000;
const RETRY_MS = 5 * MINUTE_MS;
const FAILING_RETRY_MS = 30 * MINUTE_MS;
/** One failure is a hiccup: a failing link is reported after three, within a quarter of an hour. */
export const FAILURES_MIN = 3;

const INTERVALS: Record<LinkInterval, number | null> = {
  off: null,
  '30m': 30 * MINUTE_MS,
  '6h': 6 * 60 * MINUTE_MS,
  daily: 24 * 60 * MINUTE_MS,
};

const NOT_FOUND = [404, 410];
const SERVER_ERROR = 500;

/** A server that refuses the checker still answers visitors, so other errors than these say nothing. */
const isFailure = (answer: LinkAnswer): boolean =>
  'problem' in answer || NOT_FOUND.includes(answer.status) || answer.status >= SERVER_ERROR;

export function afterCheck(before: LinkCheck | null, url: string, answer: LinkAnswer, now: Date): LinkCheck {
  const checkedAt = now.toISOString();
  const known = before?.url === url ? before : null;
  const found = 'problem' in answer ? { status: null, problem: answer.problem } : { ...answer, problem: null };
  const common = { url, ...found, checked_at: checkedAt };
  if (!isFailure(answer)) return { ...common, state: 'working', failing_since: null, failures: 0 };
  const failures = (known?.failures ?? 0) + 1;
  return {
    ...common,
    state: failures >= FAILURES_MIN ? 'failing' : 'working',
    failing_since: known?.failing_since ?? checkedAt,
    failures,
  };
}

/** Null if it is never checked by itself. */
export function nextCheckAt(check: LinkCheck, interval: LinkInterval, now: Date): Date | null {
  const usual = INTERVALS[interval];
  if (usual === null) return null;
  const wait = check.failures === 0 ? usual : check.state === 'failing' ? FAILING_RETRY_MS : RETRY_MS;
  return new Date(now.getTime() + Math.min(usual, wait));
}

/** A changed URL is checked at once. Null if it is not checked by itself. */
export const firstCheckAt = ({ status, check }: { status: string; check: LinkInterval }, now: Date): Date | null =>
  status === 'active' && INTERVALS[check] !== null ? now : null;

/** Null if it is unknown, as after the URL was changed. */
export function toLinkState(check: LinkCheck | null, url: string): LinkState | null {
  if (check?.url !== url) return null;
  const { url: _url, failures: _failures, ...state } = check;
  return state;
}
