import { AppError } from '@poklik/contract/errors';
import type { Transaction, transactionsApi } from '@poklik/contract/transactions';
import { ZERO_BALANCE } from '@poklik/domain/ledger/balance';
import { fromMinor } from '@poklik/domain/money/amount';
import type { Handlers } from '../../../http/bind-routes.ts';
import type { Caller } from '../../../http/caller.ts';
import { buildPage, pageWindow } from '../../../http/paging.ts';
import type { Services } from '../../../services.ts';
import type { Database } from '../../../stores/postgres.ts';
import { getCurrency } from '../accounts.repo.ts';
import { getBalance } from '../ledger/ledger.repo.ts';
import { toBalanceResponse } from '../ledger/ledger.service.ts';
import { releaseDueCommissions } from '../referrals/commissions.service.ts';
import {
  countCustomers,
  countTransactions,
  findCustomer,
  listCustomers,
  listTransactions,
  type TransactionRow,
} from './transactions.repo.ts';

type Api = Handlers<typeof transactionsApi>;
type HistoryQuery = Parameters<Api['own']>[1]['query'];
type CustomersQuery = Parameters<Api['users']>[1]['query'];

export async function getOwnHistory(services: Services, { accountId }: Pick<Caller, 'accountId'>, query: HistoryQuery) {
  await releaseDueCommissions(services, accountId);
  return getHistory(services.db, { accountId, path: '/transactions', isOperator: false }, query);
}

/** For the operator, with the names of staff. */
export async function getCustomerHistory(db: Database, userId: number, query: HistoryQuery) {
  const customer = await findCustomer(db, userId);
  if (!customer) throw new AppError('not_found');
  const path = `/transactions/users/${userId}/get_history`;
  return getHistory(db, { accountId: customer.accountId, path, isOperator: true }, query);
}

async function getHistory(
  db: Database,
  { accountId, path, isOperator }: { accountId: number; path: string; isOperator: boolean },
  query: HistoryQuery,
) {
  const { kind, direction, order = 'desc' } = query;
  const filter = { kind, direction };
  const [rows, total, balance, currency] = await Promise.all([
    listTransactions(db, accountId, filter, { ...pageWindow(query), order }),
    countTransactions(db, accountId, filter),
    getBalance(db, accountId),
    getCurrency(db, accountId),
  ]);
  return {
    data: rows.map((row) => toTransaction(row, accountId, { isOperator })),
    ...buildPage(path, query, total),
    balance: toBalanceResponse(balance),
    currency,
  };
}

/** All customers with their balances and totals. */
export async function listCustomerBalances(db: Database, query: CustomersQuery) {
  const { search, sort = 'last_movement_at', order = 'desc' } = query;
  const [rows, total] = await Promise.all([
    listCustomers(db, search, { ...pageWindow(query), sort, order }),
    countCustomers(db, search),
  ]);
  const data = rows.map(({ balance, lastMovementAt, totalIn, totalOut, ...row }) => ({
    ...row,
    balance: toBalanceResponse(
      balance
        ? {
            available: balance.availableMinor,
            reserved: balance.reservedMinor,
            pending: balance.pendingMinor,
            withdrawable: balance.withdrawableMinor,
          }
        : ZERO_BALANCE,
    ),
    last_movement_at: lastMovementAt === null ? null : new Date(lastMovementAt).toISOString(),
    total_in: fromMinor(totalIn),
    total_out: fromMinor(totalOut),
  }));
  return { data, ...buildPage('/transactions/users', query, total) };
}

export function toTransaction(
  row: TransactionRow,
  accountId: number,
  { isOperator }: { isOperator: boolean },
): Transaction {
  const by = row.actor === null ? 'product' : row.actor.accountId === accountId ? 'owner' : 'staff';
  return {
    id: row.id,
    kind: row.kind,
    created_at: row.createdAt.toISOString(),
    currency: row.currency,
    available: fromMinor(row.available),
    reserved: fromMinor(row.reserved),
    pending: fromMinor(row.pending),
    balance_after: row.balanceAfter === null ? null : fromMinor(BigInt(row.balanceAfter)),
    reference: row.reference,
    reason: row.reason,
    by,
    staff_name: isOperator && by === 'staff' ? row.actor?.name || (row.actor?.email ?? null) : null,
  };
}
