import type { DomainStatus } from '@poklik/contract/domains';
import type { CheckOutcome } from './domain-checks.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How often a domain that isn't verified is checked, by its age; after the last step it expires. */
const PENDING_STEPS = [
  { until: 15 * MINUTE, every: 30 * SECOND },
  { until: DAY, every: 5 * MINUTE },
  { until: 7 * DAY, every: HOUR },
] as const;

const VERIFIED_EVERY = HOUR;
/** Between the first failed check of a working domain and the one that decides. */
const SECOND_LOOK = 10 * MINUTE;
/** After this long without the record, another account that has it may take the domain over. */
export const OWNERSHIP_KEPT_MS = 7 * DAY;

export interface CheckedDomain {
  status: DomainStatus;
  pendingSince: number;
  failingSince: number | null;
}

export interface NextCheck {
  status: DomainStatus;
  failingSince: number | null;
  /** Null when the domain is not checked any more. */
  nextCheckAt: number | null;
}

/** The state of a domain after a check, and when it is checked again. Suspended domains are not checked. */
export function afterCheck(domain: CheckedDomain, outcome: CheckOutcome, now: number): NextCheck {
  const { status } = domain;
  if (status === 'suspended' || status === 'taken') return { ...domain, nextCheckAt: null };
  if (outcome === 'ok') return { status: 'active', failingSince: null, nextCheckAt: now + VERIFIED_EVERY };
  if (status === 'active' || status === 'failing') return afterFailedCheck(domain, outcome, now);
  return afterPendingCheck(domain, now);
}

function afterFailedCheck({ status, failingSince }: CheckedDomain, outcome: CheckOutcome, now: number): NextCheck {
  // No answer says nothing about the domain.
  if (outcome === 'unknown') return { status, failingSince, nextCheckAt: now + SECOND_LOOK };
  if (failingSince === null) return { status, failingSince: now, nextCheckAt: now + SECOND_LOOK };
  const isFailing = status === 'failing' || now - failingSince >= SECOND_LOOK;
  return isFailing
    ? { status: 'failing', failingSince, nextCheckAt: now + VERIFIED_EVERY }
    : { status, failingSince, nextCheckAt: failingSince + SECOND_LOOK };
}

function afterPendingCheck({ pendingSince }: CheckedDomain, now: number): NextCheck {
  const age = now - pendingSince;
  const step = PENDING_STEPS.find(({ until }) => age < until);
  return step
    ? { status: 'pending', failingSince: null, nextCheckAt: now + step.every }
    : { status: 'expired', failingSince: null, nextCheckAt: null };
}
