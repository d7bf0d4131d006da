import { and, eq, isNull, notExists, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../stores/postgres.ts';
import { apiTokens } from '../../stores/tables/api-tokens.ts';
import { billingDetails } from '../../stores/tables/billing.ts';
import { blackListEntries, campaigns } from '../../stores/tables/campaigns.ts';
import { customerNotes, customerTags, limitOverrides, sentEmails } from '../../stores/tables/customers/customers.ts';
import { helpRequests } from '../../stores/tables/customers/help.ts';
import { emails, notificationPreferences, notifications } from '../../stores/tables/notifications.ts';
import { recoveryCodes, twoFactors } from '../../stores/tables/security.ts';
import { savedViews } from '../../stores/tables/statistics.ts';
import { linkTokens, sessions, teamMembers, users } from '../../stores/tables/users.ts';
import { payoutDetails, withdrawals } from '../../stores/tables/withdrawals.ts';

export type Member = Pick<typeof users.$inferSelect, 'id' | 'email' | 'name' | 'locale'>;

export const listMembers = (db: Database, accountId: number): Promise<Member[]> =>
  db
    .select({ id: users.id, email: users.email, name: users.name, locale: users.locale })
    .from(users)
    .where(eq(users.accountId, accountId));

export const listCampaignIds = async (db: Database, accountId: number): Promise<number[]> =>
  (
    await db
      .select({ id: campaigns.id })
      .from(campaigns)
      .where(and(eq(campaigns.accountId, accountId), isNull(campaigns.deletedAt)))
  ).map(({ id }) => id);

export async function hasOpenWithdrawal(db: Database, accountId: number): Promise<boolean> {
  const open = sql`${withdrawals.status} in ('pending', 'approved', 'processing')`;
  return (await db.$count(withdrawals, and(eq(withdrawals.accountId, accountId), open))) > 0;
}

/** Ledger entries, requested payouts and the audit log stay: the law requires them. */
export async function removeAccountData(tx: Database, accountId: number): Promise<void> {
  for (const table of [
    ...[apiTokens, savedViews, billingDetails, notifications, blackListEntries],
    ...[customerTags, customerNotes, limitOverrides, sentEmails, helpRequests],
  ])
    await tx.delete(table).where(eq(table.accountId, accountId));
  const requested = tx
    .select({ id: withdrawals.id })
    .from(withdrawals)
    .where(eq(withdrawals.payoutId, payoutDetails.id));
  await tx.delete(payoutDetails).where(and(eq(payoutDetails.accountId, accountId), notExists(requested)));
  await tx.delete(teamMembers).where(and(eq(teamMembers.accountId, accountId), isNull(teamMembers.userId)));
}

/** The row stays because ledger entries refer to it; all personal data in it is erased. */
export async function anonymizeUser(tx: Database, { id, email }: Member, passwordHash: string): Promise<void> {
  for (const table of [sessions, linkTokens, twoFactors, recoveryCodes, notificationPreferences, sentEmails])
    await tx.delete(table).where(eq(table.userId, id));
  await tx.delete(emails).where(eq(emails.recipient, email));
  const placeholderEmail = `deleted-${id}@deleted.invalid`;
  await tx.update(teamMembers).set({ email: placeholderEmail }).where(eq(teamMembers.userId, id));
  await tx
    .update(users)
    .set({
      email: placeholderEmail,
      passwordHash,
      name: '',
      phone: null,
      company: null,
      messenger: null,
      status: 'blocked',
      emailVerifiedAt: null,
      signUpIp: null,
      lastLoginAt: null,
      deletedAt: sql`now()`,
    })
    .where(eq(users.id, id));
}

export type ExportList = [name: string, query: SQL];

/** Columns are listed one by one, so that a secret column added later is never exported. */
export const userQuery = (userId: number): SQL =>
  sql`select id, email, name, phone, company, messenger, role, locale, timezone, density, week_start, shortcuts,
    referral_code, email_verified_at, sign_up_ip, last_login_at, created_at from users where id = ${userId}`;

/** With a link for each file, because one row could not hold the files. */
const helpQuery = (isExported: SQL): SQL => sql`
  select r.id, r.subject, r.status, r.object_kind, r.object_name, r.created_at, r.updated_at,
    (select json_agg(json_build_object('is_answer', m.is_answer, 'text', m.text, 'created_at', m.created_at, 'files',
      (select json_agg(json_build_object('name', f.name, 'bytes', f.bytes, 'url', '/v1/help_requests/' || r.id || '/files/' || f.id) order by f.id)
       from help_files f where f.message_id = m.id)) order by m.id) from help_messages m where m.request_id = r.id) as messages
  from help_requests r where ${isExported} order by 1`;

export const listUserQueries = (userId: number): ExportList[] => [
  [
    'sessions',
    sql`select ip, user_agent, created_at, last_seen_at, revoked_at from sessions
      where user_id = ${userId} and impersonator_id is null order by id`,
  ],
  [
    'notifications',
    sql`select kind, "values", created_at from notifications where user_id = ${userId} and deleted_at is null order by id`,
  ],
  ['emails', sql`select kind, subject, result, created_at from sent_emails where user_id = ${userId} order by id`],
  ['help_requests', helpQuery(sql`r.author_id = ${userId}`)],
  [
    'activity',
    sql`select action, entity, before, after, ip, created_at from audit_entries
      where actor_id = ${userId} and impersonator_id is null order by id`,
  ],
];

/** Saved cards, what was refunded, and the plans. */
const listPaymentQueries = (accountId: number): ExportList[] => [
  [
    'payment_methods',
    sql`select id, provider, brand, last4, expires, country, consent, refusal, confirmed_at, removed_at
      from payment_methods where account_id = ${accountId} and confirmed_at is not null order by 1`,
  ],
  [
    'billing_details',
    sql`select name, address, country, tax_id, street, city, postcode, country_code, vat_id, is_business
      from billing_details where account_id = ${accountId}`,
  ],
  [
    'credit_notes',
    sql`select id, number, invoice_id, issued_at, amount_minor, tax_minor, currency, reason, bill_to
      from credit_notes where account_id = ${accountId} order by 1`,
  ],
  [
    'subscription_history',
    sql`select at, event, status, tariff_id, period, invoice_id
      from subscription_history where account_id = ${accountId} order by version`,
  ],
  [
    'bank_payments',
    sql`select day, amount_minor, currency, payer, purpose, invoice_id, decided_at
      from bank_lines where account_id = ${accountId} order by id`,
  ],
  [
    'overage',
    sql`select from_month, cap_minor, price_minor, agreed_at from overage_terms where account_id = ${accountId} order by 1`,
  ],
  [
    'vat_checks',
    sql`select vat_id, result, consultation_number, checked_at from vat_checks where account_id = ${accountId} order by id`,
  ],
  ['trials', sql`select tariff_id, started_at, ends_at from trials where account_id = ${accountId}`],
  [
    'coupons',
    sql`select c.code, c.percent, c.amount_minor, c.duration, c.periods, u.used_at
      from coupon_uses u join coupons c on c.id = u.coupon_id
      where u.account_id = ${accountId} and u.used_at is not null order by u.id`,
  ],
];

const VERSIONED = sql`id, name, status, tags, settings, version, created_at, updated_at`;

const listTargetQueries = (accountId: number): ExportList[] => [
  ['offers', sql`select ${VERSIONED} from offers where account_id = ${accountId} order by 1`],
  ['landers', sql`select ${VERSIONED}, key from landers where account_id = ${accountId} order by 1`],
  [
    'learned_weights',
    sql`select l.campaign_id, l.set_uid, l.epoch, l.weights, l.why, l.created_at, l.checked_at from learned_weights l
      join campaigns c on c.id = l.campaign_id where c.account_id = ${accountId} order by l.campaign_id, l.set_uid, l.epoch`,
  ],
  [
    'replays',
    sql`select r.id, r.campaign_id, r.settings, r.start_date, r.end_date, r.timezone, r.state, r.report, r.created_at
      from replays r join campaigns c on c.id = r.campaign_id where c.account_id = ${accountId} order by r.id`,
  ],
];

export const listAccountQueries = (accountId: number): ExportList[] => {
  const selectFrom = (columns: SQL, table: SQL, filter = sql``) =>
    sql`select ${columns} from ${table} where account_id = ${accountId} ${filter} order by 1`;
  return [
    ['team', selectFrom(sql`email, role, campaign_ids, can_see_money, can_export, created_at`, sql`team_members`)],
    [
      'campaigns',
      selectFrom(
        sql`id, key, name, status, tags, settings, version, created_at, updated_at`,
        sql`campaigns`,
        sql`and deleted_at is null`,
      ),
    ],
    ['black_list', selectFrom(sql`id, range, action, campaign_id, comment, created_at`, sql`black_list_entries`)],
    [
      'domains',
      selectFrom(
        sql`id, host, kind, status, root_mode, root_text, root_url, not_found_url, is_default, verified_at, created_at,
        (select json_agg(json_build_object('alias', a.alias, 'campaign_id', a.campaign_id)) from link_aliases a where a.domain_id = tracking_domains.id) as aliases`,
        sql`tracking_domains`,
        sql`and removed_at is null`,
      ),
    ],
    [
      'costs',
      selectFrom(
        sql`id, campaign_id, starts_at, ends_at, timezone, filters, amount_micro, currency, mode, kind, spread, over, bots, source,
        note, created_at, undone_at`,
        sql`cost_entries`,
      ),
    ],
    [
      'networks',
      selectFrom(
        sql`id, name, template, click_param, mapping, ips, default_currency, notes, created_at`,
        sql`networks`,
      ),
    ],
    ...listTargetQueries(accountId),
    ['connections', selectFrom(sql`id, name, platform, settings, events, created_at`, sql`connections`)],
    [
      'api_tokens',
      selectFrom(
        sql`id, name, prefix, scopes, campaign_ids, ip_allow_list, expires_at, last_used_at, last_used_ip, created_at`,
        sql`api_tokens`,
      ),
    ],
    ['help_requests', helpQuery(sql`r.account_id = ${accountId}`)],
    ...listPaymentQueries(accountId),
    ['subscription', selectFrom(sql`tariff_id, period, status, starts_at, ends_at`, sql`subscriptions`)],
    [
      'invoices',
      selectFrom(
        sql`id, number, status, type, lines, subtotal_minor, credit_minor, tax_minor, tax_treatment, total_minor, currency, bill_to, issued_at, paid_at`,
        sql`invoices`,
      ),
    ],
    [
      'transactions',
      selectFrom(
        sql`id, kind, currency, reference, reason, created_at,
        (select json_agg(json_build_object('account', p.account, 'amount_minor', p.amount_minor))
         from ledger_postings p where p.journal_id = ledger_journals.id) as postings`,
        sql`ledger_journals`,
      ),
    ],
    [
      'commissions',
      selectFrom(sql`id, amount_minor, reversed_minor, currency, status, release_at, created_at`, sql`commissions`),
    ],
    [
      'withdrawals',
      selectFrom(
        sql`id, amount_minor, fee_minor, currency, status, reason, created_at, paid_at,
        (select p.masked from payout_details p where p.id = payout_id) as details`,
        sql`withdrawals`,
      ),
    ],
  ];
};
