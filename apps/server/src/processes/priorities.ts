/**
 * Nice values: redirects come first, then screens and the API, then statistics. The tracker keeps the program's own.
 */
export const PRIORITIES = { api: 5, statistics: 10 } as const;
