import type { GridLayouts } from '@poklik/contract/profile';
import { type SQL, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { id, instant } from './column-types.ts';
import { tariffs } from './tariffs.ts';

/** The owner of data. Signing up creates an account; team members share their owner's. */
export const accounts = pgTable('accounts', {
  id: id(),
  currency: text().notNull().default('USD'),
  tariffId: bigint({ mode: 'number' }).references(() => tariffs.id),
  /** When the account got its current plan. */
  tariffSince: instant().notNull().defaultNow(),
  /** The key in its postback address. */
  postbackKey: text().notNull().default(sql`replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')`),
  previousPostbackKey: text(),
  postbackKeyReplacedAt: instant(),
  createdAt: instant().notNull().defaultNow(),
});

export const users = pgTable(
  'users',
  {
    id: id(),
    accountId: bigint({ mode: 'number' })
      .notNull()
      .references(() => accounts.id),
    email: text().notNull(),
    passwordHash: text().notNull(),
    name: text().notNull().default(''),
    phone: text(),
    company: text(),
    messenger: text(),
    role: smallint().notNull().default(1),
    status: text({ enum: ['active', 'blocked'] })
      .notNull()
      .default('active'),
    emailVerifiedAt: instant(),
    locale: text({ enum: ['ua', 'ru', 'en'] }).notNull(),
    timezone: text().notNull().default('UTC'),
    density: text({ enum: ['compact', 'default', 'roomy'] })
      .notNull()
      .default('default'),
    /** Columns and color rules by grid. */
    grids: jsonb().$type<Partial<GridLayouts>>().notNull().default({}),
    weekStart: text({ enum: ['monday', 'sunday'] })
      .notNull()
      .default('monday'),
    shortcuts: boolean().notNull().default(true),
    /** When the user dismissed onboarding. */
    onboardingHiddenAt: instant(),
    referralCode: text().notNull(),
    /** Overrides the operator's rate. */
    referralBasisPoints: integer(),
    referredById: bigint({ mode: 'number' }).references((): AnyPgColumn => users.id),
    /** The user who created this one; null for sign-ups. */
    createdById: bigint({ mode: 'number' }).references((): AnyPgColumn => users.id),
    signUpIp: text(),
    /** The terms accepted at sign-up; null if there were none. */
    termsVersion: text(),
    termsAcceptedAt: instant(),
    /** Set when the account is closed; all personal data is then removed. */
    deletedAt: instant(),
    lastLoginAt: instant(),
    createdAt: instant().notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('users_email_key').on(table.email),
    uniqueIndex('users_referral_code_key').on(table.referralCode),
    index('users_account_id_index').on(table.accountId),
    check('users_email_is_lower_case', sql`${table.email} = lower(${table.email})`),
    check('users_role_is_known', sql`${table.role} in (1, 2, 3)`),
    check('users_status_is_known', sql`${table.status} in ('active', 'blocked')`),
  ],
);

/** Team membership and access. Users who sign up own their account; others are invited by email. */
export const teamMembers = pgTable(
  'team_members',
  {
    id: id(),
    accountId: bigint({ mode: 'number' })
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** Null until the invitation is accepted. */
    userId: bigint({ mode: 'number' }).references(() => users.id, { onDelete: 'cascade' }),
    email: text().notNull(),
    role: text({ enum: ['OWNER', 'ADMIN', 'EDITOR', 'VIEWER', 'BILLING'] }).notNull(),
    /** Null for all campaigns of the account. */
    campaignIds: bigint({ mode: 'number' }).array(),
    canSeeMoney: boolean().notNull().default(true),
    canExport: boolean().notNull().default(true),
    canEditProfile: boolean().notNull().default(true),
    invitedById: bigint({ mode: 'number' }).references((): AnyPgColumn => users.id),
    /** Hash of the invitation link, and its expiry. */
    inviteHash: text(),
    inviteExpiresAt: instant(),
    createdAt: instant().notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('team_members_invite_hash_key').on(table.inviteHash),
    uniqueIndex('team_members_user_id_key').on(table.userId),
    uniqueIndex('team_members_email_key').on(table.accountId, table.email),
    uniqueIndex('team_members_owner_key').on(table.accountId).where(sql`${table.role} = 'OWNER'`),
    check('team_members_role_is_known', sql`${table.role} in ('OWNER', 'ADMIN', 'EDITOR', 'VIEWER', 'BILLING')`),
  ],
);

/** A login session. Only a hash of its token is stored, which cannot be used to log in. */
export const sessions = pgTable(
  'sessions',
  {
    id: id(),
    userId: bigint({ mode: 'number' })
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    tokenHash: text().notNull(),
    /** The impersonating operator. */
    impersonatorId: bigint({ mode: 'number' }).references(() => users.id, { onDelete: 'cascade' }),
    ip: text().notNull(),
    userAgent: text().notNull(),
    createdAt: instant().notNull().defaultNow(),
    lastSeenAt: instant().notNull().defaultNow(),
    revokedAt: instant(),
  },
  (table) => [
    uniqueIndex('sessions_token_hash_key').on(table.tokenHash),
    index('sessions_user_id_index').on(table.userId),
  ],
);

/** One-time links in emails. */
export const linkTokens = pgTable(
  'link_tokens',
  {
    id: id(),
    purpose: text({ enum: ['verify_email', 'reset_password', 'change_email', 'set_up'] }).notNull(),
    /** Null for the operator setup link. */
    userId: bigint({ mode: 'number' }).references(() => users.id, { onDelete: 'cascade' }),
    tokenHash: text().notNull(),
    /** The new email address that it verifies. */
    email: text(),
    expiresAt: instant().notNull(),
    usedAt: instant(),
    createdAt: instant().notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('link_tokens_token_hash_key').on(table.tokenHash),
    index('link_tokens_user_id_index').on(table.userId),
  ],
);

/** Rate limit counters, shared by all processes; the limiter library defines the columns. */
export const rateLimits = pgTable('rate_limits', {
  key: text().primaryKey(),
  points: integer().notNull().default(0),
  expire: bigint({ mode: 'number' }),
});

/** The same mailbox as in domain/referrals/self-referral.ts. */
export const mailbox = (
  email: SQL,
): SQL => sql`case when split_part(${email}, '@', 2) in ('gmail.com', 'googlemail.com')
    then replace(regexp_replace(split_part(${email}, '@', 1), '\\+.*$', ''), '.', '') || '@gmail.com'
    else regexp_replace(split_part(${email}, '@', 1), '\\+.*$', '') || '@' || split_part(${email}, '@', 2) end`;
