/** Login attempts for one email from one network per window. */
export const ATTEMPTS_PER_SOURCE = 10;
export const ATTEMPT_WINDOW_SECONDS = 15 * 60;
/** Login attempts for one email from all networks per hour. */
export const ATTEMPTS_PER_EMAIL = 100;
export const EMAIL_WINDOW_SECONDS = 60 * 60;

/** One-time code attempts per user from all networks per window, because there are only a million codes. */
export const CODE_ATTEMPTS_PER_USER = 10;

const FREE_FAILURES = 3;

/** Seconds to wait after this many consecutive failures. */
export const delayAfterFailures = (failures: number): number =>
  failures <= FREE_FAILURES ? 0 : Math.min(2 ** (failures - FREE_FAILURES - 1), 60);
