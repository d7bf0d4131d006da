import { calendarMonth, overQuotaFrom } from '@poklik/domain/tariffs/quota';
import type { Services } from '../../../services.ts';
import { countEventsByQuarter } from '../../../stats/count-events.ts';
import type { Period } from '../../../stats/period.ts';
import type { Database } from '../../../stores/postgres.ts';
import { listLockedMonths, unlockMonths } from './subscriptions.repo.ts';
import { monthPeriod } from './usage.service.ts';

const seconds = (date: Date): number => Math.floor(date.getTime() / 1000);

/** Periods over quota: their data is stored, and a larger tariff unlocks their reports. */
export async function listLockedPeriods(db: Database, accountId: number): Promise<Period[]> {
  const months = await listLockedMonths(db, accountId);
  return months.map(({ month, lockedFrom }) => ({
    from: seconds(lockedFrom),
    until: seconds(calendarMonth(new Date(`${month}-01T00:00:00Z`)).until),
  }));
}

/** When the account went over its limit this month, but never before the limit applied. */
export async function findOverQuotaStart(
  { clickhouse }: Services,
  { accountId, eventsLimit, since }: { accountId: number; eventsLimit: number; since: Date | null },
  now: Date,
): Promise<Date | null> {
  const quarters = await countEventsByQuarter(clickhouse.client, { period: monthPeriod(now), accountId });
  const exceededAt = overQuotaFrom(quarters, eventsLimit);
  if (exceededAt === null) return null;
  const at = new Date(exceededAt * 1000);
  return since !== null && since > at ? since : at;
}

/** A larger tariff unlocks the current month; any paid tariff unlocks past months. */
export const unlockPeriods = (tx: Database, accountId: number, eventsLimit: number | null) =>
  unlockMonths(tx, accountId, eventsLimit, calendarMonth(new Date()).month);
