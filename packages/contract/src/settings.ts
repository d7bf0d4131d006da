import * as z from 'zod/mini';
import { OneTimeCode, OwnPassword, SignUpPolicy } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { Email, line, paragraphs, Timestamp } from './fields.ts';
import { hostName, Origin } from './host-fields.ts';
import { Amount, Currency, PaidAmount } from './money.ts';
import { Provider } from './payment-methods.ts';
import { PROVIDER_SECRETS, PROVIDER_SETTINGS, PROVIDER_VALUES } from './provider-settings.ts';
import { CountryCode } from './routing.ts';
import { VatId } from './vat.ts';

const Percent = z.string().check(z.trim(), z.regex(/^\d{1,2}(\.\d{1,2})?$/, 'percent'));
const days = (max: number) => z.int().check(z.minimum(0), z.maximum(max));
const Limit = z.int().check(z.minimum(1), z.maximum(1_000_000_000));
const KEEP_DAYS_MAX = 3_650;

/** Fits into one line of a header; a name with an address in angle brackets, or the address alone. */
const Sender = z
  .string()
  .check(
    z.trim(),
    z.maxLength(200),
    z.regex(/^(?:[^<>@\r\n\t\0]+<[^<>\s@]+@[^<>\s@]+>|[^<>\s@]+@[^<>\s@]+)$/, 'sender'),
  );

export const SMTP_SECURITY = ['tls', 'starttls', 'none'] as const;
export const STAFF_TWO_FACTOR = ['optional', 'required'] as const;
export const SWITCH = ['off', 'on'] as const;
export const CLICK_IP = ['full', 'truncated'] as const;
export const REFERRER_POLICIES = [
  'no-referrer',
  'origin',
  'strict-origin',
  'strict-origin-when-cross-origin',
  'no-referrer-when-downgrade',
  'unsafe-url',
] as const;

