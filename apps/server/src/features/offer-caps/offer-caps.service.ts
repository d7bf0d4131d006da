import type { TypeSettings } from '@poklik/domain/conversion-types/conversion-types';
import { fromBaseMicro, rateAt } from '@poklik/domain/money/currency-rates';
import { lockConversions } from '../../stores/locks/conversions-lock.ts';
import type { Database } from '../../stores/postgres.ts';
import { listRates } from '../currency-rates/currency-rates.repo.ts';
import {
  emptyDays,
  listCappedOffers,
  type OfferDaySum,
  type SumRules,
  saveDays,
  sumAllDays,
  sumDays,
  type TouchedConversion,
} from './offer-caps.repo.ts';

const rulesOf = (types: readonly TypeSettings[]): SumRules => ({
  notConversions: types.filter(({ isConversion }) => !isConversion).map(({ code }) => code),
  notRevenue: types.filter(({ isRevenue }) => !isRevenue).map(({ code }) => code),
});

/** Counts the days of these conversions again for limits of offers. The caller holds the conversions lock. */
export async function recountDays(
  tx: Database,
  accountId: number,
  types: readonly TypeSettings[],
  touched: readonly TouchedConversion[],
): Promise<void> {
  const ofOffers = touched.filter(({ offerId }) => offerId > 0);
  if (ofOffers.length > 0) await saveSums(tx, await sumDays(tx, accountId, ofOffers, rulesOf(types)));
}

/** Counts all days of an offer again, because its time zone, currency or limits may have changed. */
export async function recountOffer(
  tx: Database,
  accountId: number,
  types: readonly TypeSettings[],
  offerId: number,
): Promise<void> {
  await lockConversions(tx);
  await emptyDays(tx, offerId);
  await saveSums(tx, await sumAllDays(tx, accountId, offerId, rulesOf(types)));
}

/** Types decide what counts, in the past too. */
export async function recountOffersOf(tx: Database, accountId: number, types: readonly TypeSettings[]): Promise<void> {
  for (const id of await listCappedOffers(tx, accountId)) await recountOffer(tx, accountId, types, id);
}

async function saveSums(tx: Database, sums: readonly OfferDaySum[]): Promise<void> {
  if (sums.length === 0) return;
  const rates = await listRates(tx);
  const days = new Map<string, { offerId: number; day: string; conversions: number; payoutMicro: bigint }>();
  for (const { offerId, day, offerCurrency, currency, conversions, payoutMicro, payoutBaseMicro } of sums) {
    const key = `${offerId} ${day}`;
    const sum = days.get(key) ?? { offerId, day, conversions: 0, payoutMicro: 0n };
    days.set(key, sum);
    sum.conversions += conversions;
    const rate = rateAt(rates, offerCurrency, Date.parse(day));
    if (currency === offerCurrency) sum.payoutMicro += payoutMicro;
    else if (rate !== null) sum.payoutMicro += fromBaseMicro(payoutBaseMicro, rate);
  }
  await saveDays(tx, [...days.values()]);
}
