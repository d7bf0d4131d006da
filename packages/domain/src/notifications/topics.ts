import type { NotificationKind, Topic } from '@poklik/contract/notifications';

/** Topics of notifications that users can turn on and off. The other kinds always arrive: someone asked for help. */
const TOPIC_OF: Record<Exclude<NotificationKind, 'help_asked' | 'help_answered'>, Topic> = {
  announcement: 'announcements',
  new_login: 'security',
  password_changed: 'security',
  email_changed: 'security',
  two_factor_on: 'security',
  two_factor_off: 'security',
  two_factor_reset: 'security',
  recovery_codes_renewed: 'security',
  recovery_code_used: 'security',
  impersonated: 'security',
  ownership_given: 'security',
  ownership_received: 'security',
  payout_details_changed: 'security',
  quota_80: 'quota',
  quota_100: 'quota',
  tariff_assigned: 'billing',
  tariff_ended: 'billing',
  payment_received: 'billing',
  payment_to_balance: 'billing',
  payment_refunded: 'billing',
  payment_disputed: 'billing',
  payment_restored: 'billing',
  payment_dispute_lost: 'billing',
  dispute_inquiry: 'billing',
  dispute_opened: 'billing',
  dispute_won: 'billing',
  dispute_lost: 'billing',
  invoice_open: 'billing',
  charge_failed: 'billing',
  charge_needs_action: 'billing',
  charge_last_notice: 'billing',
  renewal_ahead: 'billing',
  card_expiring: 'billing',
  charge_unresolved: 'billing',
  balance_deposited: 'billing',
  balance_deducted: 'billing',
  commission_earned: 'commissions',
  commission_released: 'commissions',
  commission_reversed: 'commissions',
  commission_restored: 'commissions',
  withdrawal_requested: 'withdrawals',
  withdrawal_waiting: 'withdrawals',
  withdrawal_approved: 'withdrawals',
  withdrawal_processing: 'withdrawals',
  withdrawal_paid: 'withdrawals',
  withdrawal_rejected: 'withdrawals',
  withdrawal_cancelled: 'withdrawals',
  withdrawal_failed: 'withdrawals',
  postback_failing: 'campaigns',
  costs_unreadable: 'campaigns',
  domain_failing: 'campaigns',
  domain_expired: 'campaigns',
  domain_suspended: 'campaigns',
  certificate_failing: 'campaigns',
  certificate_expiring: 'campaigns',
  certificate_expired: 'campaigns',
  backup_failed: 'security',
  rates_rejected: 'security',
  network_silent: 'campaigns',
  network_refusing: 'campaigns',
  campaign_silent: 'campaigns',
  campaign_dropped: 'campaigns',
  campaign_capped: 'campaigns',
  link_failing: 'campaigns',
};

/** Null for messages that are not notifications to one user, such as the verification email. */
export const topicOf = (kind: string): Topic | null =>
  Object.hasOwn(TOPIC_OF, kind) ? TOPIC_OF[kind as keyof typeof TOPIC_OF] : null;

/** Otherwise an attacker could turn off the warnings first. */
export const isMandatory = (topic: Topic): boolean => topic === 'security';

/** In the app announcements reach everyone; only their emails can be turned off. */
export const isInAppMandatory = (topic: Topic): boolean => isMandatory(topic) || topic === 'announcements';
