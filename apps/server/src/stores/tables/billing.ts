import {
  type BillTo,
  DISPUTE_STATUSES,
  INVOICE_STATUSES,
  INVOICE_TYPES,
  type InvoiceLine,
  type Seller,
  TAX_TREATMENTS,
  type TaxTreatment,
} from '@poklik/contract/invoices';
import type { Language } from '@poklik/contract/language';
import { CHARGE_FAILURES, type Provider } from '@poklik/contract/payment-methods';
import { PAYMENT_STATUSES } from '@poklik/domain/payments/payment-state';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { id, instant, money } from './column-types.ts';
import { couponUses } from './payments/coupons.ts';
import { paymentMethods } from './payments/payment-methods.ts';
import { tariffs } from './tariffs.ts';
import { accounts, users } from './users.ts';

const account = () =>
  bigint({ mode: 'number' })
    .notNull()
    .references(() => accounts.id);

/** A copy of an account's plan. Amounts are strings because JSON has no large integers. */
export interface PlanSnapshot {
  tariffId: number;
  period: 'month' | 'year';
  startsAt: string;
  endsAt: string | null;
  anchorDay: number;
  value: string;
  nextTariffId: number | null;
  nextPeriod: 'month' | 'year' | null;
  /** The invoice that paid for it; null if it was free. */
  invoiceId: number | null;
}

/** What a dispute suspended, restored when it is won. */
export interface SuspendedPlan extends PlanSnapshot {
  credit: string;
  suspendedAt: string;
  /** Subscription version after the suspension, to detect later changes. */
  version: number;
}

/** A trigger prevents changing and deleting an issued invoice. */
export const invoices = pgTable(
  'invoices',
  {
    id: id(),
    accountId: account(),
    /** Assigned when it leaves draft, without gaps. */
    number: text(),
    status: text({ enum: INVOICE_STATUSES }).notNull().default('draft'),
    type: text({ enum: INVOICE_TYPES }).notNull(),
    tariffId: bigint({ mode: 'number' }).references(() => tariffs.id),
    period: text({ enum: ['month', 'year'] }),
    periodFrom: instant(),
    periodUntil: instant(),
    lines: jsonb().$type<InvoiceLine[]>().notNull(),
    /** Whose discount is one of the lines. */
    couponUseId: bigint({ mode: 'number' }).references(() => couponUses.id),
    subtotalMinor: money(),
    creditMinor: money(),
    taxBasisPoints: integer().notNull(),
    taxMinor: money(),
    /** Null without VAT by country. */
    taxTreatment: text({ enum: TAX_TREATMENTS }),
    /** In which the seller declares the tax, and the tax in it; the amount is null without an exchange rate. */
    declaredCurrency: text(),
    declaredTaxMinor: bigint({ mode: 'bigint' }),
    totalMinor: money(),
    currency: text().notNull(),
    billTo: jsonb().$type<BillTo>().notNull(),
    seller: jsonb().$type<Seller>().notNull(),
    locale: text().$type<Language>().notNull(),
    issuedAt: instant(),
    dueAt: instant(),
    paidAt: instant(),
    /** Refunded part of the total. */
    refundedMinor: money().default(sql`0`),
    /** Disputed part of the total. */
    disputedMinor: money().default(sql`0`),
    disputeStatus: text({ enum: DISPUTE_STATUSES }),
    /** The previous plan, restored if this invoice is voided. */
    replaced: jsonb().$type<PlanSnapshot>(),
    voidReason: text(),
    createdAt: instant().notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('invoices_number_key').on(table.number),
    index('invoices_account_id_index').on(table.accountId, table.id),
    index('invoices_coupon_use_id_index').on(table.couponUseId).where(sql`${table.couponUseId} is not null`),
    uniqueIndex('invoices_open_key').on(table.accountId).where(sql`${table.status} = 'open'`),
    check(
      'invoices_sum_agrees',
      sql`${table.totalMinor} = ${table.subtotalMinor} - ${table.creditMinor} + ${table.taxMinor}`,
    ),
    check(
      'invoices_taken_back_is_part',
      sql`${table.refundedMinor} >= 0 and ${table.disputedMinor} >= 0 and ${table.refundedMinor} + ${table.disputedMinor} <= ${table.totalMinor}`,
    ),
    check('invoices_issued_has_number', sql`(${table.status} = 'draft') = (${table.number} is null)`),
  ],
);

/** The last number of each month. Its row is locked while an invoice is issued, so that there are no gaps. */
export const invoiceSeries = pgTable('invoice_series', {
  series: text().primaryKey(),
  last: integer().notNull(),
});

/** A discount as it was promised. */
export interface OrderedCoupon {
  useId: number;
  code: string;
  isRecurring: boolean;
  discount: string;
}

/** The order of a checkout. Amounts are strings because JSON has no large integers. */
export interface Order {
  tariffId: number;
  period: 'month' | 'year';
  from: string;
  until: string;
  anchorDay: number;
  /** After the discount. */
  subtotal: string;
  coupon?: OrderedCoupon;
  creditApplied: string;
  creditLeft: string;
  tax: string;
  /** As agreed when it was ordered. Not in orders from before VAT by country. */
  terms?: { taxBasisPoints: number; taxTreatment: TaxTreatment | null; billTo: BillTo };
  /** Subscription version, to detect changes before the payment. */
  version: number;
}

