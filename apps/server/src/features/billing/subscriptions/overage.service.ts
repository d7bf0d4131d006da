import { invalidField } from '@poklik/contract/errors';
import type { Overage } from '@poklik/contract/overage';
import { fromMinor, toMinor } from '@poklik/domain/money/amount';
import {
  agreedFor,
  appliesFrom,
  billedAt,
  eventsAllowed,
  overageForecast,
  overageOf,
  termsOf,
} from '@poklik/domain/tariffs/overage';
import { calendarMonth } from '@poklik/domain/tariffs/quota';
import type { Caller } from '../../../http/caller.ts';
import type { Services } from '../../../services.ts';
import { countEventsByAccount } from '../../../stats/count-events.ts';
import type { Database } from '../../../stores/postgres.ts';
import { tryClickhouse } from '../../../stores/try-clickhouse.ts';
import { recordAudit } from '../../audit/audit.service.ts';
import { getDatabaseTime, lockAccount } from '../accounts.repo.ts';
import { findLimitOverride } from '../tariffs/limit-overrides.repo.ts';
import { getAccountTariff } from '../tariffs/tariffs.repo.ts';
import { hasOverdueBill, listAgreed, replaceAgreed, unlockMonth } from './overage.repo.ts';
import { monthPeriod } from './usage.service.ts';

/** What events above the plan cost the account; null if its plan sells none and nothing was agreed for this month. */
export async function getOverage(services: Services, accountId: number): Promise<Overage | null> {
  const { db } = services;
  const now = await getDatabaseTime(db);
  const { month } = calendarMonth(now);
  const [tariff, override, agreed] = [
    await getAccountTariff(db, accountId),
    await findLimitOverride(db, accountId),
    await listAgreed(db, accountId),
  ];
  const current = agreedFor(agreed, month);
  const included = override?.events ?? tariff.eventsLimit;
  if (tariff.overagePriceMinor === null || included === null) return null;
  const terms = termsOf(current, tariff.overagePriceMinor);
  const counts = await tryClickhouse(services, accountId, (client) =>
    countEventsByAccount(client, { period: monthPeriod(now), accountId }),
  );
  const used = counts === null ? null : (counts.get(accountId) ?? 0);
  const later = agreed.find(({ fromMonth }) => fromMonth > month);
  return {
    price: fromMinor(terms?.priceMinor ?? tariff.overagePriceMinor),
    currency: tariff.currency,
    monthly_cap: terms === null ? null : fromMinor(terms.capMinor),
    next: later
      ? { from: `${later.fromMonth}-01`, monthly_cap: later.capMinor === null ? null : fromMinor(later.capMinor) }
      : null,
    events: { used, included },
    cost: used === null ? null : fromMinor(overageOf(used, included, terms).amountMinor),
    forecast: used === null ? null : fromMinor(overageForecast(used, { included, terms, now }).amountMinor),
    billed_at: billedAt(now).toISOString(),
    is_overdue: await hasOverdueBill(db, accountId),
  };
}

/** Null switches it off. What is agreed for this month can only grow, because its events have already come. */
export const setOverage = (db: Database, caller: Caller, monthlyCap: string | null): Promise<void> =>
  db.transaction(async (tx) => {
    const { accountId, userId } = caller;
    await lockAccount(tx, accountId);
    const now = await getDatabaseTime(tx);
    const { month } = calendarMonth(now);
    const current = agreedFor(await listAgreed(tx, accountId), month);
    const { overagePriceMinor, eventsLimit } = await getAccountTariff(tx, accountId);
    const capMinor = monthlyCap === null ? null : toMinor(monthlyCap);
    if (capMinor !== null && overagePriceMinor === null) throw invalidField('monthly_cap', 'overage_not_sold');
    const fromMonth = appliesFrom(current, capMinor, now);
    const price = termsOf(current, overagePriceMinor)?.priceMinor ?? overagePriceMinor ?? current?.priceMinor;
    // Nothing was agreed and nothing is wanted.
    if (price === undefined || (capMinor === null && current?.capMinor == null)) return;
    if (capMinor !== null && capMinor < price) throw invalidField('monthly_cap', 'overage_cap_low');
    const agreed = { fromMonth, capMinor, priceMinor: price };
    await replaceAgreed(tx, { accountId, agreedById: userId, ...agreed });
    const included = (await findLimitOverride(tx, accountId))?.events ?? eventsLimit;
    const allowed = fromMonth === month ? eventsAllowed(included, termsOf(agreed, overagePriceMinor)) : null;
    if (allowed !== null && !(await hasOverdueBill(tx, accountId))) await unlockMonth(tx, accountId, allowed, month);
    await recordAudit(tx, {
      ...{ actor: userId, account: accountId, action: 'overage.changed', entity: `account:${accountId}` },
      before: { monthly_cap: current?.capMinor == null ? null : fromMinor(current.capMinor) },
      after: { monthly_cap: monthlyCap, from: fromMonth, price: fromMinor(price) },
      ip: caller.ip,
    });
  });
