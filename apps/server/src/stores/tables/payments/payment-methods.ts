import type { Language } from '@poklik/contract/language';
import { CHARGE_FAILURES, type Provider } from '@poklik/contract/payment-methods';
import { sql } from 'drizzle-orm';
import { bigint, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { id, instant } from '../column-types.ts';
import { accounts, users } from '../users.ts';

const account = () =>
  bigint({ mode: 'number' })
    .notNull()
    .references(() => accounts.id);

/** Who agreed to be charged at renewal, to which text, and from where. */
export interface ChargeConsentRecord {
  version: number;
  language: Language;
  ip: string;
  at: string;
}

/** Cards charged at renewal. A row waits for the provider until it is confirmed. */
export const paymentMethods = pgTable(
  'payment_methods',
  {
    id: id(),
    accountId: account(),
    userId: bigint({ mode: 'number' })
      .notNull()
      .references(() => users.id),
    provider: text().$type<Provider>().notNull(),
    /** Our reference of the page that saves it; that of the payment if it is saved while paying. */
    reference: text().notNull(),
    /** What the provider charges. Empty once removed. */
    sealed: text(),
    /** Equal for the same card. */
    fingerprint: text(),
    brand: text().notNull().default(''),
    last4: text().notNull().default(''),
    /** 2027-05 */
    expires: text(),
    country: text(),
    position: integer().notNull().default(0),
    consent: jsonb().$type<ChargeConsentRecord>().notNull(),
    /** Why it must not be charged any more. */
    refusal: text({ enum: CHARGE_FAILURES }),
    createdAt: instant().notNull().defaultNow(),
    confirmedAt: instant(),
    removedAt: instant(),
  },
  (table) => [
    uniqueIndex('payment_methods_reference_key').on(table.reference),
    index('payment_methods_account_id_index').on(table.accountId, table.position),
    index('payment_methods_expires_index').on(table.expires).where(sql`${table.removedAt} is null`),
  ],
);

/** Notices about charges that were sent, so that each is sent once. */
export const billingNotices = pgTable(
  'billing_notices',
  {
    accountId: account(),
    /** What it is about: `renewal:2026-11-20`, `card:12:30`. */
    key: text().notNull(),
    createdAt: instant().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.key] })],
);
