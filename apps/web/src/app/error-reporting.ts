import { init } from '@sentry/react';

/** Noise of browsers that tells nothing: errors of foreign scripts, and a notice that browsers themselves ignore. */
const NOISE = [/^Script error\.?$/, /ResizeObserver loop/];

export function startErrorReporting(dsn: string): void {
  init({
    dsn,
    ignoreErrors: NOISE,
    // Who met the error helps to find it; what they typed is nobody's business.
    dataCollection: { userInfo: true, httpBodies: [] },
  });
}
