import { resolve } from 'node:path';
import { SignUpPolicy } from '@poklik/contract/auth';
import * as z from 'zod/mini';

/** The parts of the program. `all` runs every one of them in one place; larger installs give each its own machines. */
const ROLES = ['api', 'worker', 'stats'] as const;
export type RoleName = (typeof ROLES)[number];

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

const Environment = z.object({
  ROLES: z._default(list, ['all']),
  HOST: z._default(z.string(), '0.0.0.0'),
  PORT: z._default(number(0, 65_535), 3000),
  DATA_DIR: z._default(z.string(), './data'),
  DATABASE_URL: z.optional(z.url()),
  CLICKHOUSE_URL: z.optional(z.url()),
  PUBLIC_URL: z.optional(z.url({ protocol: /^https?$/ })),
  APP_NAME: z._default(z.string().check(z.minLength(1), z.maxLength(40)), 'Poklik'),
  SMTP_URL: z.optional(z.url({ protocol: /^smtps?$/ })),
  MAIL_FROM: z.optional(z.string()),
  SIGN_UP: z._default(SignUpPolicy, 'open'),
  SIGN_UP_DOMAINS: z._default(list, []),
  SUPER_ADMIN_EMAIL: z.optional(z.string()),
  SUPER_ADMIN_PASSWORD: z.optional(z.string()),
  TRUSTED_PROXIES: z._default(list, []),
  SENTRY_DSN: z.optional(z.url()),
  LOG_LEVEL: z._default(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']), 'info'),
});

export interface Config {
  roles: readonly RoleName[];
  host: string;
  port: number;
  dataDir: string;
  databaseUrl: string | undefined;
  clickhouseUrl: string | undefined;
  /** Where people reach the product; letters link to it. */
  publicUrl: string;
  appName: string;
  smtpUrl: string | undefined;
  mailFrom: string;
  signUp: { policy: SignUpPolicy; domains: readonly string[] };
  superAdmin: { email: string; password: string } | undefined;
  trustedProxies: readonly string[];
  sentryDsn: string | undefined;
  logLevel: string;
}

/** The only reader of the environment. A wrong setting stops the start with its name and what is wrong with it. */
export function loadConfig(env: NodeJS.ProcessEnv): Config {
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
    publicUrl,
    appName: values.APP_NAME,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM ?? `${values.APP_NAME} <no-reply@${new URL(publicUrl).hostname}>`,
    signUp: { policy: values.SIGN_UP, domains: values.SIGN_UP_DOMAINS.map((domain) => domain.toLowerCase()) },
    superAdmin: superAdminOf(values.SUPER_ADMIN_EMAIL, values.SUPER_ADMIN_PASSWORD),
    trustedProxies: values.TRUSTED_PROXIES,
    sentryDsn: values.SENTRY_DSN,
    logLevel: values.LOG_LEVEL,
  };
}

function rolesOf(names: readonly string[]): RoleName[] {
  if (names.includes('all')) return [...ROLES];
  const unknown = names.filter((name) => !ROLES.some((role) => role === name));
  if (unknown.length > 0)
    throw new Error(
      `Some settings cannot be used:\n  ROLES: ${unknown.join(', ')} is not one of all, ${ROLES.join(', ')}`,
    );
  return ROLES.filter((role) => names.includes(role));
}

function superAdminOf(email: string | undefined, password: string | undefined) {
  if (!email && !password) return undefined;
  if (!email || !password)
    throw new Error('Some settings cannot be used:\n  SUPER_ADMIN_EMAIL and SUPER_ADMIN_PASSWORD go together');
  return { email: email.trim().toLowerCase(), password };
}
