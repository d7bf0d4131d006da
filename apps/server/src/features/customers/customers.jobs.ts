import { calendarMonth } from '@poklik/domain/tariffs/quota';
import type { Services } from '../../services.ts';
import { countAllEvents, findLastEvents } from '../../stats/count-events.ts';
import { copyUsage, findLastCopy, removeOldEmails } from './usage.repo.ts';

const HOUR_MS = 3_600_000;
/** How far the first copy looks back for the last event; later copies look at what is new. */
const FIRST_LOOK_MS = 90 * 24 * HOUR_MS;
/** Clicks may reach the analytics database late. */
const LATE_MS = 2 * HOUR_MS;
const KEEP_EMAILS_DAYS = 400;

const seconds = (at: number): number => Math.floor(at / 1000);

/** Copies the usage of all accounts, so that the list of customers can be filtered and sorted by it. */
export async function copyAccountUsage({ db, clickhouse }: Pick<Services, 'db' | 'clickhouse'>): Promise<void> {
  const now = new Date();
  const { month, from, until } = calendarMonth(now);
  const last = await findLastCopy(db);
  const since = last ? last.getTime() - LATE_MS : now.getTime() - FIRST_LOOK_MS;
  const [events, lastEvents] = await Promise.all([
    countAllEvents(clickhouse, { from: seconds(from.getTime()), until: seconds(until.getTime()) }),
    findLastEvents(clickhouse, seconds(since)),
  ]);
  const ids = new Set([...events.keys(), ...lastEvents.keys()]);
  const usage = [...ids].map((id) => ({
    ...{ account_id: id, events: events.get(id) ?? 0, last_at: lastEvents.get(id) ?? null },
  }));
  await copyUsage(db, month, usage);
}

export const customersJobs = (services: Services): Record<string, () => Promise<void>> => ({
  copy_account_usage: async () => {
    await copyAccountUsage(services);
    await removeOldEmails(services.db, KEEP_EMAILS_DAYS);
  },
});

export const CUSTOMERS_SCHEDULE = ['12 * * * * copy_account_usage'];
