import { SignUpPolicy } from '@poklik/contract/auth';
import { Amount, PaidAmount } from '@poklik/contract/money';
import { parseKeepRule } from '@poklik/domain/backups/keep-rule';
import * as z from 'zod/mini';
import { TERMS_SETTINGS } from './terms-settings.ts';

const list = z.pipe(
  z.string(),
  z.transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  ),
);

const number = (min: number, max: number) =>
  z.pipe(z.string(), z.pipe(z.transform(Number), z.int().check(z.minimum(min), z.maximum(max))));

/** Plain HTTP only to a proxy or file server of the same machine. */
const isRatesPlace = (place: string): boolean =>
  /^(https:\/\/|file:\/\/\/|http:\/\/(127\.0\.0\.1|localhost|\[::1\])[:/])/.test(place) && URL.canParse(place);

/** The base address of an API, without a slash at its end. Plain HTTP only to a stand-in on the same machine. */
const PlatformUrl = z
  .string()
  .check(z.regex(/^(https:\/\/|http:\/\/(127\.0\.0\.1|localhost|\[::1\])[:/])[^\s?#]*[^\s?#/]$/));

const LOG_FORMATS = ['text', 'json'] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];

/** How hosts prove that they are ours: over HTTP, and if that isn't offered or fails, in a TLS handshake. */
const ACME_CHALLENGES = ['auto', 'http-01', 'tls-alpn-01'] as const;

/** An IPv6 address is in brackets. */
const LISTEN_ADDRESS = /^(\[[\da-f:.]+\]|[^\s:[\]]+):\d{1,5}$/i;

const UNLIMITED = 1_000_000_000;

export const Environment = z.object({
  ROLES: z._default(list, ['all']),
  HOST: z._default(z.string(), '0.0.0.0'),
  PORT: z._default(number(0, 65_535), 3000),
  TRACKERS: z.optional(number(1, 256)),
  HTTPS_PORT: z.optional(number(0, 65_535)),
  TLS_CERTS: z.optional(z.string()),
  ACME_EMAIL: z.optional(z.email()),
  ACME_DIRECTORY: z._default(z.url({ protocol: /^https$/ }), 'https://acme-v02.api.letsencrypt.org/directory'),
  ACME_CHALLENGE: z._default(z.enum(ACME_CHALLENGES), 'auto'),
  ACME_EAB_KID: z.optional(z.string()),
  ACME_EAB_KEY: z.optional(z.string()),
  ACME_DNS_HOOK: z.optional(z.string()),
  HSTS_SECONDS: z._default(number(0, 63_072_000), 31_536_000),
  DATA_DIR: z._default(z.string(), './data'),
  DATABASE_URL: z.optional(z.url()),
  CLICKHOUSE_URL: z.optional(z.url()),
  CLICKHOUSE_SHARDS: z._default(list, []),
  CLICKHOUSE_CLUSTER: z.optional(z.string().check(z.regex(/^[\w-]{1,64}$/, 'must be the name of a cluster'))),
  STATS_LISTEN: z.optional(z.url({ protocol: /^http$/ })),
  STATS_PRIORITY: z.optional(number(0, 19)),
  STATS_LISTEN_INSECURE: z._default(z.enum(['0', '1']), '0'),
  PUBLIC_URL: z.optional(z.url({ protocol: /^https?$/ })),
  TRACKING_URL: z.optional(z.url({ protocol: /^https?$/ })),
  TRACKING_ZONE: z.optional(z.string()),
  APP_HOSTS: z._default(list, []),
  APP_NAME: z._default(z.string().check(z.minLength(1), z.maxLength(40)), 'Poklik'),
  SMTP_URL: z.optional(z.url({ protocol: /^smtps?$/ })),
  MAIL_FROM: z.optional(z.string()),
  SECRET_KEY: z.optional(z.string().check(z.regex(/^[A-Za-z0-9+/]{43}=?$/, 'must be 32 random bytes in base64'))),
  REFERRAL_PERCENT: z._default(z.string().check(z.regex(/^\d{1,2}(\.\d{1,2})?$/)), '10'),
  REFERRAL_HOLD_DAYS: z._default(number(0, 365), 30),
  WITHDRAWAL_MIN: z._default(PaidAmount, '20'),
  WITHDRAWAL_FEE: z._default(Amount, '0'),
  WITHDRAWAL_TWO_APPROVERS_FROM: z._default(Amount, '1000'),
  SIGN_UP: z._default(SignUpPolicy, 'open'),
  SIGN_UP_DOMAINS: z._default(list, []),
  ...TERMS_SETTINGS,
  STAFF_TWO_FACTOR: z._default(z.enum(['optional', 'required']), 'optional'),
  SUPER_ADMIN_EMAIL: z.optional(z.string()),
  SUPER_ADMIN_PASSWORD: z.optional(z.string()),
  TRUSTED_PROXIES: z._default(list, []),
  CLICK_ACK: z._default(z.enum(['write', 'fsync']), 'write'),
  EVENT_LOG_DAYS: z._default(number(0, 3650), 7),
  CLICK_IP: z._default(z.enum(['full', 'truncated']), 'full'),
  CLICK_IP_DAYS: z._default(number(0, 3650), 0),
  CLICK_REFERRER_POLICY: z._default(
    z.enum([
      'no-referrer',
      'origin',
      'strict-origin',
      'strict-origin-when-cross-origin',
      'no-referrer-when-downgrade',
      'unsafe-url',
    ]),
    'strict-origin-when-cross-origin',
  ),
  KEEP_POSTBACKS_DAYS: z._default(number(0, 3650), 365),
  KEEP_OUTGOING_DAYS: z._default(number(0, 3650), 30),
  KEEP_EMAILS_DAYS: z._default(number(0, 3650), 30),
  KEEP_SESSIONS_DAYS: z._default(number(0, 3650), 90),
  KEEP_NOTIFICATIONS_DAYS: z._default(number(0, 3650), 365),
  GEO_DATABASE: z.optional(z.string()),
  STRIPE_SECRET_KEY: z.optional(z.string()),
  STRIPE_WEBHOOK_SECRET: z.optional(z.string()),
  STRIPE_API_URL: z._default(z.url({ protocol: /^https?$/ }), 'https://api.stripe.com'),
  SANDBOX_PAYMENTS: z.optional(z.enum(['0', '1'])),
  INVOICE_PREFIX: z._default(z.string().check(z.regex(/^[A-Z]{1,8}$/)), 'INV'),
  SELLER_NAME: z.optional(z.string()),
  SELLER_DETAILS: z._default(z.string(), ''),
  TAX_PERCENT: z._default(z.string().check(z.regex(/^\d{1,2}(\.\d{1,2})?$/)), '0'),
  DUNNING_DAYS: z._default(z.string().check(z.regex(/^[1-6](,[1-6]){0,3}$/)), '1,3,5,6'),
  RATES_SOURCE: z._default(
    list.check(z.refine((places) => places.every(isRatesPlace), 'must be https: or file: URLs')),
    [],
  ),
  OUTGOING_LOOPBACK: z._default(z.enum(['0', '1']), '0'),
  OUTGOING_DNS: z._default(list, []),
  META_API_URL: z._default(PlatformUrl, 'https://graph.facebook.com/v25.0'),
  GOOGLE_ADS_API_URL: z._default(PlatformUrl, 'https://googleads.googleapis.com/v26'),
  GOOGLE_TOKEN_URL: z._default(PlatformUrl, 'https://oauth2.googleapis.com/token'),
  TIKTOK_API_URL: z._default(PlatformUrl, 'https://business-api.tiktok.com/open_api/v1.3'),
  REDDIT_API_URL: z._default(PlatformUrl, 'https://ads-api.reddit.com/api/v3'),
  SNAP_API_URL: z._default(PlatformUrl, 'https://tr.snapchat.com/v3'),
  PINTEREST_API_URL: z._default(PlatformUrl, 'https://api.pinterest.com/v5'),
  MICROSOFT_ADS_API_URL: z._default(PlatformUrl, 'https://campaign.api.bingads.microsoft.com/CampaignManagement/v13'),
  MICROSOFT_TOKEN_URL: z._default(PlatformUrl, 'https://login.microsoftonline.com/common/oauth2/v2.0/token'),
  VIES_URL: z._default(PlatformUrl, 'https://ec.europa.eu/taxation_customs/vies/rest-api'),
  SENTRY_DSN: z.optional(z.url()),
  PASSWORD_MEMORY_KIB: z._default(number(8, 1_048_576), 65_536),
  PASSWORD_PASSES: z._default(number(1, 10), 3),
  BACKUP_TO: z.optional(z.string()),
  BACKUP_AT: z._default(
    z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 03:10')),
    '03:10',
  ),
  BACKUP_KEEP: z._default(z.string().check(z.refine((rule) => parseKeepRule(rule) !== undefined)), '24h,7d,4w,6m'),
  BACKUP_RECIPIENT: z.optional(z.string().check(z.regex(/^age1[a-z0-9]+$/, 'must be an age public key'))),
  BACKUP_IDENTITY: z.optional(z.string()),
  BACKUP_CLICKHOUSE: z._default(z.enum(['0', '1']), '1'),
  AWS_ENDPOINT_URL: z.optional(z.url({ protocol: /^https?$/ })),
  AWS_REGION: z._default(z.string(), 'us-east-1'),
  AWS_ACCESS_KEY_ID: z.optional(z.string()),
  AWS_SECRET_ACCESS_KEY: z.optional(z.string()),
  METRICS_LISTEN: z.optional(
    z.string().check(z.regex(LISTEN_ADDRESS, 'must be an address and a port, such as 127.0.0.1:9464')),
  ),
  METRICS_TOKEN: z.optional(z.string().check(z.minLength(16))),
  LIMIT_VISITOR_PER_MINUTE: z._default(number(1, UNLIMITED), 300),
  LIMIT_USER_PER_MINUTE: z._default(number(1, UNLIMITED), 600),
  LIMIT_GUESSES_PER_SOURCE: z._default(number(1, UNLIMITED), 100),
  LIMIT_EMAILS_PER_ADDRESS: z._default(number(1, UNLIMITED), 5),
  LIMIT_EMAILS_PER_SOURCE: z._default(number(1, UNLIMITED), 30),
  LIMIT_SIGN_UPS_PER_SOURCE: z._default(number(1, UNLIMITED), 20),
  LIMIT_POSTBACKS_PER_MINUTE: z._default(number(1, UNLIMITED), 6_000),
  LIMIT_EVENTS_PER_SOURCE: z._default(number(1, UNLIMITED), 600),
  LIMIT_EVENTS_PER_CAMPAIGN: z._default(number(1, UNLIMITED), 60_000),
  DEMO: z._default(z.enum(['0', '1']), '0'),
  LOG_LEVEL: z._default(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']), 'info'),
  LOG_FORMAT: z.optional(z.enum(LOG_FORMATS)),
});
export type Environment = z.infer<typeof Environment>;
