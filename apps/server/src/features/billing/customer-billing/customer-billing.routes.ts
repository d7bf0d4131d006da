import type { CustomerPayment, customerBillingApi } from '@poklik/contract/customer-billing';
import { AppError } from '@poklik/contract/errors';
import { fromMinor } from '@poklik/domain/money/amount';
import type { Handlers } from '../../../http/bind-routes.ts';
import { buildPage, pageWindow } from '../../../http/paging.ts';
import type { Services } from '../../../services.ts';
import { findAccountId } from '../accounts.repo.ts';
import { countPayments, countTariffChanges, listPayments, listTariffChanges } from './customer-billing.repo.ts';
import { getCustomerMoney, getCustomerUsage } from './customer-billing.service.ts';
import { setLimits } from './set-limits.service.ts';

export function customerBillingRoutes(services: Services): Handlers<typeof customerBillingApi> {
  const { db } = services;
  const accountOf = async (userId: number): Promise<number> => {
    const accountId = await findAccountId(db, userId);
    if (accountId === null) throw new AppError('not_found');
    return accountId;
  };
  return {
    usage: async (_caller, { params }) => ({ data: await getCustomerUsage(services, await accountOf(params.id)) }),
    setLimits: async (caller, { params, body }) => ({ data: await setLimits(db, caller, params.id, body) }),
    money: async (_caller, { params }) => ({ data: await getCustomerMoney(services, await accountOf(params.id)) }),
    payments: async (_caller, { params, query }) => {
      const accountId = await accountOf(params.id);
      const [rows, total] = await Promise.all([
        listPayments(db, accountId, { ...pageWindow(query), order: query.order ?? 'desc' }),
        countPayments(db, accountId),
      ]);
      return { data: rows.map(toCustomerPayment), ...buildPage(`/users/${params.id}/payments`, query, total) };
    },
    tariffs: async ({ language }, { params, query }) => {
      const accountId = await accountOf(params.id);
      const [rows, total] = await Promise.all([
        listTariffChanges(db, accountId, { ...pageWindow(query), order: query.order ?? 'desc' }),
        countTariffChanges(db, accountId),
      ]);
      const data = rows.map((row) => ({
        at: new Date(row.at).toISOString(),
        event: row.event,
        tariff: row.name?.[language] ?? null,
        period: row.period,
        amount: row.total === null ? null : fromMinor(BigInt(row.total)),
        ...{ currency: row.currency, invoice: row.invoice },
      }));
      return { data, ...buildPage(`/users/${params.id}/tariffs`, query, total) };
    },
  };
}

const toCustomerPayment = (row: Awaited<ReturnType<typeof listPayments>>[number]): CustomerPayment => ({
  ...{ id: row.id, provider: row.provider, purpose: row.purpose, status: row.status, currency: row.currency },
  amount: fromMinor(row.amountMinor),
  created_at: row.createdAt.toISOString(),
  ...{ attempt: row.attempt, failure: row.failure },
});
