import { VAT_CHECK_RESULTS } from '@poklik/contract/vat';
import { bigint, index, pgTable, text } from 'drizzle-orm/pg-core';
import { id, instant } from '../column-types.ts';
import { accounts } from '../users.ts';

/** What VIES said about VAT IDs. The consultation number proves that it was asked. */
export const vatChecks = pgTable(
  'vat_checks',
  {
    id: id(),
    accountId: bigint({ mode: 'number' })
      .notNull()
      .references(() => accounts.id),
    vatId: text().notNull(),
    result: text({ enum: VAT_CHECK_RESULTS }).notNull(),
    /** Null if the seller's own VAT ID was not sent or not accepted. */
    consultationNumber: text(),
    checkedAt: instant().notNull().defaultNow(),
  },
  (table) => [index('vat_checks_account_id_index').on(table.accountId, table.vatId, table.id)],
);
