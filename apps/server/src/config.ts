import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import type { SignUpPolicy, Terms } from '@poklik/contract/auth';
import type { ApiPlatform } from '@poklik/contract/connections';
import { type Brand, NO_BRAND } from '@poklik/domain/branding/brand';
import type { LegalRelease } from '@poklik/domain/legal/releases-in-force';
import { toMinor } from '@poklik/domain/money/amount';
import { NO_VAT, type VatSettings } from '@poklik/domain/vat/treatment';
import { type BackupSettings, parseBackups } from './backup-settings.ts';
import { Environment, type LogFormat } from './environment.ts';
import { type AcmeConfig, type HttpsConfig, parseHttps } from './https-settings.ts';
import { type ProviderSettings, parseStripe, type StripeKeys } from './payments/provider-settings.ts';
import { type AnalyticsAddresses, parseAnalytics } from './shards/shard-settings.ts';
import { parseTerms } from './terms-settings.ts';
import { parseTrackingZone, type TrackingZone } from './tracking-zone.ts';

export type { LogFormat } from './environment.ts';

/** `all` runs every role in one program; larger installations run them on separate machines. */
const ROLES = ['api', 'tracker', 'worker', 'stats'] as const;
export type RoleName = (typeof ROLES)[number];

export interface MetricsConfig {
  /** An address of their own. */
  listen: { host: string; port: number } | undefined;
  /** Required to read them; with one, the application's host serves them too. */
  token: string | undefined;
}

export interface Config extends AnalyticsAddresses {
  roles: readonly RoleName[];
  host: string;
  port: number;
  /** How many tracker processes share the public ports. */
  trackers: number;
  /** Where trackers serve HTTPS. */
  https: HttpsConfig | undefined;
  /** How certificates are ordered. */
  acme: AcmeConfig | undefined;
  /** How long browsers use only HTTPS for the application's host; 0 sends no such header. */
  hstsSeconds: number;
  dataDir: string;
  databaseUrl: string | undefined;
  /** Where the stats role alone serves the embedded ClickHouse, with user name and password. */
  statsListen: string | undefined;
  statsPriority: number | undefined;
  /** Where users open the application; emails link to it. */
  publicUrl: string;
  /** Base URL of tracking links, postback URLs and snippets. */
  trackingUrl: string;
  /** Switches customers' tracking domains on. */
  trackingZone: TrackingZone | undefined;
  appName: string;
  /** Set in the browser only. */
  brand: Brand;
  /** Of the seller. Only set in the browser. */
  vat: VatSettings;
  smtpUrl: string | undefined;
  mailFrom: string;
  signUp: { policy: SignUpPolicy; domains: readonly string[] };
  /** Published legal documents, without their texts. */
  legal: readonly LegalRelease[];
  /** Terms that users accept to sign up, hosted elsewhere. */
  terms: Terms | null;
  /** Encrypts secrets in the database. Without it, a key in the data folder is used. */
  secretKey: Buffer | undefined;
  referrals: { basisPoints: number; holdDays: number };
  withdrawals: {
    minMinor: bigint;
    feeMinor: bigint;
    /** Amounts from here on need two approvers; 0 turns this off. */
    twoApproversFromMinor: bigint;
  };
  superAdmin: { email: string; password: string } | undefined;
  /** Whether administrators and operators must set up two-factor authentication before anything else. */
  requireStaffTwoFactor: boolean;
  trustedProxies: readonly string[];
  clicks: {
    /** When a click counts as recorded: after the write to the operating system, or after fsync. */
    ack: 'write' | 'fsync';
    /** How long event log segments are kept after they are in the analytics database. */
    keepLogDays: number;
    /** False: only the network of an IP address is recorded, 24 bits of IPv4 and 48 of IPv6. */
    keepFullIp: boolean;
    /** After this many days recorded IP addresses are truncated to their network; 0 keeps them. */
    fullIpDays: number;
    /** The Referrer-Policy of redirects. */
    referrerPolicy: string;
    /** The operator's own country database in MaxMind format. */
    geoDatabase: string | undefined;
    /** Impressions and landing page events per minute in one tracker process. Clicks are not limited. */
    eventsPerMinute: { perSource: number; perCampaign: number };
  };
  metrics: MetricsConfig;
  backups: BackupSettings;
  /** URLs of published exchange rates; the first that has a currency counts. */
  ratesSource: readonly string[];
  /** Days after which finished records are deleted; 0 keeps them. */
  retention: { postbacks: number; outgoing: number; emails: number; sessions: number; notifications: number };
  /** Whether the built-in test checkout replaces the payment provider; ignored when Stripe is configured. */
  sandboxPayments: boolean;
  stripe: StripeKeys | undefined;
  /** Payment providers besides Stripe. Only set in the browser. */
  providers: ProviderSettings;
  /** Days after the renewal on which an unpaid invoice is charged again, in order. */
  dunningDays: readonly number[];
  invoices: {
    prefix: string;
    /** As printed on invoices. */
    seller: { name: string; details: string };
    taxBasisPoints: number;
  };
  outgoing: {
    /** Whether outgoing postbacks may go to this machine. */
    allowLoopback: boolean;
    /** DNS servers for outgoing postbacks; the system's if empty. */
    dnsServers: string[];
  };
  /** Base addresses of ad platforms, and where Google gives access tokens. */
  platforms: Record<ApiPlatform | 'googleToken' | 'microsoftToken', string>;
  sentryDsn: string | undefined;
  /** Seeded with demo users and traffic at the first start. */
  demo: boolean;
  logLevel: string;
  logFormat: LogFormat;
  /** Cost of argon2id. After an increase, passwords are rehashed at the next login. */
  passwordCost: { memoryKib: number; passes: number };
  limits: {
    visitorPerMinute: number;
    userPerMinute: number;
    /** Per 15 minutes. */
    guessesPerSource: number;
    /** Per hour, as all below. */
    emailsPerAddress: number;
    emailsPerSource: number;
    signUpsPerSource: number;
    /** Per campaign and minute. */
    postbacksPerMinute: number;
  };
}

