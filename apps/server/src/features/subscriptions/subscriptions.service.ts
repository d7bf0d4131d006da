import { AppError } from '@poklik/contract/errors';
import type { Caller } from '../../http/caller.ts';
import type { Database } from '../../stores/postgres.ts';
import { record } from '../audit/audit.service.ts';
import { notify } from '../notifications/notifications.service.ts';
import { lockTariffOf, moveToTariff, tariffById } from '../tariffs/tariffs.service.ts';
import { findAccountOf, findSubscription, saveSubscription } from './subscriptions.repo.ts';

/** The operator gives a tariff away: no charge, no end. What was paid for the one before stays as credit. */
export const assignTariff = (
  db: Database,
  operator: Pick<Caller, 'userId' | 'ip'>,
  { userId, tariffId, reason }: { userId: number; tariffId: number; reason: string },
): Promise<void> =>
  db.transaction(async (tx) => {
    const accountId = await findAccountOf(tx, userId);
    if (accountId === null) throw new AppError('not_found');
    await lockTariffOf(tx, accountId);
    const [tariff, before] = [await tariffById(tx, tariffId), await findSubscription(tx, accountId)];
    const now = new Date();
    await saveSubscription(tx, accountId, {
      tariffId,
      period: tariff.period,
      status: 'active',
      startsAt: now,
      endsAt: null,
      anchorDay: now.getUTCDate(),
      creditMinor: before?.creditMinor ?? 0n,
    });
    await record(tx, {
      actor: operator.userId,
      account: accountId,
      action: 'subscription.assigned',
      entity: `account:${accountId}`,
      before: before && { tariff_id: before.tariffId, ends_at: before.endsAt },
      after: { tariff_id: tariffId, reason },
      ip: operator.ip,
    });
    await moveToTariff(tx, accountId, tariffId);
    await notify(tx, { id: userId, accountId }, 'tariff_assigned', {
      tariff_ua: tariff.name.ua,
      tariff_ru: tariff.name.ru,
      tariff_en: tariff.name.en,
    });
  });
