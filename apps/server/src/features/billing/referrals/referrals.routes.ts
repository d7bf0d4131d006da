import { AppError } from '@poklik/contract/errors';
import { BASE_CURRENCY } from '@poklik/contract/money';
import { type Commission, type CommissionOnHold, HoldReason, type referralsApi } from '@poklik/contract/referrals';
import { fromMinor } from '@poklik/domain/money/amount';
import { formatPercent } from '@poklik/domain/referrals/commission';
import { maskedEmail } from '@poklik/domain/withdrawals/masked-details';
import type { Handlers } from '../../../http/bind-routes.ts';
import { runIdempotent } from '../../../http/idempotency.ts';
import { buildPage, pageWindow } from '../../../http/paging.ts';
import { translator } from '../../../i18n/translate.ts';
import type { Services } from '../../../services.ts';
import { recordAudit } from '../../audit/audit.service.ts';
import { findAccountId } from '../accounts.repo.ts';
import { getBalance } from '../ledger/ledger.repo.ts';
import { countCommissions, listCommissions } from './commissions.repo.ts';
import { releaseDueCommissions, reviewCommission } from './commissions.service.ts';
import { getFunnel, getReferrer, insertVisit, listReferrals, updateReferralRate } from './referrals.repo.ts';

type ListedCommission = Awaited<ReturnType<typeof listCommissions>>[number];

export function referralsRoutes(services: Services): Handlers<typeof referralsApi> {
  const { db, config, secrets } = services;
  return {
    list: async (caller, { query }) => {
      const { accountId, userId } = caller;
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
    },
    commissions: async ({ accountId }, { query }) => {
      const { status, sort = 'created_at', order = 'desc' } = query;
      const filter = { accountId, status };
      await releaseDueCommissions(services, accountId);
      const [rows, total] = await Promise.all([
        listCommissions(db, filter, { ...pageWindow(query), sort, order }),
        countCommissions(db, filter),
      ]);
      return { data: rows.map(toCommission), ...buildPage('/referrals/commissions', query, total) };
    },
    countVisit: async (visitor, { body }) => {
      const day = new Date().toISOString().slice(0, 10);
      await insertVisit(db, body.ref, secrets.fingerprint(`visit ${day} ${visitor.ip} ${visitor.userAgent}`));
      return { message: translator(visitor.language)('done.visit_counted') };
    },
    held: async ({ accountId }, { query }) => {
      const { sort = 'created_at', order = 'asc' } = query;
      const filter = { status: 'held', excludedAccountId: accountId } as const;
      const [rows, total] = await Promise.all([
        listCommissions(db, filter, { ...pageWindow(query), sort, order }),
        countCommissions(db, filter),
      ]);
      return { data: rows.map(toHeldCommission), ...buildPage('/referrals/held', query, total) };
    },
    review: (caller, { params: { id }, body }) =>
      runIdempotent(db, caller, async (tx) => {
        await reviewCommission(tx, caller, id, body, async ({ accountId, referralId }) =>
          [accountId, await findAccountId(tx, referralId)].includes(caller.accountId),
        );
        const [row] = await listCommissions(tx, { id }, { limit: 1, offset: 0, sort: 'created_at', order: 'asc' });
        if (!row) throw new AppError('not_found');
        return { data: toHeldCommission(row) };
      }),
    setRate: (caller, { params: { id }, body: { percent } }) =>
      runIdempotent(db, caller, async (tx) => {
        const basisPoints = percent === null ? null : Math.round(Number(percent) * 100);
        const before = await updateReferralRate(tx, id, basisPoints);
        if (!before || before.accountId === caller.accountId) throw new AppError('not_found');
        await recordAudit(tx, {
          actor: caller.userId,
          account: before.accountId,
          action: 'referral_rate.changed',
          entity: `user:${id}`,
          before: { percent: before.basisPoints === null ? null : formatPercent(before.basisPoints) },
          after: { percent },
          ip: caller.ip,
        });
        return {
          data: { percent: formatPercent(basisPoints ?? config.referrals.basisPoints), is_own: percent !== null },
        };
      }),
  };
}

const toCommission = (row: ListedCommission): Commission => ({
  id: Number(row.id),
  email: maskedEmail(row.referral_email),
  base: fromMinor(BigInt(row.base_minor)),
  percent: formatPercent(row.basis_points),
  amount: fromMinor(BigInt(row.amount_minor)),
  reversed: fromMinor(BigInt(row.reversed_minor)),
  currency: row.currency,
  status: row.effective_status,
  created_at: new Date(row.created_at).toISOString(),
  release_at: new Date(row.release_at).toISOString(),
});

const toHeldCommission = (row: ListedCommission): CommissionOnHold => ({
  ...toCommission(row),
  referrer: { id: Number(row.beneficiary_id), email: row.referrer_email },
  referral: { id: Number(row.referral_id), email: row.referral_email },
  held_for: row.held_for.map((reason) => HoldReason.parse(reason)),
});
