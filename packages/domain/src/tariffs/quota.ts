/** Shares of the limit, in percent, at which the account is told. */
export const QUOTA_LEVELS = [80, 100] as const;
export type QuotaLevel = (typeof QUOTA_LEVELS)[number];

/** The highest level that is reached. */
export function levelReached(used: number, limit: number | null): QuotaLevel | null {
  if (limit === null) return null;
  return QUOTA_LEVELS.findLast((level) => used * 100 >= limit * level) ?? null;
}

const QUARTER_SECONDS = 900;

/** Where the excess begins: after the quarter of an hour in which the limit was reached. In seconds, as the quarters. */
export function overQuotaFrom(quarters: readonly { at: number; events: number }[], limit: number): number | null {
  let used = 0;
  for (const { at, events } of quarters) {
    used += events;
    if (used >= limit) return at + QUARTER_SECONDS;
  }
  return null;
}

/** The calendar month in UTC that an instant lies in, without its end. */
export function calendarMonth(now: Date): { month: string; from: Date; until: Date } {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  return {
    month: now.toISOString().slice(0, 7),
    from: new Date(Date.UTC(year, month, 1)),
    until: new Date(Date.UTC(year, month + 1, 1)),
  };
}

/** How many there are at the end of the month if the rest of it goes like its beginning. */
export function projectedUsage(used: number, now: Date): number {
  const { from, until } = calendarMonth(now);
  const passed = Math.max(now.getTime() - from.getTime(), SAMPLE_MS);
  return Math.ceil((used * (until.getTime() - from.getTime())) / passed);
}

/** Less than this says nothing about a pace. */
const SAMPLE_MS = 3_600_000;

/** When the limit is reached if the rest of the month goes like its beginning; null when it is not, or cannot be told yet. */
export function exhaustedAt(used: number, limit: number | null, now: Date): Date | null {
  if (limit === null || used <= 0) return null;
  const { from, until } = calendarMonth(now);
  const passed = now.getTime() - from.getTime();
  if (used >= limit) return now;
  if (passed < SAMPLE_MS) return null;
  const at = from.getTime() + (passed / used) * limit;
  return at < until.getTime() ? new Date(at) : null;
}
