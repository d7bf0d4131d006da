import type { DomainCheckRecord } from '@poklik/domain/domains/domain-checks';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { campaigns } from './campaigns.ts';
import { accounts } from './users.ts';

const instant = () => timestamp({ withTimezone: true, mode: 'date' });

/** Hosts on which an account's tracking links work. Several accounts may be waiting to verify one host. */
export const trackingDomains = pgTable(
  'tracking_domains',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    accountId: bigint({ mode: 'number' })
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** Lower case, in punycode. */
    host: text().notNull(),
    /** `given` is a subdomain of TRACKING_ZONE. */
    kind: text({ enum: ['given', 'own'] }).notNull(),
    status: text({ enum: ['pending', 'active', 'failing', 'suspended', 'taken', 'expired'] }).notNull(),
    /** In DNS it verifies that this account, and no other, may use the host. */
    ownershipValue: text().notNull(),
    checks: jsonb().$type<DomainCheckRecord>().notNull().default({}),
    rootMode: text({ enum: ['none', 'page', 'redirect'] })
      .notNull()
      .default('none'),
    rootText: text().notNull().default(''),
    rootUrl: text(),
    notFoundUrl: text(),
    isDefault: boolean().notNull().default(false),
    verifiedAt: instant(),
    /** Since the first of the latest failed checks. */
    failingSince: instant(),
    /** Since the DNS records no longer verify the account. */
    ownershipLostAt: instant(),
    /** Start of the schedule of checks for a domain that isn't verified. */
    pendingSince: instant().notNull().defaultNow(),
    /** Null for domains that are not checked. */
    nextCheckAt: instant(),
    suspendedReason: text(),
    createdAt: instant().notNull().defaultNow(),
    removedAt: instant(),
  },
  (table) => [
    uniqueIndex('tracking_domains_account_host_key')
      .on(table.accountId, table.host)
      .where(sql`${table.removedAt} is null`),
    // One account serves a host.
    uniqueIndex('tracking_domains_serving_host_key')
      .on(table.host)
      .where(sql`${table.removedAt} is null and ${table.status} in ('active', 'failing', 'suspended')`),
    uniqueIndex('tracking_domains_default_key')
      .on(table.accountId)
      .where(sql`${table.removedAt} is null and ${table.isDefault}`),
    index('tracking_domains_host_index').on(table.host),
    index('tracking_domains_next_check_index')
      .on(table.nextCheckAt)
      .where(sql`${table.removedAt} is null and ${table.nextCheckAt} is not null`),
    check(
      'tracking_domains_suspended_has_reason',
      sql`(${table.status} = 'suspended') = (${table.suspendedReason} is not null)`,
    ),
  ],
);

/** Short paths on an own domain that lead to a campaign. */
export const linkAliases = pgTable(
  'link_aliases',
  {
    domainId: bigint({ mode: 'number' })
      .notNull()
      .references(() => trackingDomains.id, { onDelete: 'cascade' }),
    alias: text().notNull(),
    campaignId: bigint({ mode: 'number' })
      .notNull()
      .references(() => campaigns.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.domainId, table.alias] }),
    index('link_aliases_campaign_id_index').on(table.campaignId),
  ],
);
