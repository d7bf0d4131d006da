import { RATE_SOURCES } from '@poklik/contract/currency-rates';
import { sql } from 'drizzle-orm';
import { bigint, check, index, numeric, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { users } from './users.ts';

/** Every rate is kept forever: each event is converted with the rate of its time. */
export const currencyRates = pgTable(
  'currency_rates',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    currency: text().notNull(),
    /** Value of one unit in the base currency; null if it is no longer converted. */
    rate: numeric({ precision: 18, scale: 9 }),
    validFrom: timestamp({ withTimezone: true, mode: 'date' }).notNull().defaultNow(),
    /** When it was set or last published again. */
    confirmedAt: timestamp({ withTimezone: true, mode: 'date' }).notNull().defaultNow(),
    source: text({ enum: RATE_SOURCES }).notNull().default('manual'),
    setById: bigint({ mode: 'number' }).references(() => users.id),
  },
  (table) => [
    index('currency_rates_currency_index').on(table.currency, table.validFrom),
    check('currency_rates_rate_is_positive', sql`${table.rate} > 0`),
  ],
);
