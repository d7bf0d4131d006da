import {
  CLICK_IP,
  REFERRER_POLICIES,
  type SettingKey,
  SMTP_SECURITY,
  STAFF_TWO_FACTOR,
  SWITCH,
} from '@poklik/contract/settings';
import type { SettingKind } from '@poklik/contract/settings-form';

export const SETTING_GROUPS = {
  name: { app_name: 'text', public_url: 'text', tracking_url: 'text' },
  appearance: {
    accent_color: 'color',
    logo_light: 'image',
    logo_dark: 'image',
    favicon: 'image',
    login_text_ua: 'area',
    login_text_ru: 'area',
    login_text_en: 'area',
    support_email: 'text',
    support_url: 'text',
  },
  mail: {
    smtp_host: 'text',
    smtp_port: 'number',
    smtp_security: SMTP_SECURITY,
    smtp_user: 'text',
    smtp_password: 'secret',
    mail_from: 'text',
  },
  sign_up: {
    sign_up: ['open', 'invite', 'domains', 'closed'],
    sign_up_domains: 'list',
    staff_two_factor: STAFF_TWO_FACTOR,
    referral_percent: 'decimal',
    referral_hold_days: 'number',
  },
  withdrawals: { withdrawal_min: 'decimal', withdrawal_fee: 'decimal', withdrawal_two_approvers_from: 'decimal' },
  seller: {
    seller_name: 'text',
    seller_street: 'text',
    seller_postcode: 'text',
    seller_city: 'text',
    seller_country: 'country',
    seller_registration: 'text',
    seller_details: 'area',
    invoice_prefix: 'text',
    tax_percent: 'decimal',
  },
  vat: { vat: SWITCH, seller_vat_id: 'text', seller_oss: SWITCH, vat_currency: 'text' },
  payments: {
    stripe_secret_key: 'secret',
    stripe_webhook_secret: 'secret',
    btcpay_url: 'text',
    btcpay_store_id: 'text',
    btcpay_api_key: 'secret',
    btcpay_webhook_secret: 'secret',
    wayforpay_account: 'text',
    wayforpay_secret_key: 'secret',
    liqpay_public_key: 'text',
    liqpay_private_key: 'secret',
    monobank_token: 'secret',
    dunning_days: 'text',
  },
  privacy: {
    click_ip: CLICK_IP,
    click_ip_days: 'number',
    click_referrer_policy: REFERRER_POLICIES,
    keep_postbacks_days: 'number',
    keep_outgoing_days: 'number',
    keep_emails_days: 'number',
    keep_sessions_days: 'number',
    keep_notifications_days: 'number',
  },
  limits: {
    limit_visitor_per_minute: 'number',
    limit_user_per_minute: 'number',
    limit_guesses_per_source: 'number',
    limit_emails_per_address: 'number',
    limit_emails_per_source: 'number',
    limit_sign_ups_per_source: 'number',
    limit_postbacks_per_minute: 'number',
    limit_events_per_source: 'number',
    limit_events_per_campaign: 'number',
  },
} satisfies Record<string, Partial<Record<SettingKey, SettingKind>>>;

export type SettingGroup = keyof typeof SETTING_GROUPS;

export const fieldsOf = (group: SettingGroup): [SettingKey, SettingKind][] =>
  Object.entries(SETTING_GROUPS[group]) as [SettingKey, SettingKind][];
