import type { Subscription } from '@poklik/contract/subscriptions';
import { calendarMonth, exhaustedAt } from '@poklik/domain/tariffs/quota';
import type { Services } from '../../../services.ts';
import { countEventsByAccount } from '../../../stats/count-events.ts';
import { tryClickhouse } from '../../../stores/try-clickhouse.ts';
import { findLimitOverride } from '../tariffs/limit-overrides.repo.ts';
import { getAccountTariff, type TariffRow } from '../tariffs/tariffs.repo.ts';
import { countUsage, findSubscription } from './subscriptions.repo.ts';
import { toSubscriptionTerms } from './subscriptions.service.ts';

const seconds = (date: Date): number => Math.floor(date.getTime() / 1000);

/** The calendar month in UTC seconds. */
export const monthPeriod = (now: Date) => {
  const { from, until } = calendarMonth(now);
  return { from: seconds(from), until: seconds(until) };
};

async function getUsage(
  services: Services,
  accountId: number,
  tariff: TariffRow,
  now: Date,
): Promise<Subscription['usage']> {
  const [usage, override, events] = await Promise.all([
    countUsage(services.db, accountId),
    findLimitOverride(services.db, accountId),
    tryClickhouse(services, accountId, (client) =>
      countEventsByAccount(client, { period: monthPeriod(now), accountId }),
    ),
  ]);
  const used = events === null ? null : (events.get(accountId) ?? 0);
  const eventsLimit = override?.events ?? tariff.eventsLimit;
  return {
    events: {
      used,
      limit: eventsLimit,
      exhausted_at: exhaustedAt(used ?? 0, eventsLimit, now)?.toISOString() ?? null,
      resets_at: calendarMonth(now).until.toISOString(),
    },
    campaigns: { used: usage.campaigns, limit: override?.campaigns ?? tariff.campaignsLimit },
    seats: { used: usage.seats, limit: override?.seats ?? tariff.seatsLimit },
    blacklist: { used: usage.blacklist, limit: override?.blacklist ?? tariff.blacklistLimit },
  };
}

/** The account's plan, its terms and how much of its limits is used. */
export async function getSubscriptionWithUsage(services: Services, accountId: number): Promise<Subscription> {
  const [tariff, row] = await Promise.all([
    getAccountTariff(services.db, accountId),
    findSubscription(services.db, accountId),
  ]);
  return {
    ...toSubscriptionTerms(tariff, row),
    usage: await getUsage(services, accountId, tariff, new Date()),
  };
}
