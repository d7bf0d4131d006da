import type { DomainCheckCode, DomainCheckName, DomainCheckState } from '@poklik/contract/domains';

/** The result of a check, as stored. */
export interface StoredDomainCheck {
  state: DomainCheckState;
  code: DomainCheckCode;
  /** What was found. */
  seen: string | null;
  /** What should be there instead. */
  wanted: string | null;
  /** ISO 8601; null before the first check. */
  at: string | null;
}

export type DomainCheckRecord = Partial<Record<DomainCheckName, StoredDomainCheck>>;

export const NOT_CHECKED: StoredDomainCheck = {
  state: 'waiting',
  code: 'not_checked',
  seen: null,
  wanted: null,
  at: null,
};

/** Checks that a domain needs to serve links. HTTPS is welcome, but a link also works without it. */
const REQUIRED: readonly DomainCheckName[] = ['ownership', 'dns', 'reachable'];

/** `unknown`: a server did not answer, which says nothing about the domain. */
export type CheckOutcome = 'ok' | 'failed' | 'unknown';

export function outcomeOf(checks: DomainCheckRecord): CheckOutcome {
  const states = REQUIRED.map((name) => checks[name]?.state ?? 'waiting');
  if (states.includes('failed')) return 'failed';
  return states.every((state) => state === 'ok') ? 'ok' : 'unknown';
}
