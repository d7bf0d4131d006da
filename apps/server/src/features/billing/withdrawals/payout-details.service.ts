import { AppError } from '@poklik/contract/errors';
import type { NewPayout, SavedPayout } from '@poklik/contract/withdrawals';
import { maskedDetails, normalizeDetails } from '@poklik/domain/withdrawals/masked-details';
import { approvableFrom } from '@poklik/domain/withdrawals/transitions';
import type { Caller } from '../../../http/caller.ts';
import type { Services } from '../../../services.ts';
import { recordAudit } from '../../audit/audit.service.ts';
import { type AuthTools, confirmPassword } from '../../auth/auth.service.ts';
import { notifyWithEmail } from '../../notifications/notifications.service.ts';
import { findPayout, findWithdrawal, getUser, insertPayout, type PayoutRecord } from './withdrawals.repo.ts';

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

export const toSavedPayout = (payout: PayoutRecord): SavedPayout => ({
  method: payout.method,
  details: payout.masked,
  changed_at: payout.createdAt.toISOString(),
  approvable_from: approvableFrom(payout, new Date())?.toISOString() ?? null,
});

export const decryptDestination = ({ secrets }: Services, payout: PayoutRecord): PayoutDestination =>
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
