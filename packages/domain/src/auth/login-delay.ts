/** Guesses for one address from one source that are checked within the window; after that the source waits. */
export const ATTEMPTS_PER_SOURCE = 10;
export const ATTEMPT_WINDOW_SECONDS = 15 * 60;
/** Guesses for one address from all sources together within an hour. */
export const ATTEMPTS_PER_EMAIL = 100;
export const EMAIL_WINDOW_SECONDS = 60 * 60;

/** One-time codes for one person, from all sources together, within the shorter window: there are only a million of them. */
export const CODE_ATTEMPTS_PER_USER = 10;

const FREE_FAILURES = 3;

/** Seconds to wait after so many wrong passwords in a row: people mistype a few times, machines do not stop. */
export const delayAfterFailures = (failures: number): number =>
  failures <= FREE_FAILURES ? 0 : Math.min(2 ** (failures - FREE_FAILURES - 1), 60);
