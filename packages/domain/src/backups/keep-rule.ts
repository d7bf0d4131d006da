/** How many hours, days, weeks and months keep a backup each. */
export interface KeepRule {
  hours: number;
  days: number;
  weeks: number;
  months: number;
}

const RULE = /^(\d{1,3})([hdwm])$/;
const PERIODS = { h: 'hours', d: 'days', w: 'weeks', m: 'months' } as const;

/** Reads a rule such as `24h,7d,4w,6m`; undefined if it is none. */
export function parseKeepRule(text: string): KeepRule | undefined {
  const rule: KeepRule = { hours: 0, days: 0, weeks: 0, months: 0 };
  for (const part of text.split(',')) {
    const [, count, unit] = RULE.exec(part.trim()) ?? [];
    if (count === undefined) return undefined;
    rule[PERIODS[unit as keyof typeof PERIODS]] = Number(count);
  }
  return rule;
}

interface Backup {
  id: string;
  at: Date;
}

/**
 * The backups that a rule keeps: the latest of each of the latest hours, days, weeks and months that have one. The latest
 * backup is always kept, and if hours count, so are those of the hour before it: who needs the state at a time makes
 * another backup first.
 */
export function selectKept(backups: readonly Backup[], rule: KeepRule): ReadonlySet<string> {
  const newestFirst = backups.toSorted((a, b) => b.at.getTime() - a.at.getTime());
  const [newest] = newestFirst;
  const recent = (newest?.at.getTime() ?? 0) - (rule.hours > 0 ? HOUR_MS : 0);
  const kept = new Set(newestFirst.filter(({ at }) => at.getTime() >= recent).map(({ id }) => id));
  for (const [period, nameOf] of Object.entries(PERIOD_NAMES) as [keyof KeepRule, (at: Date) => string][]) {
    const latest = new Map<string, string>();
    for (const { id, at } of newestFirst) if (!latest.has(nameOf(at))) latest.set(nameOf(at), id);
    for (const id of [...latest.values()].slice(0, rule[period])) kept.add(id);
  }
  return kept;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** The first day of 1970 was a Thursday; weeks start on Monday. */
const MONDAY_OFFSET_DAYS = 3;
const PERIOD_NAMES: Record<keyof KeepRule, (at: Date) => string> = {
  hours: (at) => at.toISOString().slice(0, 13),
  days: (at) => at.toISOString().slice(0, 10),
  weeks: (at) => String(Math.floor((Math.floor(at.getTime() / DAY_MS) + MONDAY_OFFSET_DAYS) / 7)),
  months: (at) => at.toISOString().slice(0, 7),
};
