import { BASE_CURRENCY } from '@poklik/contract/money';
import type { overviewApi } from '@poklik/contract/overview';
import { fromMinor } from '@poklik/domain/money/amount';
import { lastDays } from '@poklik/domain/statistics/days';
import type { Handlers } from '../../http/bind-routes.ts';
import { providerName } from '../../payments/configured-provider.ts';
import type { Services } from '../../services.ts';
import { countAllEvents } from '../../stats/count-events.ts';
import { queryMetrics } from '../../stats/query-metrics.ts';
import { askAll } from '../../stores/shards/ask-shards.ts';
import { tryQuestion } from '../../stores/try-clickhouse.ts';
import { getLedgerHealth } from '../billing/billing.service.ts';
import { getTimezone } from '../profile/profile.service.ts';
import { getDataHealth } from '../statistics/data-health.service.ts';
import { getBusiness } from './business.service.ts';
import { getCustomers } from './customer-lists.service.ts';
import { getMovements } from './movements.service.ts';
import {
  countActiveCampaigns,
  countCustomers,
  countPendingWithdrawals,
  getOpenInvoiceTotals,
  getRevenueThisMonth,
} from './overview.repo.ts';
import { getService } from './service-state.service.ts';
import { getTasks } from './tasks.service.ts';

export const overviewRoutes = (services: Services): Handlers<typeof overviewApi> => ({
  get: async (caller) => {
    const { db, clickhouse } = services;
    const [customers, activeCampaigns, revenue, waiting, open, timezone, statistics] = await Promise.all([
      countCustomers(db),
      countActiveCampaigns(db),
      getRevenueThisMonth(db),
      countPendingWithdrawals(db),
      getOpenInvoiceTotals(db),
      getTimezone(db, caller),
      clickhouse.ping(),
    ]);
    const [today = { from: 0, until: 0 }] = lastDays(timezone, Date.now(), 1);
    const { from, until } = today;
    const everything = {
      period: { from, until },
      timeZone: timezone,
      timeBasis: 'click',
      filters: [],
      rates: [],
    } as const;
    const [metrics, events] = await Promise.all([
      tryQuestion(services, () =>
        askAll(clickhouse, ({ client, foreign }) =>
          queryMetrics(client, { ...everything, exceptAccountIds: foreign, groupBy: [] }),
        ),
      ),
      tryQuestion(services, () => countAllEvents(clickhouse, { from, until })),
    ]);
    return {
      data: {
        customers,
        active_campaigns: activeCampaigns,
        clicks_today: metrics?.reduce((sum, { totals }) => sum + totals.clicks, 0) ?? null,
        events_today: events && [...events.values()].reduce((sum, count) => sum + count, 0),
        revenue_this_month: fromMinor(revenue),
        withdrawals_waiting: waiting,
        open_invoices: { count: open.count, amount: fromMinor(open.amountMinor) },
        currency: BASE_CURRENCY,
        payment_provider: providerName(services.config),
        data_health: {
          statistics: statistics.ok ? 'ok' : 'down',
          reason: statistics.ok ? null : statistics.reason,
          figures: await getDataHealth(db),
          ledger: await getLedgerHealth(db),
        },
      },
    };
  },
  business: async (_, { query }) => ({ data: await getBusiness(services, query, new Date()) }),
  movements: ({ language }, { query }) => getMovements(services.db, query, { now: new Date(), language }),
  customers: ({ language }, { query }) => getCustomers(services, query, { now: new Date(), language }),
  service: async (_, { query }) => ({ data: await getService(services, query, new Date()) }),
  tasks: async () => ({ data: await getTasks(services.db, new Date()) }),
});
