import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Done, Id, IdParams, line, paragraphs, Timestamp } from './fields.ts';
import { Language } from './language.ts';
import { PageLinks, PageMeta, pageQuery } from './paging.ts';
import { ROLES, Role } from './roles.ts';
import { TariffName } from './subscription-terms.ts';

export const MESSAGE_MIN = 15;
export const MESSAGE_MAX = 5000;
export const TITLE_MAX = 200;

/** Kinds of notifications. The operator writes announcements; the product creates the rest for one user. */
export const NotificationKind = z.enum([
  'announcement',
  'new_login',
  'password_changed',
  'email_changed',
  'two_factor_on',
  'two_factor_off',
  'two_factor_reset',
  'recovery_codes_renewed',
  'recovery_code_used',
  'quota_80',
  'quota_100',
  'tariff_assigned',
  'impersonated',
  'ownership_given',
  'ownership_received',
  'balance_deposited',
  'balance_deducted',
  'commission_earned',
  'commission_released',
  'commission_reversed',
  'commission_restored',
  'withdrawal_requested',
  'withdrawal_waiting',
  'withdrawal_approved',
  'withdrawal_processing',
  'withdrawal_paid',
  'withdrawal_rejected',
  'withdrawal_cancelled',
  'withdrawal_failed',
  'payout_details_changed',
  'tariff_ended',
  'payment_received',
  'payment_to_balance',
  'payment_refunded',
  'payment_disputed',
  'payment_restored',
  'payment_dispute_lost',
  'dispute_inquiry',
  'dispute_opened',
  'dispute_won',
  'dispute_lost',
  'invoice_open',
  'charge_failed',
  'charge_needs_action',
  'charge_last_notice',
  'renewal_ahead',
  'trial_ending',
  'card_expiring',
  'charge_unresolved',
  'payment_underpaid',
  'payment_overpaid',
  'payment_late',
  'postback_failing',
  'domain_failing',
  'domain_expired',
  'domain_suspended',
  'certificate_failing',
  'certificate_expiring',
  'certificate_expired',
  'backup_failed',
  'rates_rejected',
  'costs_unreadable',
  'network_silent',
  'network_refusing',
  'campaign_silent',
  'campaign_dropped',
  'campaign_roi_dropped',
  'campaign_capped',
  'link_failing',
  'help_asked',
  'help_answered',
]);
export type NotificationKind = z.infer<typeof NotificationKind>;

/** Topics a user can choose to receive. */
export const TOPICS = [
  'security',
  'campaigns',
  'quota',
  'billing',
  'commissions',
  'withdrawals',
  'announcements',
] as const;
export const Topic = z.enum(TOPICS);
export type Topic = z.infer<typeof Topic>;

export const NotificationPreference = z.object({
  topic: Topic,
  in_app: z.boolean(),
  by_letter: z.boolean(),
  /** Always sent on every channel. */
  is_fixed: z.boolean(),
  /** Always in the app; only emails can be turned off. */
  is_in_app_fixed: z.boolean(),
});
export type NotificationPreference = z.infer<typeof NotificationPreference>;

export const Notification = z.object({
  id: Id,
  created_at: Timestamp,
  kind: NotificationKind,
  read: z.boolean(),
  titles: z.array(z.object({ locale: Language, title: z.string() })),
  messages: z.array(z.object({ locale: Language, message: z.string() })),
  /** The audience of an announcement: one role or one plan; both null for everyone. */
  role: z.nullable(Role),
  tariff: z.nullable(TariffName),
  /** A segment as it was when the announcement was created; for operators, otherwise null. */
  segment: z.nullable(z.object({ name: z.string() })),
  /** When it appears and disappears by itself. */
  starts_at: z.nullable(Timestamp),
  ends_at: z.nullable(Timestamp),
  /** How many users have read an announcement; for operators, otherwise null. */
  readers: z.nullable(z.int()),
  /** Whether it is sent by email too. */
  by_mail: z.boolean(),
});
export type Notification = z.infer<typeof Notification>;