/** Of this process. */
export const environment = process.env;

/** The only place that reads the environment. An invalid setting stops the start with a message that names it. */
export function loadConfig(env: NodeJS.ProcessEnv = environment): Config {
  const values = parseEnvironment(env);
  const publicUrl = (values.PUBLIC_URL ?? `http://localhost:${values.PORT}`).replace(/\/+$/, '');
  return {
    roles: parseRoles(values.ROLES),
    host: values.HOST,
    port: values.PORT,
    trackers: values.TRACKERS ?? defaultTrackers(availableParallelism()),
    ...parseHttps(values),
    hstsSeconds: values.HSTS_SECONDS,
    dataDir: resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    ...parseAnalytics(values),
    statsListen: parseStatsListen(values.STATS_LISTEN, values.STATS_LISTEN_INSECURE === '1'),
    statsPriority: values.STATS_PRIORITY,
    publicUrl,
    trackingUrl: (values.TRACKING_URL ?? publicUrl).replace(/\/+$/, ''),
    trackingZone: parseTrackingZone(values),
    appName: values.APP_NAME,
    ...{ brand: NO_BRAND, vat: NO_VAT, legal: [], providers: {} },
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM ?? `${values.APP_NAME} <no-reply@${new URL(publicUrl).hostname}>`,
    signUp: { policy: values.SIGN_UP, domains: values.SIGN_UP_DOMAINS.map((domain) => domain.toLowerCase()) },
    terms: parseTerms(values),
    secretKey: values.SECRET_KEY === undefined ? undefined : Buffer.from(values.SECRET_KEY, 'base64'),
    referrals: { basisPoints: Math.round(Number(values.REFERRAL_PERCENT) * 100), holdDays: values.REFERRAL_HOLD_DAYS },
    withdrawals: {
      minMinor: toMinor(values.WITHDRAWAL_MIN),
      feeMinor: toMinor(values.WITHDRAWAL_FEE),
      twoApproversFromMinor: toMinor(values.WITHDRAWAL_TWO_APPROVERS_FROM),
    },
    superAdmin: parseSuperAdmin(values.SUPER_ADMIN_EMAIL, values.SUPER_ADMIN_PASSWORD),
    requireStaffTwoFactor: values.STAFF_TWO_FACTOR === 'required',
    // Demo visitors set their own X-Forwarded-For.
    trustedProxies: values.TRUSTED_PROXIES.length === 0 && values.DEMO === '1' ? ['loopback'] : values.TRUSTED_PROXIES,
    clicks: {
      ack: values.CLICK_ACK,
      keepLogDays: values.EVENT_LOG_DAYS,
      keepFullIp: values.CLICK_IP === 'full',
      fullIpDays: values.CLICK_IP_DAYS,
      referrerPolicy: values.CLICK_REFERRER_POLICY,
      geoDatabase: values.GEO_DATABASE,
      eventsPerMinute: { perSource: values.LIMIT_EVENTS_PER_SOURCE, perCampaign: values.LIMIT_EVENTS_PER_CAMPAIGN },
    },
    metrics: { listen: parseListenAddress(values.METRICS_LISTEN), token: values.METRICS_TOKEN },
    backups: parseBackups(values),
    ratesSource: values.RATES_SOURCE,
    retention: {
      postbacks: values.KEEP_POSTBACKS_DAYS,
      outgoing: values.KEEP_OUTGOING_DAYS,
      emails: values.KEEP_EMAILS_DAYS,
      sessions: values.KEEP_SESSIONS_DAYS,
      notifications: values.KEEP_NOTIFICATIONS_DAYS,
    },
    sandboxPayments: (values.SANDBOX_PAYMENTS ?? values.DEMO) === '1',
    stripe: parseStripe(values.STRIPE_SECRET_KEY, values.STRIPE_WEBHOOK_SECRET, values.STRIPE_API_URL),
    dunningDays: [...new Set(values.DUNNING_DAYS.split(',').map(Number))].toSorted(),
    invoices: {
      prefix: values.INVOICE_PREFIX,
      seller: { name: values.SELLER_NAME ?? values.APP_NAME, details: values.SELLER_DETAILS.replaceAll('\\n', '\n') },
      taxBasisPoints: Math.round(Number(values.TAX_PERCENT) * 100),
    },
    outgoing: { allowLoopback: values.OUTGOING_LOOPBACK === '1', dnsServers: values.OUTGOING_DNS },
    platforms: parsePlatforms(values),
    sentryDsn: values.SENTRY_DSN,
    demo: values.DEMO === '1',
    logLevel: values.LOG_LEVEL,
    logFormat: values.LOG_FORMAT ?? (process.stdout.isTTY ? 'text' : 'json'),
    passwordCost: { memoryKib: values.PASSWORD_MEMORY_KIB, passes: values.PASSWORD_PASSES },
    limits: {
      visitorPerMinute: values.LIMIT_VISITOR_PER_MINUTE,
      userPerMinute: values.LIMIT_USER_PER_MINUTE,
      guessesPerSource: values.LIMIT_GUESSES_PER_SOURCE,
      emailsPerAddress: values.LIMIT_EMAILS_PER_ADDRESS,
      emailsPerSource: values.LIMIT_EMAILS_PER_SOURCE,
      signUpsPerSource: values.LIMIT_SIGN_UPS_PER_SOURCE,
      postbacksPerMinute: values.LIMIT_POSTBACKS_PER_MINUTE,
    },
  };
}

