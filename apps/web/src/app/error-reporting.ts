import { init } from '@sentry/react';

/** Errors of foreign scripts and notices that browsers themselves ignore. */
const NOISE = [/^Script error\.?$/, /ResizeObserver loop/];

export function startErrorReporting(dsn: string): void {
  init({
    dsn,
    ignoreErrors: NOISE,
    // The user's ID helps to find the error; typed text is never sent.
    dataCollection: { userInfo: true, httpBodies: [] },
  });
}
