/** What happened to a click, as stored in the column `verdict` of the event log and of ClickHouse. */
export const ClickOutcome = { redirected: 0, excluded: 1, blocked: 2 } as const;
export type ClickOutcome = (typeof ClickOutcome)[keyof typeof ClickOutcome];
