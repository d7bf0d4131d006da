import type { ParsedOf, ResponseOf } from '@poklik/contract/endpoint';
import { AppError } from '@poklik/contract/errors';
import type { Language } from '@poklik/contract/language';
import { BASE_CURRENCY } from '@poklik/contract/money';
import type { overviewApi } from '@poklik/contract/overview';
import { type CustomerList, RISKS } from '@poklik/contract/overview-business';
import { fromMinor } from '@poklik/domain/money/amount';
import { areClicksDown } from '@poklik/domain/revenue/clicks-down';
import { monthlyMinor, partOfTotal } from '@poklik/domain/revenue/recurring-revenue';
import type { DaySpan } from '@poklik/domain/statistics/calendar';
import { buildPage, pageWindow } from '../../http/paging.ts';
import type { Services } from '../../services.ts';
import { countClicksByAccount } from '../../stats/clicks/count-clicks-by-account.ts';
import { tryQuestion } from '../../stores/try-clickhouse.ts';
import { getListTotal, type ListScope, listCustomers } from './customer-lists.repo.ts';
import { momentsOf, resolveOverviewDays } from './overview-days.service.ts';

const DAY_SECONDS = 86_400;
const WEEK_SECONDS = 7 * DAY_SECONDS;

/** Lists whose exact amounts are those of a year. */
const RECURRING: ReadonlySet<CustomerList> = new Set(['paying', ...RISKS]);
const MONEY: ReadonlySet<CustomerList> = new Set([
  ...RECURRING,
  'revenue',
  'charge_failed',
  'charge_unknown',
  'disputed',
]);

/** The scope of a list. Null if it is about clicks while the analytics database is unavailable. */
export async function findClickScope(
  services: Services,
  list: CustomerList,
  days: DaySpan,
  now: Date,
): Promise<ListScope | null> {
  const moments = momentsOf(days);
  if (list !== 'with_clicks' && list !== 'clicks_down') return { ...moments, accountIds: [] };
  const until = Math.floor(now.getTime() / 1000);
  const count = (from: number, end: number) => countClicksByAccount(services.clickhouse, { from, until: end });
  const accountIds = await tryQuestion(services, async () => {
    if (list === 'with_clicks') return [...(await count(Date.parse(moments.from) / 1000, until)).keys()];
    const weekAgo = until - WEEK_SECONDS;
    const [recent, before] = [await count(weekAgo, until), await count(weekAgo - 4 * WEEK_SECONDS, weekAgo)];
    return [...before].filter(([id, clicks]) => areClicksDown(recent.get(id) ?? 0, clicks)).map(([id]) => id);
  });
  return accountIds && { ...moments, accountIds };
}

type Query = ParsedOf<typeof overviewApi.customers>['query'];

/** The customers behind a figure. Their amounts add up to it. */
export async function getCustomers(
  services: Services,
  query: Query,
  { now, language }: { now: Date; language: Language },
): Promise<ResponseOf<typeof overviewApi.customers>> {
  const { list } = query;
  const scope = await findClickScope(services, list, resolveOverviewDays(query, now), now);
  if (!scope) throw new AppError('unavailable');
  const hasAmount = MONEY.has(list);
  const sort = query.sort ?? (hasAmount ? 'amount' : 'email');
  const order = query.order ?? (sort === 'amount' ? 'desc' : 'asc');
  const [total, rows] = await Promise.all([
    getListTotal(services.db, list, scope),
    listCustomers(services.db, list, scope, { ...pageWindow(query), sort, order }),
  ]);
  const printed = RECURRING.has(list) ? monthlyMinor(total.amountMinor) : total.amountMinor;
  const amountOf = (exact: bigint, running: bigint): string =>
    fromMinor(RECURRING.has(list) ? partOfTotal(printed, { exact, running, sum: total.amountMinor }) : exact);
  return {
    data: rows.map((row) => ({
      ...{ user_id: row.userId, email: row.email, name: row.name },
      tariff: row.tariff?.[language] ?? null,
      created_at: new Date(row.createdAt).toISOString(),
      amount: hasAmount ? amountOf(BigInt(row.amount ?? 0), BigInt(row.running ?? 0)) : null,
    })),
    ...buildPage('/overview/customers', query, total.count),
    currency: BASE_CURRENCY,
    amount: hasAmount ? fromMinor(printed) : null,
  };
}