export const NewNotification = z
  .object({
    titles: z.array(z.object({ locale: Language, title: line(1, TITLE_MAX) })).check(z.minLength(1), z.maxLength(3)),
    messages: z
      .array(z.object({ locale: Language, message: paragraphs(MESSAGE_MIN, MESSAGE_MAX) }))
      .check(z.minLength(1), z.maxLength(3)),
    /** A role or a plan; everyone without either. */
    role: z.optional(z.nullable(z.literal(Object.values(ROLES), 'role_unknown'))),
    tariff_id: z.optional(z.nullable(Id)),
    /** The customers who match the segment now. */
    segment_id: z.optional(z.nullable(Id)),
    /** At once without it. */
    starts_at: z.optional(z.nullable(Timestamp)),
    /** Until it is deleted without it. */
    ends_at: z.optional(z.nullable(Timestamp)),
    /** Also by email, to verified addresses, when it appears. */
    by_mail: z.optional(z.boolean()),
  })
  .check(
    z.refine(
      ({ titles, messages }) =>
        new Set(titles.map((entry) => entry.locale)).size === titles.length &&
        new Set(messages.map((entry) => entry.locale)).size === messages.length,
      {
        path: ['titles'],
        error: 'language_repeated',
      },
    ),
    z.refine(
      ({ titles, messages }) =>
        titles.length === messages.length &&
        titles.every(({ locale }) => messages.some((entry) => entry.locale === locale)),
      {
        path: ['messages'],
        error: 'title_without_message',
      },
    ),
    z.refine(({ role, tariff_id }) => (role ?? null) === null || (tariff_id ?? null) === null, {
      path: ['tariff_id'],
      error: 'audience_twice',
    }),
    z.refine(
      ({ role, tariff_id, segment_id }) => (segment_id ?? null) === null || (role ?? tariff_id ?? null) === null,
      {
        path: ['segment_id'],
        error: 'audience_several',
      },
    ),
    z.refine(({ starts_at, ends_at }) => !starts_at || !ends_at || Date.parse(starts_at) < Date.parse(ends_at), {
      path: ['ends_at'],
      error: 'ends_before_start',
    }),
  );
export type NewNotification = z.infer<typeof NewNotification>;

/** The form's fields, named as in the specification. */
export const NotificationForm = z.object({
  englishTitle: z.string(),
  englishMessage: z.string(),
  russianTitle: z.string(),
  russianMessage: z.string(),
  ukrainianTitle: z.string(),
  ukrainianMessage: z.string(),
});
export type NotificationForm = z.infer<typeof NotificationForm>;

export const notificationsApi = {
  list: endpoint({
    method: 'GET',
    path: '/notifications',
    access: 'notifications:read',
    summary: 'Lists your notifications, newest first, with the unread count. Operators see all announcements.',
    query: z.object(pageQuery(['created_at'])),
    response: z.object({
      notifications: z.array(Notification),
      notification_count: z.int(),
      links: PageLinks,
      meta: PageMeta,
    }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/notifications',
    access: 'notifications:write',
    summary:
      'Sends an announcement to everyone, to users with one role, to accounts on one plan or to a segment, now or later.',
    body: NewNotification,
    status: 201,
    response: z.object({ data: Notification }),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/notifications/{id}',
    access: 'notifications:write',
    summary: 'Deletes an announcement for everyone.',
    params: IdParams,
    response: Done,
    errors: ['not_found'],
  }),
  markAllAsRead: endpoint({
    method: 'POST',
    path: '/notifications/mark_all_as_read',
    access: 'notifications:read',
    summary: 'Marks all your notifications as read.',
    response: Done,
  }),
  preferences: endpoint({
    method: 'GET',
    path: '/notifications/preferences',
    access: 'notifications:read',
    summary: 'Returns your notification preferences.',
    response: z.object({ data: z.array(NotificationPreference) }),
  }),
  savePreference: endpoint({
    method: 'PUT',
    path: '/notifications/preferences',
    access: 'notifications:read',
    summary:
      'Turns in-app and email notifications on or off for one topic. Security notifications can’t be turned off.',
    body: z.object({ topic: Topic, in_app: z.boolean(), by_letter: z.boolean() }),
    response: z.object({ data: z.array(NotificationPreference) }),
  }),
  stream: endpoint({
    method: 'GET',
    path: '/notifications/stream',
    access: 'notifications:read',
    summary: 'Streams an event whenever your notifications change. The first event is sent immediately.',
    kind: 'events',
    response: z.object({
      notification_count: z.int(),
      /** ID of the newest unread notification; higher is newer. */
      newest_unread_id: z.nullable(Id),
    }),
  }),
};
