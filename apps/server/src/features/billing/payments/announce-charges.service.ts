import { fromMinor } from '@poklik/domain/money/amount';
import { dueCardNotice } from '@poklik/domain/payments/card-expiry';
import { isTrial, TRIAL_NOTICE_DAYS } from '@poklik/domain/tariffs/subscription';
import type { Services } from '../../../services.ts';
import type { Database } from '../../../stores/postgres.ts';
import { getDatabaseTime } from '../accounts.repo.ts';
import { insertBillingNotice, listExpiringMethods } from '../payment-methods/payment-methods.repo.ts';
import { planRenewal } from '../subscriptions/renewal-terms.service.ts';
import {
  listEndingSubscriptions,
  listEndingTrials,
  type SubscriptionRow,
} from '../subscriptions/subscriptions.repo.ts';
import { cardName, notifyOwner } from './charge-notices.service.ts';

const AHEAD_DAYS = 14;
const DAY_MS = 86_400_000;

/** A year is much money, so its charge is announced. */
export async function announceRenewals({ db, config }: Services, at?: Date): Promise<void> {
  const now = at ?? (await getDatabaseTime(db));
  const until = new Date(now.getTime() + AHEAD_DAYS * DAY_MS);
  for (const subscription of await listEndingSubscriptions(db, 'year', now, until)) {
    if (isTrial(subscription)) continue;
    await announceCharge(db, config, subscription, { kind: 'renewal_ahead', notice: 'renewal', now });
  }
}

/** Only trials that end with a charge. */
export async function announceTrials({ db, config }: Services, at?: Date): Promise<void> {
  const now = at ?? (await getDatabaseTime(db));
  const until = new Date(now.getTime() + TRIAL_NOTICE_DAYS * DAY_MS);
  for (const subscription of await listEndingTrials(db, now, until))
    await announceCharge(db, config, subscription, { kind: 'trial_ending', notice: 'trial', now });
}

/** Once for each end of a period. */
async function announceCharge(
  db: Database,
  config: Services['config'],
  subscription: SubscriptionRow,
  { kind, notice, now }: { kind: 'renewal_ahead' | 'trial_ending'; notice: string; now: Date },
): Promise<void> {
  const { accountId, endsAt } = subscription;
  const renewal = await planRenewal(db, config, subscription, now);
  if (!renewal || !endsAt) return;
  const date = endsAt.toISOString().slice(0, 10);
  const { tariff, sum } = renewal;
  await db.transaction(async (tx) => {
    if (await insertBillingNotice(tx, accountId, `${notice}:${date}`))
      await notifyOwner(tx, accountId, kind, { amount: fromMinor(sum.totalMinor), currency: tariff.currency, date });
  });
}

/** 30 and 7 days before the last day of a card. */
export async function announceExpiringCards({ db }: Services, at?: Date): Promise<void> {
  const now = at ?? (await getDatabaseTime(db));
  const months = [now, new Date(now.getTime() + 31 * DAY_MS)].map((day) => day.toISOString().slice(0, 7));
  for (const method of await listExpiringMethods(db, months)) {
    const notice = method.expires === null ? null : dueCardNotice(method.expires, now);
    if (!notice) continue;
    await db.transaction(async (tx) => {
      if (await insertBillingNotice(tx, method.accountId, `card:${method.id}:${notice.days}`))
        await notifyOwner(tx, method.accountId, 'card_expiring', { card: cardName(method), date: notice.lastDay });
    });
  }
}
