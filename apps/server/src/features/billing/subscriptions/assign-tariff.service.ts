import { AppError } from '@poklik/contract/errors';
import type { Caller } from '../../../http/caller.ts';
import type { Database } from '../../../stores/postgres.ts';
import { recordAudit } from '../../audit/audit.service.ts';
import { notifyUser } from '../../notifications/notifications.service.ts';
import { findAccountId, lockAccount } from '../accounts.repo.ts';
import { setAccountTariff } from '../tariffs/tariffs.repo.ts';
import { getTariffById } from '../tariffs/tariffs.service.ts';
import { findSubscription, upsertSubscription } from './subscriptions.repo.ts';
import { getNextStatus, unlockPeriods } from './subscriptions.service.ts';

/** The operator assigns a tariff free of charge and without an end date. Existing credit stays. */
export const assignTariff = (
  db: Database,
  operator: Pick<Caller, 'userId' | 'ip'>,
  { userId, tariffId, reason }: { userId: number; tariffId: number; reason: string },
): Promise<void> =>
  db.transaction(async (tx) => {
    const accountId = await findAccountId(tx, userId);
    if (accountId === null) throw new AppError('not_found');
    await lockAccount(tx, accountId);
    const [tariff, before] = [await getTariffById(tx, tariffId), await findSubscription(tx, accountId)];
    const now = new Date();
    const values = {
      tariffId,
      period: tariff.period,
      status: getNextStatus(before, 'assigned'),
      startsAt: now,
      endsAt: null,
      anchorDay: now.getUTCDate(),
      creditMinor: before?.creditMinor ?? 0n,
    };
    await upsertSubscription(tx, accountId, values, { event: 'assigned' });
    await recordAudit(tx, {
      actor: operator.userId,
      account: accountId,
      action: 'subscription.assigned',
      entity: `account:${accountId}`,
      before: before && { tariff_id: before.tariffId, ends_at: before.endsAt },
      after: { tariff_id: tariffId, reason },
      ip: operator.ip,
    });
    await setAccountTariff(tx, accountId, tariffId);
    await unlockPeriods(tx, accountId, tariff.eventsLimit);
    await notifyUser(tx, { id: userId, accountId }, 'tariff_assigned', {
      tariff_ua: tariff.name.ua,
      tariff_ru: tariff.name.ru,
      tariff_en: tariff.name.en,
    });
  });
