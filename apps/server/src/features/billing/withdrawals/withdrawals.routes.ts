import type { withdrawalsApi } from '@poklik/contract/withdrawals';
import type { Handlers } from '../../../http/bind-routes.ts';
import { buildPage, pageWindow } from '../../../http/paging.ts';
import type { Services } from '../../../services.ts';
import type { AuthTools } from '../../auth/auth.service.ts';
import { exportApproved } from './export-payouts.service.ts';
import { getPayoutDetails, savePayout } from './payout-details.service.ts';
import { requestWithdrawal } from './request-withdrawal.service.ts';
import { changeWithdrawalStatus } from './review-withdrawal.service.ts';
import { isStaff, toWithdrawal } from './withdrawal.response.ts';
import { getWithdrawalTerms } from './withdrawal-terms.service.ts';
import { countWithdrawals, listWithdrawals } from './withdrawals.repo.ts';

export function withdrawalsRoutes(services: Services, tools: AuthTools): Handlers<typeof withdrawalsApi> {
  const { db, config } = services;
  return {
    list: async (caller, { query }) => {
      const { status, method, search, scope, sort = 'created_at', order = 'desc' } = query;
      const seesAll = isStaff(caller) && scope !== 'own';
      const filter = { accountId: seesAll ? undefined : caller.accountId, status, method, search };
      const [rows, total] = await Promise.all([
        listWithdrawals(db, filter, { ...pageWindow(query), sort, order }),
        countWithdrawals(db, filter),
      ]);
      const { twoApproversFromMinor } = config.withdrawals;
      const data = rows.map((row) => toWithdrawal(row, caller, twoApproversFromMinor));
      return { data, ...buildPage('/withdrawals', query, total) };
    },
    terms: async (caller) => ({ data: await getWithdrawalTerms(services, caller) }),
    create: (caller, { body }) => requestWithdrawal(services, caller, body),
    changeStatus: (caller, { params, body }) => changeWithdrawalStatus(services, caller, params.id, body),
    payout: async (caller, { params }) => ({ data: await getPayoutDetails(services, caller, params.id) }),
    exportApproved: async (caller) => ({ data: await exportApproved(services, caller) }),
    savePayout: async (caller, { body }) => ({ data: await savePayout(services, tools, caller, body) }),
  };
}
