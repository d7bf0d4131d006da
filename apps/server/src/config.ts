import { resolve } from 'node:path';
import type { SignUpPolicy, Terms } from '@poklik/contract/auth';
import { toMinor } from '@poklik/domain/money/amount';
import { Environment, type LogFormat } from './environment.ts';
import { termsOf } from './terms-settings.ts';

export type { LogFormat } from './environment.ts';

/** The parts of the program. `all` runs every one of them in one place; larger installs give each its own machines. */
const ROLES = ['api', 'tracker', 'worker', 'stats'] as const;
export type RoleName = (typeof ROLES)[number];

export interface Config {
  roles: readonly RoleName[];
  host: string;
  port: number;
  dataDir: string;
  databaseUrl: string | undefined;
  clickhouseUrl: string | undefined;
  /** Where the stats role on its own serves the embedded ClickHouse; with name and password. */
  statsListen: string | undefined;
  statsPriority: number | undefined;
  /** Where people reach the product; letters link to it. */
  publicUrl: string;
  /** Where visitors and advertisers reach the trackers; links, postback addresses and snippets begin with it. */
  trackingUrl: string;
  appName: string;
  smtpUrl: string | undefined;
  mailFrom: string;
  signUp: { policy: SignUpPolicy; domains: readonly string[] };
  /** What has to be accepted to sign up, if anything. */
  terms: Terms | null;
  /** Seals what must not be read from the database; without it a key is kept in the data folder. */
  secretKey: Buffer | undefined;
  referrals: { basisPoints: number; holdDays: number };
  withdrawals: {
    minMinor: bigint;
    feeMinor: bigint;
    /** From here on two people must approve; nothing for never. */
    twoApproversFromMinor: bigint;
  };
  superAdmin: { email: string; password: string } | undefined;
  /** Whether administrators and operators can do nothing before they have set up two-factor sign-in. */
  staffNeedsTwoFactor: boolean;
  trustedProxies: readonly string[];
  clicks: {
    /** When a click counts as recorded: once the operating system has it, or once the disk has it. */
    ack: 'write' | 'fsync';
    /** How long the event log is kept after it has gone into the statistics store. */
    keepLogDays: number;
    /** False: only the network of an address is recorded, 24 bits of IPv4 and 48 of IPv6. */
    keepsWholeAddress: boolean;
    /** After so many days only the network of a recorded address is kept; 0 keeps it as it is. */
    wholeAddressDays: number;
    /** What the page behind a link learns about the page before it. */
    referrerPolicy: string;
    /** A country database of the operator's own, in MaxMind's format. */
    geoDatabase: string | undefined;
    /** Impressions and events of landing pages within a minute, in one tracker process. Clicks have no limit. */
    eventsPerMinute: { perSource: number; perCampaign: number };
  };
  /** After how many days what is settled is removed; 0 keeps it. */
  retention: { postbacks: number; outgoing: number; emails: number; sessions: number; notifications: number };
  /** Whether a page of the product itself plays the provider and no money moves; only without keys of a real one. */
  sandboxPayments: boolean;
  stripe: { secretKey: string; webhookSecret: string; apiUrl: string } | undefined;
  invoices: {
    prefix: string;
    /** As it stands on invoices. */
    seller: { name: string; details: string };
    taxBasisPoints: number;
  };
  outgoing: {
    /** Whether traffic sources may be told on the machine itself. */
    allowsLoopback: boolean;
    /** DNS servers that are asked for their names; without any those of the system. */
    dnsServers: string[];
  };
  sentryDsn: string | undefined;
  /** Filled with made-up people and traffic at the first start. */
  demo: boolean;
  logLevel: string;
  logFormat: LogFormat;
  /** Of argon2id. Raising it strengthens each password at its owner's next sign-in. */
  passwordCost: { memoryKib: number; passes: number };
  limits: {
    visitorPerMinute: number;
    userPerMinute: number;
    /** Within a quarter of an hour. */
    guessesPerSource: number;
    /** Within an hour, as all below. */
    lettersPerAddress: number;
    lettersPerSource: number;
    signUpsPerSource: number;
    /** Of one campaign, within a minute. */
    postbacksPerMinute: number;
  };
}