/** `#` and six hexadecimal digits. */
export const Color = z.string().check(z.trim(), z.toLowerCase(), z.regex(/^#[0-9a-f]{6}$/, 'color'));

/** SHA-256 of a stored image. */
export const ImageHash = z.string().check(z.regex(/^[0-9a-f]{64}$/));
export const BRAND_IMAGE_BYTES_MAX = 512 * 1024;
export const BRAND_IMAGES = ['logo_light', 'logo_dark', 'favicon'] as const;

export const LOGIN_TEXT_MAX = 300;
const LoginText = paragraphs(1, LOGIN_TEXT_MAX);

/** Readable settings by key. Their text form is that of the environment variable with the same name. */
export const SETTING_VALUES = {
  app_name: line(1, 40),
  public_url: Origin,
  tracking_url: Origin,
  smtp_host: hostName(253),
  smtp_port: z.int().check(z.minimum(1), z.maximum(65_535)),
  smtp_security: z.enum(SMTP_SECURITY),
  smtp_user: line(1, 254),
  mail_from: Sender,
  sign_up: SignUpPolicy,
  sign_up_domains: z.array(hostName(253)).check(z.minLength(1), z.maxLength(100)),
  staff_two_factor: z.enum(STAFF_TWO_FACTOR),
  referral_percent: Percent,
  referral_hold_days: days(365),
  withdrawal_min: PaidAmount,
  withdrawal_fee: Amount,
  withdrawal_two_approvers_from: Amount,
  click_ip: z.enum(CLICK_IP),
  click_ip_days: days(KEEP_DAYS_MAX),
  click_referrer_policy: z.enum(REFERRER_POLICIES),
  keep_postbacks_days: days(KEEP_DAYS_MAX),
  keep_outgoing_days: days(KEEP_DAYS_MAX),
  keep_emails_days: days(KEEP_DAYS_MAX),
  keep_sessions_days: days(KEEP_DAYS_MAX),
  keep_notifications_days: days(KEEP_DAYS_MAX),
  limit_visitor_per_minute: Limit,
  limit_user_per_minute: Limit,
  limit_guesses_per_source: Limit,
  limit_emails_per_address: Limit,
  limit_emails_per_source: Limit,
  limit_sign_ups_per_source: Limit,
  limit_postbacks_per_minute: Limit,
  limit_events_per_source: Limit,
  limit_events_per_campaign: Limit,
  seller_name: line(1, 200),
  seller_details: paragraphs(1, 1_000),
  invoice_prefix: z.string().check(z.trim(), z.toUpperCase(), z.regex(/^[A-Z]{1,8}$/, 'invoice_prefix')),
  tax_percent: Percent,
  /** Before the settings that it needs, so that undoing them in this order is possible. */
  vat: z.enum(SWITCH),
  seller_oss: z.enum(SWITCH),
  seller_street: line(1, 150),
  seller_city: line(1, 80),
  seller_postcode: line(1, 16),
  seller_country: CountryCode,
  seller_vat_id: VatId,
  seller_registration: line(1, 60),
  vat_currency: Currency,
  ...PROVIDER_VALUES,
  /** Days of the grace period on which an unpaid renewal is charged again. */
  dunning_days: z.string().check(z.trim(), z.regex(/^[1-6](,[1-6]){0,3}$/, 'dunning_days')),
  accent_color: Color,
  logo_light: ImageHash,
  logo_dark: ImageHash,
  favicon: ImageHash,
  login_text_ua: LoginText,
  login_text_ru: LoginText,
  login_text_en: LoginText,
  support_email: Email,
  support_url: z.string().check(z.trim(), z.maxLength(500), z.url({ protocol: /^https?$/, error: 'web_address' })),
};

/** Settings that are never read back. */
const Secret = z.string().check(z.trim(), z.minLength(1), z.maxLength(500), z.regex(/^[^\p{Cc}\p{Cs}]*$/u));
export const SECRET_VALUES = {
  smtp_password: Secret,
  ...PROVIDER_SECRETS,
};

export type SettingName = keyof typeof SETTING_VALUES;
export type SecretName = keyof typeof SECRET_VALUES;
export type SettingKey = SettingName | SecretName;
export const SETTING_NAMES = Object.keys(SETTING_VALUES) as SettingName[];
export const SECRET_NAMES = Object.keys(SECRET_VALUES) as SecretName[];
export const SETTING_KEYS: readonly SettingKey[] = [...SETTING_NAMES, ...SECRET_NAMES];
export const SettingKey = z.enum(SETTING_KEYS as [SettingKey, ...SettingKey[]]);

/** Changing these needs the password, and the code if two-factor authentication is on. */
export const GUARDED_SETTINGS: ReadonlySet<SettingKey> = new Set<SettingKey>([
  'public_url',
  'tracking_url',
  'smtp_host',
  'smtp_port',
  'smtp_security',
  'smtp_user',
  'smtp_password',
  'mail_from',
  ...Object.values(PROVIDER_SETTINGS).flat(),
  'withdrawal_min',
  'withdrawal_fee',
  'withdrawal_two_approvers_from',
  'tax_percent',
  'vat',
  'seller_oss',
  'seller_country',
  'seller_vat_id',
  'vat_currency',
  'staff_two_factor',
]);

const nullable = <T extends Record<string, z.ZodMiniType>>(shape: T) =>
  Object.fromEntries(Object.entries(shape).map(([key, schema]) => [key, z.nullable(schema)])) as {
    [K in keyof T]: z.ZodMiniNullable<T[K]>;
  };

export const SettingValues = z.object(nullable(SETTING_VALUES));
export type SettingValues = z.infer<typeof SettingValues>;

const SecretState = z.object({ set: z.boolean(), last4: z.nullable(z.string()) });
const secretStates = Object.fromEntries(SECRET_NAMES.map((key) => [key, SecretState])) as Record<
  SecretName,
  typeof SecretState
>;

/** Null restores the default. */
export const SettingChanges = z.strictObject(
  { ...nullable(SETTING_VALUES), ...nullable(SECRET_VALUES) },
  'setting_unknown',
);
const PartialSettingChanges = z.partial(SettingChanges);
export type SettingChanges = z.infer<typeof PartialSettingChanges>;

const confirmation = { password: z.optional(OwnPassword), code: z.optional(OneTimeCode) };
const Version = z.int().check(z.minimum(0));

export const SettingsState = z.object({
  /** Sent back with a change; a newer one means that somebody else changed settings. */
  version: Version,
  /** In force, defaults included. Null where nothing is set. */
  values: z.object({ ...SettingValues.shape, ...secretStates }),
  /** Set in the environment, which wins: the variable by key. */
  locked: z.partialRecord(SettingKey, z.string()),
  /** The last change of each changed setting. */
  changed: z.partialRecord(SettingKey, z.object({ at: Timestamp, by: z.nullable(z.string()) })),
});
export type SettingsState = z.infer<typeof SettingsState>;

/** What an operator does before opening, in the order of the list. */
export const CHECKLIST = [
  'https',
  'email',
  'two_factor',
  'logo',
  'seller',
  'tariffs',
  'legal',
  'provider',
  'webhook',
  'second_operator',
  'backup',
] as const;
export const ChecklistItem = z.enum(CHECKLIST);
export type ChecklistItem = z.infer<typeof ChecklistItem>;

const settingsErrors = ['version_conflict', 'set_by_environment', 'status_conflict', 'too_many_requests'] as const;

export const settingsApi = {
  get: endpoint({
    method: 'GET',
    path: '/settings',
    access: 'settings:write',
    summary: 'Returns the settings of the installation. Secrets are never returned.',
    response: z.object({ data: SettingsState }),
  }),
  update: endpoint({
    method: 'PUT',
    path: '/settings',
    access: 'settings:write',
    summary:
      'Changes settings, in force everywhere within a second. Mail, payments, addresses, withdrawals, tax and staff two-factor authentication need your password.',
    body: z.object({ version: Version, values: PartialSettingChanges, ...confirmation }),
    response: z.object({ data: SettingsState }),
    errors: settingsErrors,
  }),
  undo: endpoint({
    method: 'POST',
    path: '/settings/{key}/undo',
    access: 'settings:write',
    summary: 'Restores the previous value of a setting as a new version.',
    params: z.object({ key: SettingKey }),
    body: z.object({ version: Version, ...confirmation }),
    response: z.object({ data: SettingsState }),
    errors: settingsErrors,
  }),
  checklist: endpoint({
    method: 'GET',
    path: '/settings/checklist',
    access: 'settings:write',
    summary: 'Returns what is done before opening for business. Every item is a fact, none can be ticked by hand.',
    response: z.object({ data: z.array(z.object({ item: ChecklistItem, done: z.boolean() })) }),
  }),
  testEmail: endpoint({
    method: 'POST',
    path: '/settings/test/smtp',
    access: 'settings:write',
    summary: 'Sends a test email to you through the mail server in force and returns the server’s reply.',
    response: z.object({ data: z.object({ accepted: z.boolean(), reply: z.string(), to: z.string() }) }),
    errors: ['mail_server_missing', 'too_many_requests'],
  }),
  testProvider: endpoint({
    method: 'POST',
    path: '/settings/test/provider',
    access: 'settings:write',
    summary: 'Authenticates with a payment provider in force, the first if none is named. No money moves.',
    body: z._default(z.object({ provider: z.optional(Provider) }), {}),
    response: z.object({ data: z.object({ accepted: z.boolean(), reply: z.string() }) }),
    errors: ['card_payments_off', 'too_many_requests'],
  }),
  addImage: endpoint({
    method: 'POST',
    path: '/branding/images',
    access: 'settings:write',
    summary: 'Stores a PNG of up to 512 kB for a logo or the favicon and returns the hash that settings refer to.',
    body: z.object({ png: z.base64().check(z.maxLength(Math.ceil(BRAND_IMAGE_BYTES_MAX / 3) * 4 + 4)) }),
    bodyBytesMax: 1024 * 1024,
    status: 201,
    response: z.object({
      data: z.object({ hash: ImageHash, width: z.int(), height: z.int() }),
    }),
  }),
  installation: endpoint({
    method: 'GET',
    path: '/installation',
    access: 'public',
    summary: 'Returns the ID of this installation, by which a new address is recognized.',
    response: z.object({ data: z.object({ id: z.string() }) }),
  }),
};
