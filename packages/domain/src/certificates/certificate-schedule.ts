const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Pauses after the first, second, … failed order of a host; the last one repeats. */
const RETRY_DELAYS = [5 * MINUTE, 10 * MINUTE, HOUR, 6 * HOUR, DAY] as const;
/** From this many failures in a row on, somebody is told. */
const FAILURES_MAX = 3;
/** The share of its lifetime at which a certificate should have been renewed. */
const EXPIRING_SHARE = 0.2;
const RENEWAL_SHARE = 2 / 3;
/** Spreads renewals of certificates that were ordered together. */
const RENEWAL_SPREAD = 0.1;

/** The time of the next order after `failures` failed ones; not before the time that the authority asked for. */
export function nextTryTime(failures: number, now: number, retryAfter: number | null): number {
  const delay = RETRY_DELAYS[Math.min(Math.max(failures, 1), RETRY_DELAYS.length) - 1] ?? DAY;
  return Math.max(now + delay, retryAfter ?? 0);
}

export interface Validity {
  notBefore: number;
  notAfter: number;
}

/** After two thirds of the lifetime, 10 % sooner or later; `random` is from 0 to 1. */
export function renewalTime({ notBefore, notAfter }: Validity, random: number): number {
  const share = RENEWAL_SHARE * (1 + RENEWAL_SPREAD * (2 * random - 1));
  return Math.round(notBefore + (notAfter - notBefore) * share);
}

/** A time in the window that the authority suggests; at once if it's over. */
export const timeInWindow = (window: { start: number; end: number }, random: number): number =>
  Math.round(window.start + (window.end - window.start) * random);

const ALARMS = ['failing', 'expiring', 'expired'] as const;
export type CertificateAlarm = (typeof ALARMS)[number];

export interface WatchedCertificate {
  /** Null before the first certificate. */
  validity: Validity | null;
  failures: number;
  /** The last alarm since the last success. */
  alarm: CertificateAlarm | null;
}

/** What to tell now; null if nothing is wrong or it has been told. An alarm is only followed by a worse one. */
export function dueAlarm({ validity, failures, alarm }: WatchedCertificate, now: number): CertificateAlarm | null {
  const state = stateOf(validity, failures, now);
  const rank = (name: CertificateAlarm | null) => (name === null ? -1 : ALARMS.indexOf(name));
  return rank(state) > rank(alarm) ? state : null;
}

function stateOf(validity: Validity | null, failures: number, now: number): CertificateAlarm | null {
  if (validity) {
    const left = validity.notAfter - now;
    if (left <= 0) return 'expired';
    if (left <= (validity.notAfter - validity.notBefore) * EXPIRING_SHARE) return 'expiring';
  }
  return failures >= FAILURES_MAX ? 'failing' : null;
}

/** Orders in the last three hours, and in the last seven days for hosts of the same registered domain. */
export interface OrderCounts {
  recent: number;
  ofDomain: number;
}

/** 80 % of what authorities allow. Renewals may use the rest, so new hosts never keep a certificate from being renewed. */
const NEW_LIMITS: OrderCounts = { recent: 240, ofDomain: 40 };
const RENEWAL_LIMITS: OrderCounts = { recent: 300, ofDomain: 50 };

export function hasOrderBudget({ recent, ofDomain }: OrderCounts, isRenewal: boolean): boolean {
  const limits = isRenewal ? RENEWAL_LIMITS : NEW_LIMITS;
  return recent < limits.recent && ofDomain < limits.ofDomain;
}