/** A payment at a provider, from the opened checkout to the last refund. */
export const payments = pgTable(
  'payments',
  {
    id: id(),
    accountId: account(),
    userId: bigint({ mode: 'number' })
      .notNull()
      .references(() => users.id),
    /** Our unguessable reference at the provider. */
    reference: text().notNull(),
    provider: text().$type<Provider>().notNull(),
    /** The provider's payment ID, known once it is paid at the latest. Disputes contain only this one. */
    providerPaymentId: text(),
    purpose: text({ enum: ['tariff', 'deposit', 'invoice'] }).notNull(),
    status: text({ enum: PAYMENT_STATUSES }).notNull().default('pending'),
    /** Of an automatic charge: the saved card, and its number among the charges of the invoice. */
    paymentMethodId: bigint({ mode: 'number' }).references(() => paymentMethods.id),
    attempt: smallint(),
    failure: text({ enum: CHARGE_FAILURES }),
    amountMinor: money(),
    currency: text().notNull(),
    /** What the provider charges, if it doesn't take the account's currency. Fixed when it is opened, with the rate. */
    chargeMinor: bigint({ mode: 'bigint' }),
    chargeCurrency: text(),
    chargeRate: text(),
    /** The provider's page, so that opening it again doesn't create a second payment. */
    pageUrl: text(),
    refundToldMinor: money().default(sql`0`),
    refundBookedMinor: money().default(sql`0`),
    /** Amount currently held by disputes. */
    disputeBookedMinor: money().default(sql`0`),
    /** The plan that a dispute suspended. */
    suspended: jsonb().$type<SuspendedPlan>(),
    order: jsonb().$type<Order>(),
    /** The invoice that it pays, or that was issued for it. */
    invoiceId: bigint({ mode: 'number' }).references(() => invoices.id),
    /** `deposit` if the money went to the balance because the order was no longer valid. */
    bookedAs: text({ enum: ['deposit', 'invoice'] }),
    locale: text().$type<Language>().notNull(),
    createdAt: instant().notNull().defaultNow(),
    paidAt: instant(),
  },
  (table) => [
    uniqueIndex('payments_reference_key').on(table.reference),
    index('payments_account_id_index').on(table.accountId, table.id),
    index('payments_provider_payment_id_index').on(table.providerPaymentId),
    uniqueIndex('payments_attempt_key').on(table.invoiceId, table.attempt),
    index('payments_unanswered_index')
      .on(table.createdAt)
      .where(sql`${table.attempt} is not null and ${table.status} = 'pending'`),
    check('payments_attempt_has_method', sql`(${table.attempt} is null) = (${table.paymentMethodId} is null)`),
    index('payments_open_index')
      .on(table.createdAt)
      .where(sql`${table.attempt} is null and ${table.status} = 'pending'`),
    check('payments_amount_is_positive', sql`${table.amountMinor} > 0`),
    check(
      'payments_charge_is_complete',
      sql`num_nonnulls(${table.chargeMinor}, ${table.chargeCurrency}, ${table.chargeRate}) in (0, 3) and (${table.chargeMinor} is null or ${table.chargeMinor} > 0)`,
    ),
    check(
      'payments_refund_is_part',
      sql`${table.refundBookedMinor} between 0 and ${table.refundToldMinor} and ${table.refundToldMinor} <= ${table.amountMinor}`,
    ),
    check(
      'payments_dispute_is_part',
      sql`${table.disputeBookedMinor} >= 0 and ${table.refundBookedMinor} + ${table.disputeBookedMinor} <= ${table.amountMinor}`,
    ),
    check('payments_booked_is_paid', sql`(${table.bookedAs} is not null) = (${table.status} = 'paid')`),
  ],
);

/** Disputes, as reported by the provider. */
export const disputes = pgTable(
  'disputes',
  {
    provider: text().notNull(),
    disputeId: text().notNull(),
    paymentId: bigint({ mode: 'number' })
      .notNull()
      .references(() => payments.id),
    amountMinor: money(),
    status: text({ enum: DISPUTE_STATUSES }).notNull(),
    createdAt: instant().notNull().defaultNow(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.provider, table.disputeId] }),
    index('disputes_payment_id_index').on(table.paymentId),
  ],
);

/** Received provider events, so that repeated ones are ignored. */
export const paymentEvents = pgTable(
  'payment_events',
  {
    provider: text().notNull(),
    eventId: text().notNull(),
    paymentId: bigint({ mode: 'number' })
      .notNull()
      .references(() => payments.id),
    receivedAt: instant().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.provider, table.eventId] })],
);

export const billingDetails = pgTable('billing_details', {
  accountId: bigint({ mode: 'number' })
    .primaryKey()
    .references(() => accounts.id, { onDelete: 'cascade' }),
  name: text().notNull(),
  address: text().notNull(),
  country: text().notNull(),
  taxId: text().notNull(),
  street: text().notNull().default(''),
  city: text().notNull().default(''),
  postcode: text().notNull().default(''),
  /** Decides the tax. */
  countryCode: text(),
  vatId: text().notNull().default(''),
  isBusiness: boolean().notNull().default(false),
});
