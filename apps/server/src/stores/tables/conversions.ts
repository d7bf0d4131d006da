import { type ConversionStatus, DEDUPE_MODES } from '@poklik/contract/campaigns';
import { GOAL_KINDS } from '@poklik/contract/goals';
import { OUTGOING_BODIES, OUTGOING_METHODS, type OutgoingHeader } from '@poklik/contract/outgoing-request';
import type { ClickFacts } from '@poklik/domain/conversions/click-facts';
import type { ReportedIdentity } from '@poklik/domain/conversions/postback-fields';
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
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { campaigns } from './campaigns.ts';
import { networks } from './networks.ts';
import { accounts, users } from './users.ts';

const instant = (column = '') => timestamp(column, { withTimezone: true, mode: 'date' });
const micro = () => bigint({ mode: 'bigint' });
const accountId = () =>
  bigint({ mode: 'number' })
    .notNull()
    .references(() => accounts.id, { onDelete: 'cascade' });
const campaignId = () =>
  bigint({ mode: 'number' })
    .notNull()
    .references(() => campaigns.id, { onDelete: 'cascade' });

/** Parsed fields of a postback. */
export interface ReportedFields {
  /** The offer that the click ID names; only behind a lander. */
  offerId?: number;
  status: string;
  /** What the status means, if the network or the postback says so. */
  mappedStatus?: ConversionStatus | 'none';
  /** Missing if the amount is invalid. */
  payout?: string | null;
  currency: string;
  /** The network's, if the postback has none. */
  defaultCurrency?: string;
  transactionId: string;
  type: string;
  params: string[];
  identity?: ReportedIdentity;
  /** False for pixels without a secret. */
  isTrusted: boolean;
}

export const conversions = pgTable(
  'conversions',
  {
    /** Sortable by time. */
    id: text().primaryKey(),
    accountId: accountId(),
    campaignId: campaignId(),
    clickId: text().notNull(),
    type: text().notNull(),
    transactionId: text().notNull().default(''),
    /** The offer that the click ID named; 0 for none. One click can convert for several. */
    offerId: bigint({ mode: 'number' }).notNull().default(0),
    /** Numbers repeated conversions of one transaction, if the campaign allows them. */
    turn: integer().notNull().default(0),
    status: text({ enum: ['pending', 'approved', 'rejected', 'chargeback'] }).notNull(),
    /** As sent by the reporter. */
    originalStatus: text().notNull().default(''),
    /** Without what was refunded. */
    payoutMicro: micro().notNull(),
    /** In the currency of the payout. */
    refundedMicro: micro().notNull().default(sql`0`),
    currency: text().notNull(),
    /** In the base currency, at the rate when it was reported. */
    payoutBaseMicro: micro().notNull(),
    costBaseMicro: micro().notNull(),
    /** What refunds and chargebacks took, in the base currency. */
    refundedBaseMicro: micro().notNull().default(sql`0`),
    params: text().array().notNull(),
    /** For ad platforms. Emails and phone numbers are hashes. */
    identity: jsonb().$type<ReportedIdentity>().notNull().default({}),
    source: text({ enum: ['postback', 'pixel', 'api', 'import', 'manual'] }).notNull(),
    clickAt: instant().notNull(),
    receivedAt: instant().notNull(),
    country: text().notNull(),
    click: jsonb().$type<ClickFacts>().notNull(),
    /** IDs of the applied postbacks. */
    marks: text().array().notNull().default([]),
    revision: integer().notNull().default(1),
    updatedAt: instant().notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('conversions_event_key').on(table.clickId, table.type, table.transactionId, table.turn, table.offerId),
    index('conversions_account_id_index').on(table.accountId, table.receivedAt, table.id),
    index('conversions_campaign_id_index').on(table.campaignId, table.receivedAt),
    index('conversions_payout_index').on(table.accountId, table.payoutBaseMicro, table.id),
    index('conversions_click_at_index').on(table.accountId, table.clickAt, table.id),
    index('conversions_offer_index')
      .on(table.accountId, sql`((${table.click} ->> 'offer_id')::bigint)`, table.receivedAt)
      .where(sql`(${table.click} ->> 'offer_id')::bigint > 0`),
    index('conversions_transaction_id_index').on(table.accountId, table.transactionId),
    check('conversions_status_is_known', sql`${table.status} in ('pending', 'approved', 'rejected', 'chargeback')`),
    check('conversions_payout_is_not_negative', sql`${table.payoutMicro} >= 0`),
    check('conversions_refund_is_not_negative', sql`${table.refundedMicro} >= 0`),
  ],
);

