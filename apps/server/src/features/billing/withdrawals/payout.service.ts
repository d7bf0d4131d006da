import { AppError } from '@poklik/contract/errors';
import { BASE_CURRENCY } from '@poklik/contract/money';
import type { NewPayout, SavedPayout, WithdrawalTerms } from '@poklik/contract/withdrawals';
import { fromMinor } from '@poklik/domain/money/amount';
import { maskedDetails, normalizeDetails } from '@poklik/domain/withdrawals/masked-details';
import { approvableFrom } from '@poklik/domain/withdrawals/transitions';
import type { Caller } from '../../../http/caller.ts';
import { buildCsv, ROWS_PER_CHUNK } from '../../../http/csv-stream.ts';
import type { Services } from '../../../services.ts';
import { readBatches } from '../../../stores/snapshot.ts';
import { recordAudit } from '../../audit/audit.service.ts';
import { type AuthTools, confirmPassword } from '../../auth/auth.service.ts';
import { notifyWithEmail } from '../../notifications/notifications.service.ts';
import { getBalance } from '../ledger/ledger.repo.ts';
import { releaseDueCommissions } from '../referrals/commissions.service.ts';
import { PAYOUT_COLUMNS, toPayoutRow } from './payout-csv.ts';
import {
  approvedIdsQuery,
  findNextRelease,
  findOpenWithdrawal,
  findPayout,
  findWithdrawal,
  getUser,
  insertPayout,
  listWithdrawalsById,
  type PayoutRecord,
} from './withdrawals.repo.ts';

interface PayoutDestination {
  holder: string;
  account: string;
}

/** Requires the password. Existing requests keep their payout details. */
export async function savePayout(
  services: Services,
  tools: AuthTools,
  caller: Caller,
  { method, holder, account, password }: NewPayout,
): Promise<SavedPayout> {
  await confirmPassword(services, tools, caller, password);
  const { db, secrets } = services;
  return db.transaction(async (tx) => {
    const before = await findPayout(tx, caller.accountId);
    const destination: PayoutDestination = { holder, account };
    const saved = await insertPayout(tx, {
      accountId: caller.accountId,
      method,
      sealed: secrets.seal(JSON.stringify(destination)),
      masked: maskedDetails(method, account),
      fingerprint: secrets.fingerprint(normalizeDetails(method, account)),
      isReplacement: before !== null,
      createdById: caller.userId,
    });
    await recordAudit(tx, {
      actor: caller.userId,
      account: caller.accountId,
      action: 'payout_details.changed',
      entity: `account:${caller.accountId}`,
      before: before && { method: before.method, details: before.masked },
      after: { method, details: saved.masked },
      ip: caller.ip,
    });
    const user = await getUser(tx, caller.userId);
    await notifyWithEmail(tx, user, 'payout_details_changed', { details: saved.masked, ip: caller.ip }, 'referrals');
    return toSavedPayout(saved);
  });
}

const toSavedPayout = (payout: PayoutRecord): SavedPayout => ({
  method: payout.method,
  details: payout.masked,
  changed_at: payout.createdAt.toISOString(),
  approvable_from: approvableFrom(payout, new Date())?.toISOString() ?? null,
});

const decryptDestination = ({ secrets }: Services, payout: PayoutRecord): PayoutDestination =>
  JSON.parse(secrets.open(payout.sealed));

/** Unmasked details for staff, never of their own account. Each access is audited. */
export async function getPayoutDetails(services: Services, caller: Caller, id: number) {
  const row = await findWithdrawal(services.db, id);
  if (!row || row.withdrawal.accountId === caller.accountId) throw new AppError('not_found');
  await recordAudit(services.db, {
    actor: caller.userId,
    account: row.withdrawal.accountId,
    action: 'withdrawal.details_read',
    entity: `withdrawal:${id}`,
    ip: caller.ip,
  });
  return { method: row.payout.method, ...decryptDestination(services, row.payout) };
}

/** Limit of a bank file; the rest goes into the next one. */
const EXPORT_MAX = 10_000;

/** Approved withdrawals, except those of the caller's own account. */
export async function exportApproved(services: Services, caller: Caller) {
  const { db, exportPool } = services;
  const ids: number[] = [];
  const payments = readBatches(exportPool, approvedIdsQuery(db, caller.accountId, EXPORT_MAX), {
    size: ROWS_PER_CHUNK,
    read: async (tx, batch: string[]) => {
      const rows = await listWithdrawalsById(tx, batch.map(Number));
      ids.push(...rows.map(({ withdrawal }) => withdrawal.id));
      return rows.map(({ withdrawal, payout, user }) =>
        toPayoutRow({
          id: withdrawal.id,
          createdAt: withdrawal.createdAt,
          method: payout.method,
          ...decryptDestination(services, payout),
          net: fromMinor(withdrawal.amountMinor - withdrawal.feeMinor),
          currency: withdrawal.currency,
          email: user.email,
        }),
      );
    },
  });
  const text = await buildCsv(PAYOUT_COLUMNS, payments, 'en');
  await recordAudit(db, {
    actor: caller.userId,
    account: null,
    action: 'withdrawals.exported',
    entity: `user:${caller.userId}`,
    after: { ids },
    ip: caller.ip,
  });
  const day = new Date().toISOString().slice(0, 10);
  return { name: `withdrawals-${day}.csv`, text, count: ids.length };
}

/** What the withdrawal form shows, and what blocks a request. */
export async function getWithdrawalTerms(services: Services, caller: Caller): Promise<WithdrawalTerms> {
  const { db, config } = services;
  const { accountId, userId } = caller;
  await releaseDueCommissions(services, accountId);
  const [user, balance, payout, openId, nextRelease] = await Promise.all([
    getUser(db, userId),
    getBalance(db, accountId),
    findPayout(db, accountId),
    findOpenWithdrawal(db, accountId),
    findNextRelease(db, accountId),
  ]);
  const { minMinor, feeMinor } = config.withdrawals;
  const blockedBy: WithdrawalTerms['blocked_by'] = [];
  if (!user.emailVerifiedAt) blockedBy.push('email_not_verified');
  if (openId !== null) blockedBy.push('request_open');
  if (balance.withdrawable < minMinor) blockedBy.push('below_minimum');
  if (!payout) blockedBy.push('payout_missing');
  return {
    currency: BASE_CURRENCY,
    minimum: fromMinor(minMinor),
    fee: fromMinor(feeMinor),
    withdrawable: fromMinor(balance.withdrawable),
    pending: fromMinor(balance.pending),
    next_release_at: nextRelease?.toISOString() ?? null,
    payout: payout && toSavedPayout(payout),
    blocked_by: blockedBy,
  };
}
