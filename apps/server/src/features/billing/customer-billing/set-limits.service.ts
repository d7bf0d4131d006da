import { type CustomerLimits, LIMIT_NAMES } from '@poklik/contract/customers';
import { AppError, invalidField } from '@poklik/contract/errors';
import type { Caller } from '../../../http/caller.ts';
import type { Database } from '../../../stores/postgres.ts';
import { recordAudit } from '../../audit/audit.service.ts';
import { findAccountId, lockAccount } from '../accounts.repo.ts';
import { unlockPeriods } from '../subscriptions/subscriptions.service.ts';
import { findLimitOverride, replaceLimits } from '../tariffs/limit-overrides.repo.ts';
import { getAccountTariff } from '../tariffs/tariffs.repo.ts';

const YEARS_MAX = 5;

/** Limits other than the plan’s until a day. The customer sees them with the reason in the activity log. */
export const setLimits = (
  db: Database,
  caller: Caller,
  userId: number,
  limits: CustomerLimits,
): Promise<CustomerLimits | null> =>
  db.transaction(async (tx) => {
    const accountId = await findAccountId(tx, userId);
    if (accountId === null) throw new AppError('not_found');
    await lockAccount(tx, accountId);
    const before = await findLimitOverride(tx, accountId);
    const isEnd = LIMIT_NAMES.every((name) => limits[name] === null);
    if (!isEnd) checkLastDay(limits.until, new Date());
    await replaceLimits(tx, accountId, isEnd ? null : limits);
    const after = await findLimitOverride(tx, accountId);
    if (after) await unlockPeriods(tx, accountId, after.events ?? (await getAccountTariff(tx, accountId)).eventsLimit);
    await recordAudit(tx, {
      actor: caller.userId,
      account: accountId,
      action: 'limits.changed',
      entity: `account:${accountId}`,
      before,
      after: after ?? { reason: limits.reason },
      ip: caller.ip,
    });
    return after;
  });

function checkLastDay(day: string, now: Date): void {
  const latest = new Date(Date.UTC(now.getUTCFullYear() + YEARS_MAX, now.getUTCMonth(), now.getUTCDate()));
  if (day < now.toISOString().slice(0, 10) || day > latest.toISOString().slice(0, 10))
    throw invalidField('until', { key: 'limits_until', values: { years: YEARS_MAX } });
}
