import type { RateSource } from '@poklik/contract/currency-rates';
import type { RateSince } from '@poklik/domain/money/currency-rates';
import { asc, desc, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../stores/postgres.ts';
import { prepared } from '../../stores/prepared.ts';
import { currencyRates } from '../../stores/tables/currency-rates.ts';

const selectRates = prepared('currency_rates_by_age', (db) =>
  db
    .select({
      id: currencyRates.id,
      currency: currencyRates.currency,
      rate: sql<string | null>`trim_scale(${currencyRates.rate})::text`,
      validFrom: currencyRates.validFrom,
      source: currencyRates.source,
    })
    .from(currencyRates)
    .orderBy(asc(currencyRates.validFrom), asc(currencyRates.id)),
);

/** The full history, oldest first. */
export async function listRates(db: Database): Promise<(RateSince & { id: number; source: RateSource })[]> {
  const rows = await selectRates(db);
  return rows.map(({ validFrom, ...row }) => ({ ...row, since: validFrom.getTime() }));
}

export const insertRates = (
  db: Database,
  rates: readonly { currency: string; rate: string | null; source: RateSource; validFrom?: Date; confirmedAt?: Date }[],
  setById: number | null,
) => db.insert(currencyRates).values(rates.map((rate) => ({ ...rate, setById })));

export const lockRates = (db: Database) => db.execute(sql`lock table ${currencyRates} in share row exclusive mode`);

/** The rates in force that were set or published again since then. */
export async function listFreshRates(db: Database, since: Date): Promise<Map<string, string>> {
  const rows = await db
    .selectDistinctOn([currencyRates.currency], {
      currency: currencyRates.currency,
      rate: sql<string | null>`trim_scale(${currencyRates.rate})::text`,
      confirmedAt: currencyRates.confirmedAt,
    })
    .from(currencyRates)
    .orderBy(currencyRates.currency, desc(currencyRates.validFrom), desc(currencyRates.id));
  return new Map(
    rows.flatMap(({ currency, rate, confirmedAt }) => (rate === null || confirmedAt < since ? [] : [[currency, rate]])),
  );
}

export const confirmRates = (db: Database, ids: readonly number[]) =>
  db
    .update(currencyRates)
    .set({ confirmedAt: sql`now()` })
    .where(inArray(currencyRates.id, [...ids]));
