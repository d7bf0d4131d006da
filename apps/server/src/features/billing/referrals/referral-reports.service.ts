import { BASE_CURRENCY } from '@poklik/contract/money';
import type { referralsApi } from '@poklik/contract/referrals';
import { fromMinor } from '@poklik/domain/money/amount';
import { formatPercent } from '@poklik/domain/referrals/commission';
import { maskedEmail } from '@poklik/domain/withdrawals/masked-details';
import type { Handlers } from '../../../http/bind-routes.ts';
import type { Caller } from '../../../http/caller.ts';
import { buildPage, pageWindow } from '../../../http/paging.ts';
import type { Services } from '../../../services.ts';
import type { Database } from '../../../stores/postgres.ts';
import { getBalance } from '../ledger/ledger.repo.ts';
import { toCommission, toHeldCommission } from './commission.response.ts';
import { countCommissions, listCommissions } from './commissions.repo.ts';
import { releaseDueCommissions } from './commissions.service.ts';
import { getFunnel, getReferrer, listReferrals } from './referrals.repo.ts';

type Api = Handlers<typeof referralsApi>;
type ReferralsQuery = Parameters<Api['list']>[1]['query'];
type CommissionsQuery = Parameters<Api['commissions']>[1]['query'];
type OnHoldQuery = Parameters<Api['held']>[1]['query'];

/** The referred users, with the funnel and the earnings of the account. */
export async function listReferralsWithSummary(
  services: Services,
  { accountId, userId }: Caller,
  query: ReferralsQuery,
) {
  const { db, config } = services;
  await releaseDueCommissions(services, accountId);
  const { sort = 'created_at', order = 'desc' } = query;
  const [rows, funnel, referrer, balance] = await Promise.all([
    listReferrals(db, accountId, { ...pageWindow(query), sort, order }),
    getFunnel(db, accountId),
    getReferrer(db, userId),
    getBalance(db, accountId),
  ]);
  return {
    data: rows.map((row) => ({
      id: Number(row.id),
      email: maskedEmail(row.email),
      created_at: new Date(row.created_at).toISOString(),
      payments: Number(row.payments),
      commission: fromMinor(BigInt(row.commission_minor)),
      is_paying: row.is_paying,
    })),
    ...buildPage('/referrals', query, Number(funnel.sign_ups)),
    summary: {
      code: referrer.code,
      currency: BASE_CURRENCY,
      percent: formatPercent(referrer.basisPoints ?? config.referrals.basisPoints),
      hold_days: config.referrals.holdDays,
      visits: Number(funnel.visits),
      sign_ups: Number(funnel.sign_ups),
      paying: Number(funnel.paying),
      earned: fromMinor(BigInt(funnel.earned_minor)),
      available: fromMinor(balance.withdrawable),
      pending: fromMinor(balance.pending),
      paid: fromMinor(BigInt(funnel.paid_minor)),
    },
  };
}

export async function listOwnCommissions(services: Services, { accountId }: Caller, query: CommissionsQuery) {
  const { db } = services;
  const { status, sort = 'created_at', order = 'desc' } = query;
  const filter = { accountId, status };
  await releaseDueCommissions(services, accountId);
  const [rows, total] = await Promise.all([
    listCommissions(db, filter, { ...pageWindow(query), sort, order }),
    countCommissions(db, filter),
  ]);
  return { data: rows.map(toCommission), ...buildPage('/referrals/commissions', query, total) };
}

/** For staff, without commissions of their own account. */
export async function listCommissionsOnHold(db: Database, { accountId }: Caller, query: OnHoldQuery) {
  const { sort = 'created_at', order = 'asc' } = query;
  const filter = { status: 'held', excludedAccountId: accountId } as const;
  const [rows, total] = await Promise.all([
    listCommissions(db, filter, { ...pageWindow(query), sort, order }),
    countCommissions(db, filter),
  ]);
  return { data: rows.map(toHeldCommission), ...buildPage('/referrals/held', query, total) };
}
