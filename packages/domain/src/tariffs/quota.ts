/** Usage levels in percent at which the account is notified. */
export const QUOTA_LEVELS = [80, 100] as const;
export type QuotaLevel = (typeof QUOTA_LEVELS)[number];

/** The highest level reached. */
export function levelReached(used: number, limit: number | null): QuotaLevel | null {
  if (limit === null) return null;
  return QUOTA_LEVELS.findLast((level) => used * 100 >= limit * level) ?? null;
}

const QUARTER_SECONDS = 900;

/** When the over-quota period starts, in seconds: after the 15-minute interval in which the limit was reached. */
export function overQuotaFrom(quarters: readonly { at: number; events: number }[], limit: number): number | null {
  let used = 0;
  for (const { at, events } of quarters) {
    used += events;
    if (used >= limit) return at + QUARTER_SECONDS;
  }
  return null;
}

/** The calendar month of an instant in UTC, end exclusive. */
export function calendarMonth(now: Date): { month: string; from: Date; until: Date } {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  return {
    month: now.toISOString().slice(0, 7),
    from: new Date(Date.UTC(year, month, 1)),
    until: new Date(Date.UTC(year, month + 1, 1)),
  };
}

/** Usage at the end of the month, at the current pace. */
export function projectedUsage(used: number, now: Date): number {
  const { from, until } = calendarMonth(now);
  const passed = Math.max(now.getTime() - from.getTime(), SAMPLE_MS);
  return Math.ceil((used * (until.getTime() - from.getTime())) / passed);
}

/** Less time than this is too short to estimate the pace. */
const SAMPLE_MS = 3_600_000;

/** When the limit is reached at the current pace; null if not this month, or too early to tell. */
export function exhaustedAt(used: number, limit: number | null, now: Date): Date | null {
  if (limit === null || used <= 0) return null;
  const { from, until } = calendarMonth(now);
  const passed = now.getTime() - from.getTime();
  if (used >= limit) return now;
  if (passed < SAMPLE_MS) return null;
  const at = from.getTime() + (passed / used) * limit;
  return at < until.getTime() ? new Date(at) : null;
}