/** What an account calls its conversions and how they count. An account without rows has the standard types. */
export const conversionTypes = pgTable(
  'conversion_types',
  {
    accountId: accountId(),
    code: text().notNull(),
    /** Empty for the standard name. */
    name: text().notNull().default(''),
    isConversion: boolean().notNull(),
    isRevenue: boolean().notNull(),
    payoutMicro: micro(),
    currency: text().notNull().default('USD'),
    dedupeMode: text({ enum: DEDUPE_MODES }),
    position: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.code] }),
    check('conversion_types_payout_is_not_negative', sql`${table.payoutMicro} >= 0`),
  ],
);

/** What an account wants clicks to reach: an event, or a conversion of a type. */
export const goals = pgTable(
  'goals',
  {
    accountId: accountId(),
    number: integer().notNull(),
    name: text().notNull(),
    kind: text({ enum: GOAL_KINDS }).notNull(),
    match: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.number] }),
    check('goals_number_is_in_range', sql`${table.number} between 1 and 10`),
  ],
);

/** A conversion before or after a change. Amounts are decimal strings. */
export interface ConversionState {
  status: 'pending' | 'approved' | 'rejected' | 'chargeback';
  payout_micro: string;
  currency: string;
  payout_base_micro: string;
  cost_base_micro: string;
  /** Missing in changes of earlier releases, which count as 0: another change follows where something was taken. */
  refunded_base_micro?: string;
}

/** The history of each conversion, and the queue of the sync to ClickHouse: each row is sent once. */
export const conversionChanges = pgTable(
  'conversion_changes',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    conversionId: text()
      .notNull()
      .references(() => conversions.id, { onDelete: 'cascade' }),
    revision: integer().notNull(),
    at: instant().notNull().defaultNow(),
    /** Null if a postback caused the change. */
    authorId: bigint({ mode: 'number' }).references(() => users.id),
    source: text({ enum: ['postback', 'pixel', 'api', 'import', 'manual'] }).notNull(),
    postbackId: text(),
    reason: text().notNull().default(''),
    before: jsonb().$type<ConversionState>(),
    after: jsonb().$type<ConversionState>().notNull(),
    /** Month of the conversion, as 202611: rows inserted together belong to one partition. */
    month: integer().notNull(),
    /** Created before the first attempt and kept, so that a retry sends the same rows. */
    syncBatch: bigint('feed_batch', { mode: 'number' }),
    syncedAt: instant('fed_at'),
  },
  (table) => [
    uniqueIndex('conversion_changes_revision_key').on(table.conversionId, table.revision),
    index('conversion_changes_unfed_index').on(table.syncBatch, table.id).where(sql`${table.syncedAt} is null`),
  ],
);

/** Which analytics database the sync has filled. */
export const conversionSync = pgTable('conversion_feed', {
  id: integer().primaryKey(),
  store: text().notNull(),
  batches: bigint({ mode: 'number' }).notNull().default(0),
});

