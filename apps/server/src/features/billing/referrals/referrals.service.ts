import { AppError } from '@poklik/contract/errors';
import { formatPercent } from '@poklik/domain/referrals/commission';
import type { Caller, Visitor } from '../../../http/caller.ts';
import { runIdempotent } from '../../../http/idempotency.ts';
import type { Services } from '../../../services.ts';
import { recordAudit } from '../../audit/audit.service.ts';
import { insertVisit, updateReferralRate } from './referrals.repo.ts';

/** Visitors are counted once a day by a fingerprint that changes every day. */
export async function countVisit({ db, secrets }: Services, visitor: Visitor, code: string): Promise<void> {
  const day = new Date().toISOString().slice(0, 10);
  await insertVisit(db, code, secrets.fingerprint(`visit ${day} ${visitor.ip} ${visitor.userAgent}`));
}

/** Sets a user's own rate; null returns to the default. */
export const setReferralRate = (
  { db, config }: Services,
  caller: Caller,
  { userId, percent }: { userId: number; percent: string | null },
) =>
  runIdempotent(db, caller, async (tx) => {
    const basisPoints = percent === null ? null : Math.round(Number(percent) * 100);
    const before = await updateReferralRate(tx, userId, basisPoints);
    if (!before || before.accountId === caller.accountId) throw new AppError('not_found');
    await recordAudit(tx, {
      actor: caller.userId,
      account: before.accountId,
      action: 'referral_rate.changed',
      entity: `user:${userId}`,
      before: { percent: before.basisPoints === null ? null : formatPercent(before.basisPoints) },
      after: { percent },
      ip: caller.ip,
    });
    return {
      data: { percent: formatPercent(basisPoints ?? config.referrals.basisPoints), is_own: percent !== null },
    };
  });