export function parseEnvironment(env: NodeJS.ProcessEnv): Environment {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = Environment.safeParse(set);
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`Invalid settings:\n${lines.join('\n')}`);
}

/** Secrets that the tracker does not need, because it is the process exposed to the internet. */
const EXCLUDED_FROM_TRACKER =
  /^(SECRET_KEY|ACME_EAB_.*|BACKUP_.*|AWS_.*|METRICS_.*|SMTP_URL|STRIPE_.*|SUPER_ADMIN_.*|SENTRY_DSN|ROLES|DATABASE_URL|PORT|LOG_FORMAT)$/;

/** One core is left to everything else. A second tracker answers while the first one restarts. */
const defaultTrackers = (cores: number): number => Math.min(TRACKERS_MAX, Math.max(2, cores - 1));
/** Of the default: each takes about 80 MB and connections to PostgreSQL. */
const TRACKERS_MAX = 8;

/** The environment of a tracker process. Node adds the rest, except what is undefined here. It gets the database URL later, when PostgreSQL is ready. */
export const trackerEnvironment = (own: { PORT: string; LOG_FORMAT: string }): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(
    Object.keys(process.env).flatMap((name) => (EXCLUDED_FROM_TRACKER.test(name) ? [[name, undefined]] : [])),
  ),
  ROLES: 'tracker',
  ...own,
});

function parseRoles(names: readonly string[]): RoleName[] {
  if (names.includes('all')) return [...ROLES];
  const unknown = names.filter((name) => !ROLES.some((role) => role === name));
  if (unknown.length > 0)
    throw new Error(`Invalid settings:\n  ROLES: ${unknown.join(', ')} is not one of all, ${ROLES.join(', ')}`);
  return ROLES.filter((role) => names.includes(role));
}

/** The password and all statistics cross this connection unencrypted. */
function parseStatsListen(url: string | undefined, isAccepted: boolean): string | undefined {
  const isLoopback = url === undefined || /^(localhost|127\.[\d.]+|\[::1\])$/.test(new URL(url).hostname);
  if (isLoopback || isAccepted) return url;
  throw new Error(
    'Invalid settings:\n  STATS_LISTEN: is not encrypted; use a loopback address behind a TLS proxy or a VPN, or set STATS_LISTEN_INSECURE=1 on a private network',
  );
}

function parseListenAddress(address: string | undefined): MetricsConfig['listen'] {
  if (address === undefined) return undefined;
  const colon = address.lastIndexOf(':');
  const host = address.slice(0, colon).replace(/^\[|\]$/g, '');
  return { host, port: Number(address.slice(colon + 1)) };
}

function parseSuperAdmin(email: string | undefined, password: string | undefined) {
  if (!email && !password) return undefined;
  if (!email || !password)
    throw new Error('Invalid settings:\n  SUPER_ADMIN_EMAIL and SUPER_ADMIN_PASSWORD must be set together');
  return { email: email.trim().toLowerCase(), password };
}

const parsePlatforms = (values: Environment): Config['platforms'] => ({
  meta: values.META_API_URL,
  google: values.GOOGLE_ADS_API_URL,
  googleToken: values.GOOGLE_TOKEN_URL,
  tiktok: values.TIKTOK_API_URL,
  reddit: values.REDDIT_API_URL,
  ...{ snap: values.SNAP_API_URL, pinterest: values.PINTEREST_API_URL },
  ...{ microsoft: values.MICROSOFT_ADS_API_URL, microsoftToken: values.MICROSOFT_TOKEN_URL },
});