/** Every postback of an account, with its result. */
export const postbacks = pgTable(
  'postbacks',
  {
    id: text().primaryKey(),
    accountId: accountId(),
    /** Null if it names no click of the account. */
    campaignId: bigint({ mode: 'number' }).references(() => campaigns.id, { onDelete: 'cascade' }),
    networkId: bigint({ mode: 'number' }).references(() => networks.id, { onDelete: 'set null' }),
    clickId: text().notNull(),
    source: text({ enum: ['postback', 'pixel'] }).notNull(),
    method: text().notNull(),
    ip: text().notNull(),
    /** Secrets are removed. */
    rawQuery: text().notNull(),
    fields: jsonb().$type<ReportedFields>().notNull(),
    /** By the tracker's clock. */
    receivedAt: instant().notNull(),
    /** By the database's clock, to limit how long the click is searched. */
    shippedAt: instant().notNull().defaultNow(),
    /** Order of arrival by log position, because clocks differ and can be set back. */
    arrival: bigint({ mode: 'number' }).notNull().generatedByDefaultAsIdentity(),
    verdict: text().notNull(),
    conversionId: text().references(() => conversions.id, { onDelete: 'set null' }),
    resolvedAt: instant(),
    /** When to retry; null once resolved. */
    dueAt: instant(),
  },
  (table) => [
    index('postbacks_account_id_index').on(table.accountId, table.receivedAt, table.id),
    index('postbacks_campaign_id_index').on(table.campaignId, table.receivedAt, table.id),
    index('postbacks_network_id_index')
      .on(table.networkId, table.receivedAt, table.id)
      .where(sql`${table.networkId} is not null`),
    index('postbacks_conversion_id_index').on(table.conversionId),
    index('postbacks_due_index').on(table.accountId, table.dueAt, table.arrival).where(sql`${table.dueAt} is not null`),
    index('postbacks_undecided_click_index').on(table.clickId, table.arrival).where(sql`${table.dueAt} is not null`),
  ],
);

/** Outgoing postbacks to traffic sources and their delivery. */
export const outgoingPostbacks = pgTable(
  'outgoing_postbacks',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    accountId: accountId(),
    conversionId: text()
      .notNull()
      .references(() => conversions.id, { onDelete: 'cascade' }),
    name: text().notNull().default(''),
    /** An ad platform's: the request is made when it is sent. Stays when the connection is deleted, so that it is never taken for a postback. */
    connectionId: bigint({ mode: 'number' }),
    /** Secrets are macros here, in headers and in the body; they are filled in right before sending. */
    url: text().notNull(),
    method: text({ enum: OUTGOING_METHODS }).notNull(),
    headers: jsonb().$type<OutgoingHeader[]>().notNull().default([]),
    bodyType: text({ enum: OUTGOING_BODIES }).notNull().default('none'),
    body: text().notNull().default(''),
    /** The reported conversion state. */
    status: text({ enum: ['pending', 'approved', 'rejected', 'chargeback'] }).notNull(),
    state: text({ enum: ['waiting', 'sent', 'failed', 'skipped'] })
      .notNull()
      .default('waiting'),
    attempts: integer().notNull().default(0),
    answer: integer(),
    /** The beginning of the latest answer. */
    answerBody: text().notNull().default(''),
    error: text().notNull().default(''),
    /** A `DeliveryReason`, or empty. */
    reason: text().notNull().default(''),
    createdAt: instant().notNull().defaultNow(),
    triedAt: instant(),
    /** When to send it; while it is being sent, when to retry after a crash. */
    dueAt: instant().notNull().defaultNow(),
  },
  (table) => [
    index('outgoing_postbacks_conversion_id_index').on(table.conversionId, table.id),
    index('outgoing_postbacks_waiting_index')
      .on(table.accountId, table.dueAt, table.id)
      .where(sql`${table.state} = 'waiting'`),
    index('outgoing_postbacks_account_id_index').on(table.accountId, table.id),
    index('outgoing_postbacks_failed_index').on(table.triedAt).where(sql`${table.state} = 'failed'`),
  ],
);

/** Values of `{secret.name}` in outgoing postbacks, encrypted. */
export const outgoingSecrets = pgTable(
  'outgoing_secrets',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    accountId: accountId(),
    name: text().notNull(),
    sealed: text().notNull(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (table) => [uniqueIndex('outgoing_secrets_name_key').on(table.accountId, table.name)],
);
