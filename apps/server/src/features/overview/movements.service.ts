import type { ParsedOf, ResponseOf } from '@poklik/contract/endpoint';
import type { Language } from '@poklik/contract/language';
import { BASE_CURRENCY } from '@poklik/contract/money';
import type { overviewApi } from '@poklik/contract/overview';
import { MOVEMENTS } from '@poklik/contract/overview-business';
import { fromMinor, toMinor } from '@poklik/domain/money/amount';
import { partOfTotal } from '@poklik/domain/revenue/recurring-revenue';
import { buildPage, pageWindow } from '../../http/paging.ts';
import type { Database } from '../../stores/postgres.ts';
import { listMoved } from './business.repo.ts';
import { toRecurring } from './business.service.ts';
import { listMovements } from './movements.repo.ts';
import { momentsOf, resolveOverviewDays } from './overview-days.service.ts';

/** Every change of recurring revenue in a period. The rows of a movement add up to its figure. */
export async function getMovements(
  db: Database,
  query: ParsedOf<typeof overviewApi.movements>['query'],
  { now, language }: { now: Date; language: Language },
): Promise<ResponseOf<typeof overviewApi.movements>> {
  const moments = momentsOf(resolveOverviewDays(query, now));
  const { movement, sort = 'at', order = 'desc' } = query;
  const [moved, rows] = await Promise.all([
    listMoved(db, moments),
    listMovements(db, { ...moments, movement }, { ...pageWindow(query), sort, order }),
  ]);
  const { printed, ...recurring } = toRecurring(moved);
  const count = recurring.movements
    .filter((each) => movement === undefined || each.movement === movement)
    .reduce((sum, each) => sum + each.count, 0);
  const mrrOf = (row: (typeof rows)[number]): bigint => {
    const place = MOVEMENTS.indexOf(row.movement);
    const sum = toMinor(recurring.movements[place]?.arr ?? '0');
    return partOfTotal(printed.parts[place] ?? 0n, { exact: BigInt(row.arr), running: BigInt(row.running), sum });
  };
  return {
    data: rows.map((row) => ({
      ...{ user_id: row.userId, email: row.email, name: row.name, movement: row.movement, period: row.period },
      at: new Date(row.at).toISOString(),
      tariff: row.tariff[language],
      invoice_id: row.invoiceId,
      mrr: fromMinor(mrrOf(row)),
      arr: fromMinor(BigInt(row.arr)),
    })),
    ...buildPage('/overview/movements', query, count),
    currency: BASE_CURRENCY,
    ...recurring,
  };
}
