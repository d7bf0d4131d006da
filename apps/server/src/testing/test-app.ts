import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { ROLES, type Role } from '@poklik/contract/roles';
import { eq } from 'drizzle-orm';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { createApp } from '../app.ts';
import { type Config, loadConfig } from '../config.ts';
import { listReleases } from '../features/legal/legal.repo.ts';
import { readStoredValues } from '../features/settings/settings.repo.ts';
import { loggingMailer } from '../mail/logging-mailer.ts';
import type { Email } from '../mail/mailer.ts';
import { createAppMetrics } from '../metrics/app-metrics.ts';
import type { Services } from '../services.ts';
import { buildFromEnvironment, type LiveConfig, openLiveConfig, SETTINGS_CHANNEL } from '../settings/live-config.ts';
import { createSecretBox, KEY_BYTES } from '../stores/secret-box.ts';
import { users } from '../stores/tables/users.ts';
import { startWorker } from '../worker.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';
import { createWebRoot } from './web-root.ts';

export interface TestApp {
  app: FastifyInstance;
  services: Services;
  /** Sent emails, oldest first. */
  emails: Email[];
  call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, options?: CallOptions): Promise<LightMyRequestResponse>;
  /** A new logged-in user. */
  person(options?: { role?: Role; email?: string; language?: string }): Promise<Person>;
  /** Waits for an email from the worker. */
  findEmail(email: string, subject?: RegExp): Promise<Email>;
  close(): Promise<void>;
}

interface CallOptions {
  token?: string | undefined;
  body?: unknown;
  language?: string;
  ip?: string;
  headers?: Record<string, string>;
}

export interface Person {
  id: number;
  accountId: number;
  email: string;
  password: string;
  token: string;
}

const LOCALES = fileURLToPath(new URL('../../../../packages/locales', import.meta.url));

/** Pretends that every table exists; statistics tests use a real database. */
const READY_CLIENT = {
  query: async () => ({
    json: async () => [
      { id: 'table', logs: '0' },
      { id: 'view', logs: '0' },
    ],
  }),
};

export const PASSWORD = 'correct horse battery';

/** The program over HTTP with its own database. Password hashing is cheap and rate limits are high by default. */
export async function createTestApp(
  changes: Partial<Config> = {},
  through?: Parameters<typeof createTestDatabase>[0],
): Promise<TestApp> {
  const database = await createTestDatabase(through);
  const emails: Email[] = [];
  const tools = { secrets: createSecretBox(randomBytes(KEY_BYTES)), log: pino({ level: 'silent' }) };
  const live = await openTestSettings(database, changes, tools);
  const services: Services = {
    config: new Proxy(live.config, { set: overrideInTest }),
    liveConfig: live,
    ...tools,
    databaseUrl: database.url,
    db: database.db,
    pool: database.pool,
    queuePool: database.queuePool,
    exportPool: database.exportPool,
    listen: database.listen,
    clickhouse: { ping: async () => ({ ok: true }), client: { ...READY_CLIENT } } as unknown as Services['clickhouse'],
    mailer: collectEmails(emails, { db: database.db, config: live.config, log: tools.log }),
    metrics: createAppMetrics(new Registry()),
  };
  const web = await createWebRoot();
  const app = await createApp(services, { webRoot: web.path, localesRoot: LOCALES });
  const worker = await startWorker(services);
  let people = 0;

  const call: TestApp['call'] = (method, path, { token, body, language = 'en', ip, headers = {} } = {}) =>
    app.inject({
      method,
      url: `/v1${path}`,
      ...(ip === undefined ? {} : { remoteAddress: ip }),
      headers: {
        'accept-language': language,
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: body as object }),
    });

  const person: TestApp['person'] = async ({ role = ROLES.USER, email, language = 'en' } = {}) => {
    people += 1;
    const address = email ?? `person-${people}@example.test`;
    const body = { email: address, password: PASSWORD, password_confirmation: PASSWORD, accept_terms: true };
    const registered = await call('POST', '/register', { body, language });
    if (registered.statusCode !== 201) throw new Error(`registration failed: ${registered.body}`);
    const [user] = await services.db.update(users).set({ role }).where(eq(users.email, address)).returning();
    if (!user) throw new Error('the person was not registered');
    const signedIn = await call('POST', '/login', { body: { email: address, password: PASSWORD }, language });
    return { id: user.id, accountId: user.accountId, email: address, password: PASSWORD, token: signedIn.json().token };
  };

  const findEmail: TestApp['findEmail'] = async (email, subject = /./) => {
    for (let attempt = 0; attempt < 200; attempt += 1) {
      const found = emails.findLast((sent) => sent.to === email && subject.test(sent.subject));
      if (found) return found;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    throw new Error(
      `no email to ${email}; found: ${emails.map(({ to, subject: title }) => `${to} ${title}`).join('; ')}`,
    );
  };

  return {
    app,
    services,
    emails,
    call,
    person,
    findEmail,
    async close() {
      await worker.stop();
      await app.close();
      await live.close();
      await database.drop();
      await web.remove();
    },
  };
}

const collectEmails = (emails: Email[], tools: Parameters<typeof loggingMailer>[1]) =>
  loggingMailer({ send: async (email) => void emails.push(email), close: () => {} }, tools);

/** Defaults of tests; the environment and stored settings win. */
const TEST_ENVIRONMENT = {
  PASSWORD_MEMORY_KIB: '64',
  PASSWORD_PASSES: '1',
  PUBLIC_URL: 'https://track.example',
  SANDBOX_PAYMENTS: '1',
  LIMIT_VISITOR_PER_MINUTE: '1000000',
  LIMIT_USER_PER_MINUTE: '1000000',
  LIMIT_GUESSES_PER_SOURCE: '1000000',
  LIMIT_EMAILS_PER_ADDRESS: '1000000',
  LIMIT_EMAILS_PER_SOURCE: '1000000',
  LIMIT_SIGN_UPS_PER_SOURCE: '1000000',
  LIMIT_POSTBACKS_PER_MINUTE: '1000000',
};

const testConfig = (stored: NodeJS.ProcessEnv = {}): Config => {
  const start = loadConfig(TEST_ENVIRONMENT);
  return buildFromEnvironment(start)({ ...TEST_ENVIRONMENT, ...stored });
};

async function openTestSettings(
  { db, listen }: TestDatabase,
  changes: Partial<Config>,
  { secrets, log }: Pick<Services, 'secrets' | 'log'>,
): Promise<LiveConfig> {
  const live = openLiveConfig({
    start: { ...testConfig(), ...changes },
    read: () => readStoredValues(db, secrets),
    readLegal: () => listReleases(db),
    watch: (refresh) => listen(SETTINGS_CHANNEL, refresh, refresh),
    build: (stored) => ({ ...testConfig(stored), ...changes }),
    log,
  });
  await live.ready;
  return live;
}

const overrideInTest: NonNullable<ProxyHandler<Config>['set']> = (target, key, value) =>
  Reflect.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
