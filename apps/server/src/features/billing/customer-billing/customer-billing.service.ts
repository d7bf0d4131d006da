import type { CustomerMoney, CustomerUsage } from '@poklik/contract/customer-billing';
import { fromMinor } from '@poklik/domain/money/amount';
import type { Services } from '../../../services.ts';
import { countEventsByQuarter } from '../../../stats/count-events.ts';
import { tryClickhouse } from '../../../stores/try-clickhouse.ts';
import { getCurrency } from '../accounts.repo.ts';
import { getBalance } from '../ledger/ledger.repo.ts';
import { toBalanceResponse } from '../ledger/ledger.service.ts';
import { toPaymentMethod } from '../payment-methods/payment-method.response.ts';
import { listPaymentMethods } from '../payment-methods/payment-methods.repo.ts';
import { findSubscription } from '../subscriptions/subscriptions.repo.ts';
import { getSubscriptionWithUsage } from '../subscriptions/usage.service.ts';
import { findLimits } from '../tariffs/tariffs.repo.ts';
import { countOwnDomains, sumCommissions } from './customer-billing.repo.ts';

const DAYS = 30;
const DAY_SECONDS = 86_400;

export async function getCustomerMoney({ db }: Services, accountId: number): Promise<CustomerMoney> {
  const [currency, balance, subscription, methods, commissions] = await Promise.all([
    getCurrency(db, accountId),
    getBalance(db, accountId),
    findSubscription(db, accountId),
    listPaymentMethods(db, accountId),
    sumCommissions(db, accountId),
  ]);
  return {
    currency,
    balance: toBalanceResponse(balance),
    credit: fromMinor(subscription?.creditMinor ?? 0n),
    methods: methods.map(toPaymentMethod),
    commissions: {
      count: commissions.count,
      earned: fromMinor(commissions.earned),
      on_hold: fromMinor(commissions.onHold),
    },
  };
}

/** The same numbers that the customer sees, with the events of the last days. */
export async function getCustomerUsage(services: Services, accountId: number): Promise<CustomerUsage> {
  const now = Math.floor(Date.now() / 1000);
  const until = Math.floor(now / DAY_SECONDS) * DAY_SECONDS + DAY_SECONDS;
  const from = until - DAYS * DAY_SECONDS;
  const [{ usage }, limits, ownDomains, quarters] = await Promise.all([
    getSubscriptionWithUsage(services, accountId),
    findLimits(services.db, accountId),
    countOwnDomains(services.db, accountId),
    tryClickhouse(services, accountId, (client) =>
      countEventsByQuarter(client, { period: { from, until }, accountId }),
    ),
  ]);
  const { used, limit, resets_at } = usage.events;
  return {
    events: { used, limit, resets_at },
    ...{ campaigns: usage.campaigns, seats: usage.seats, blacklist: usage.blacklist },
    domains: { used: ownDomains, limit: limits?.domainsMax ?? null },
    days: quarters && toDays(quarters, from),
  };
}

const toDays = (quarters: readonly { at: number; events: number }[], from: number): CustomerUsage['days'] =>
  Array.from({ length: DAYS }, (_, index) => {
    const start = from + index * DAY_SECONDS;
    const own = quarters.filter(({ at }) => at >= start && at < start + DAY_SECONDS);
    return {
      day: new Date(start * 1000).toISOString().slice(0, 10),
      events: own.reduce((sum, { events }) => sum + events, 0),
    };
  });
