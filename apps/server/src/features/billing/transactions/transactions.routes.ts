import type { transactionsApi } from '@poklik/contract/transactions';
import type { Handlers } from '../../../http/bind-routes.ts';
import type { Services } from '../../../services.ts';
import { adjustBalance } from './adjust-balance.service.ts';
import { getCustomerHistory, getOwnHistory, listCustomerBalances } from './transaction-history.service.ts';

export function transactionsRoutes(services: Services): Handlers<typeof transactionsApi> {
  const { db } = services;
  return {
    own: (caller, { query }) => getOwnHistory(services, caller, query),
    users: (_caller, { query }) => listCustomerBalances(db, query),
    deposit: (caller, { params, body }) =>
      adjustBalance(db, caller, { direction: 'deposit', userId: params.user_id, ...body }),
    deduct: (caller, { params, body }) =>
      adjustBalance(db, caller, { direction: 'deduct', userId: params.user_id, ...body }),
    history: (_caller, { params, query }) => getCustomerHistory(db, params.id, query),
  };
}
