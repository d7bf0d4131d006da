import type { CheckState, ServiceCheck } from '@poklik/contract/overview-service';

interface Limits {
  warning: number;
  danger: number;
  /** Small values are bad. */
  isFloor?: boolean;
}

const DAY = 86_400;
const HOUR = 3_600;

/** From when the operator should look, and from when at once. In seconds, shares or pieces. */
const LIMITS: Record<ServiceCheck, Limits> = {
  event_log_lag: { warning: 60, danger: 300 },
  queue: { warning: 600, danger: 3_600 },
  failed_postbacks: { warning: 1, danger: 100 },
  unrecorded: { warning: 1, danger: 1 },
  disk: { warning: 0.2, danger: 0.1, isFloor: true },
  certificates: { warning: 21 * DAY, danger: 7 * DAY, isFloor: true },
  backup: { warning: 26 * HOUR, danger: 72 * HOUR },
};

/** Null is unknown. A limit itself is reached. */
export function checkState(check: ServiceCheck, value: number | null): CheckState {
  if (value === null) return 'unknown';
  const { warning, danger, isFloor = false } = LIMITS[check];
  const isReached = (limit: number): boolean => (isFloor ? value < limit : value >= limit);
  if (isReached(danger)) return 'danger';
  return isReached(warning) ? 'warning' : 'ok';
}
