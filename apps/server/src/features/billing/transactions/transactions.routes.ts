import { AppError } from '@poklik/contract/errors';
import type { transactionsApi } from '@poklik/contract/transactions';
import { ZERO_BALANCE } from '@poklik/domain/ledger/balance';
import { fromMinor } from '@poklik/domain/money/amount';
import type { Handlers } from '../../../http/bind-routes.ts';
import { buildPage, pageWindow } from '../../../http/paging.ts';
import type { Services } from '../../../services.ts';
import type { Database } from '../../../stores/postgres.ts';
import { getCurrency } from '../accounts.repo.ts';
import { toBalanceResponse } from '../ledger/balance-response.ts';
import { getBalance } from '../ledger/ledger.repo.ts';
import { releaseDueCommissions } from '../referrals/commissions.service.ts';
import {
  countCustomers,
  countTransactions,
  findCustomer,
  listCustomers,
  listTransactions,
} from './transactions.repo.ts';
import { adjustBalance, toTransaction } from './transactions.service.ts';

type HistoryQuery = Parameters<Handlers<typeof transactionsApi>['own']>[1]['query'];

export function transactionsRoutes(services: Services): Handlers<typeof transactionsApi> {
  const { db } = services;
  return {
    own: async (caller, { query }) => {
      await releaseDueCommissions(services, caller.accountId);
      return getHistory(db, caller.accountId, '/transactions', query, { isOperator: false });
    },
    users: async (_caller, { query }) => {
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
    },
    deposit: (caller, { params, body }) => adjustBalance(db, caller, 'deposit', params.user_id, body),
    deduct: (caller, { params, body }) => adjustBalance(db, caller, 'deduct', params.user_id, body),
    history: async (_caller, { params, query }) => {
      const customer = await findCustomer(db, params.id);
      if (!customer) throw new AppError('not_found');
      const path = `/transactions/users/${params.id}/get_history`;
      return getHistory(db, customer.accountId, path, query, { isOperator: true });
    },
  };
}

async function getHistory(
  db: Database,
  accountId: number,
  path: string,
  query: HistoryQuery,
  reader: { isOperator: boolean },
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
    data: rows.map((row) => toTransaction(row, accountId, reader)),
    ...buildPage(path, query, total),
    balance: toBalanceResponse(balance),
    currency,
  };
}