/** The only reader of the environment. A wrong setting stops the start with its name and what is wrong with it. */
export function loadConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = Environment.safeParse(set);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`Some settings cannot be used:\n${lines.join('\n')}`);
  }
  const values = parsed.data;
  const publicUrl = (values.PUBLIC_URL ?? `http://localhost:${values.PORT}`).replace(/\/+$/, '');
  return {
    roles: rolesOf(values.ROLES),
    host: values.HOST,
    port: values.PORT,
    dataDir: resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    clickhouseUrl: values.CLICKHOUSE_URL,
    statsListen: statsListenOf(values.STATS_LISTEN, values.STATS_LISTEN_INSECURE === '1'),
    statsPriority: values.STATS_PRIORITY,
    publicUrl,
    trackingUrl: (values.TRACKING_URL ?? publicUrl).replace(/\/+$/, ''),
    appName: values.APP_NAME,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM ?? `${values.APP_NAME} <no-reply@${new URL(publicUrl).hostname}>`,
    signUp: { policy: values.SIGN_UP, domains: values.SIGN_UP_DOMAINS.map((domain) => domain.toLowerCase()) },
    terms: termsOf(values),
    secretKey: values.SECRET_KEY === undefined ? undefined : Buffer.from(values.SECRET_KEY, 'base64'),
    referrals: {
      basisPoints: Math.round(Number(values.REFERRAL_PERCENT) * 100),
      holdDays: values.REFERRAL_HOLD_DAYS,
    },
    withdrawals: {
      minMinor: toMinor(values.WITHDRAWAL_MIN),
      feeMinor: toMinor(values.WITHDRAWAL_FEE),
      twoApproversFromMinor: toMinor(values.WITHDRAWAL_TWO_APPROVERS_FROM),
    },
    superAdmin: superAdminOf(values.SUPER_ADMIN_EMAIL, values.SUPER_ADMIN_PASSWORD),
    staffNeedsTwoFactor: values.STAFF_TWO_FACTOR === 'required',
    // The visitors of the demonstration say themselves where they come from.
    trustedProxies: values.TRUSTED_PROXIES.length === 0 && values.DEMO === '1' ? ['loopback'] : values.TRUSTED_PROXIES,
    clicks: {
      ack: values.CLICK_ACK,
      keepLogDays: values.EVENT_LOG_DAYS,
      keepsWholeAddress: values.CLICK_IP === 'full',
      wholeAddressDays: values.CLICK_IP_DAYS,
      referrerPolicy: values.CLICK_REFERRER_POLICY,
      geoDatabase: values.GEO_DATABASE,
      eventsPerMinute: {
        perSource: values.LIMIT_EVENTS_PER_SOURCE,
        perCampaign: values.LIMIT_EVENTS_PER_CAMPAIGN,
      },
    },
    retention: {
      postbacks: values.KEEP_POSTBACKS_DAYS,
      outgoing: values.KEEP_OUTGOING_DAYS,
      emails: values.KEEP_EMAILS_DAYS,
      sessions: values.KEEP_SESSIONS_DAYS,
      notifications: values.KEEP_NOTIFICATIONS_DAYS,
    },
    sandboxPayments: (values.SANDBOX_PAYMENTS ?? values.DEMO) === '1',
    stripe: stripeOf(values.STRIPE_SECRET_KEY, values.STRIPE_WEBHOOK_SECRET, values.STRIPE_API_URL),
    invoices: {
      prefix: values.INVOICE_PREFIX,
      seller: { name: values.SELLER_NAME ?? values.APP_NAME, details: values.SELLER_DETAILS.replaceAll('\\n', '\n') },
      taxBasisPoints: Math.round(Number(values.TAX_PERCENT) * 100),
    },
    outgoing: { allowsLoopback: values.OUTGOING_LOOPBACK === '1', dnsServers: values.OUTGOING_DNS },
    sentryDsn: values.SENTRY_DSN,
    demo: values.DEMO === '1',
    logLevel: values.LOG_LEVEL,
    logFormat: values.LOG_FORMAT ?? (process.stdout.isTTY ? 'text' : 'json'),
    passwordCost: { memoryKib: values.PASSWORD_MEMORY_KIB, passes: values.PASSWORD_PASSES },
    limits: {
      visitorPerMinute: values.LIMIT_VISITOR_PER_MINUTE,
      userPerMinute: values.LIMIT_USER_PER_MINUTE,
      guessesPerSource: values.LIMIT_GUESSES_PER_SOURCE,
      lettersPerAddress: values.LIMIT_LETTERS_PER_ADDRESS,
      lettersPerSource: values.LIMIT_LETTERS_PER_SOURCE,
      signUpsPerSource: values.LIMIT_SIGN_UPS_PER_SOURCE,
      postbacksPerMinute: values.LIMIT_POSTBACKS_PER_MINUTE,
    },
  };
}

/** Secrets of the api and the worker: the process that strangers reach first does without them. */
const NOT_FOR_TRACKER =
  /^(SECRET_KEY|SMTP_URL|STRIPE_.*|SUPER_ADMIN_.*|SENTRY_DSN|ROLES|DATABASE_URL|PORT|LOG_FORMAT)$/;

/** The settings of a tracker that the program starts itself. It learns where PostgreSQL is when that is ready. */
export const trackerEnvironment = (own: { PORT: string; LOG_FORMAT: string }): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !NOT_FOR_TRACKER.test(name))),
  ROLES: 'tracker',
  ...own,
});

function rolesOf(names: readonly string[]): RoleName[] {
  if (names.includes('all')) return [...ROLES];
  const unknown = names.filter((name) => !ROLES.some((role) => role === name));
  if (unknown.length > 0)
    throw new Error(
      `Some settings cannot be used:\n  ROLES: ${unknown.join(', ')} is not one of all, ${ROLES.join(', ')}`,
    );
  return ROLES.filter((role) => names.includes(role));
}

/** Its password and everybody's statistics go over this connection as they are. */
function statsListenOf(url: string | undefined, isAccepted: boolean): string | undefined {
  const isLoopback = url === undefined || /^(localhost|127\.[\d.]+|\[::1\])$/.test(new URL(url).hostname);
  if (isLoopback || isAccepted) return url;
  throw new Error(
    'Some settings cannot be used:\n  STATS_LISTEN: is not encrypted; use a loopback address behind a TLS proxy or a VPN, or set STATS_LISTEN_INSECURE=1 on a private network',
  );
}

function superAdminOf(email: string | undefined, password: string | undefined) {
  if (!email && !password) return undefined;
  if (!email || !password)
    throw new Error('Some settings cannot be used:\n  SUPER_ADMIN_EMAIL and SUPER_ADMIN_PASSWORD go together');
  return { email: email.trim().toLowerCase(), password };
}

function stripeOf(secretKey: string | undefined, webhookSecret: string | undefined, apiUrl: string): Config['stripe'] {
  if (!secretKey && !webhookSecret) return undefined;
  if (!secretKey || !webhookSecret)
    throw new Error('Some settings cannot be used:\n  STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET go together');
  return { secretKey, webhookSecret, apiUrl };
}
