import { fromMinor } from '@poklik/domain/money/amount';
import { dueCardNotice } from '@poklik/domain/payments/card-expiry';
import { priceFor } from '@poklik/domain/tariffs/billing-period';
import { sumOf } from '@poklik/domain/tariffs/proration';
import type { Services } from '../../../services.ts';
import { getDatabaseTime } from '../accounts.repo.ts';
import { getTaxTerms } from '../invoices/tax-terms.service.ts';
import { insertBillingNotice, listExpiringMethods } from '../payment-methods/payment-methods.repo.ts';
import { listEndingSubscriptions } from '../subscriptions/subscriptions.repo.ts';
import { getTariffById } from '../tariffs/tariffs.service.ts';
import { cardName, notifyOwner } from './charge-notices.service.ts';

const AHEAD_DAYS = 14;
const DAY_MS = 86_400_000;

/** A year is much money, so its charge is announced. */
export async function announceRenewals({ db, config }: Services, at?: Date): Promise<void> {
  const now = at ?? (await getDatabaseTime(db));
  const until = new Date(now.getTime() + AHEAD_DAYS * DAY_MS);
  for (const subscription of await listEndingSubscriptions(db, 'year', now, until)) {
    const { accountId, tariffId, nextTariffId, nextPeriod, period, endsAt, creditMinor } = subscription;
    const tariff = await getTariffById(db, nextTariffId ?? tariffId);
    const price = priceFor(tariff, nextPeriod ?? period) ?? tariff.priceMinor;
    if (price === 0n || !endsAt) continue;
    const date = endsAt.toISOString().slice(0, 10);
    const { taxBasisPoints } = await getTaxTerms(db, config, accountId, now);
    const { totalMinor } = sumOf(price, creditMinor, taxBasisPoints);
    await db.transaction(async (tx) => {
      if (await insertBillingNotice(tx, accountId, `renewal:${date}`))
        await notifyOwner(tx, accountId, 'renewal_ahead', {
          ...{ amount: fromMinor(totalMinor), currency: tariff.currency, date },
        });
    });
  }
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
