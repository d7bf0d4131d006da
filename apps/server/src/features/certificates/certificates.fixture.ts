import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TLSSocket } from 'node:tls';
import { freePort } from '@poklik/child-processes/free-port';
import { campaigns } from '../../stores/tables/campaigns.ts';
import { type DnsServer, startDnsServer } from '../../testing/dns-server.ts';
import { type Pebble, startPebble } from '../../testing/pebble/pebble.ts';
import { type RunningProgram, startProgram } from '../../testing/processes/running-program.ts';
import { startTrackerProcess } from '../../testing/processes/tracker-process.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { settingsOf } from '../../testing/test-tracker.ts';

const HERE = { A: ['127.0.0.1'] };
const PATIENCE_MS = 60_000;
const PASSWORD = 'correct horse battery';

export interface Handshake {
  status: number | undefined;
  location: string | undefined;
  serial: string;
}

/** A person with a token and a campaign. */
export interface Customer {
  token: string;
  accountId: number;
  campaignId: number;
}

/** The program, a tracker on another machine that the certificate authority asks, Pebble and a DNS server. */
export interface Installation {
  database: TestDatabase;
  dns: DnsServer;
  program: RunningProgram;
  programHttpsPort: number;
  trackerPort: number;
  trackerHttpsPort: number;
  customer: Customer;
  restartTracker(change?: Record<string, string>): Promise<void>;
  /** Adds a domain, sets its record and asks for checks until it is active. */
  addDomain(host: string): Promise<number>;
  certificateCheck(id: number): Promise<{ state: string; code: string; message: string }>;
  handshake(port: number, host: string, path?: string): Promise<Handshake>;
  /** Has the certificate of a host renewed; resolves when both machines serve the new one. */
  renew(host: string, failures?: number): Promise<void>;
  close(): Promise<void>;
}

export async function startInstallation(): Promise<Installation> {
  const closers: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const end of closers.toReversed()) await end();
  };
  try {
    return { ...(await openInstallation(closers)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openInstallation(closers: (() => Promise<unknown>)[]): Promise<Omit<Installation, 'close'>> {
  const database = await createTestDatabase();
  closers.push(() => database.drop());
  const dns = await startDnsServer({ 'app.test': HERE, '*.in.links.test': HERE });
  closers.push(() => dns.close());
  const [port, httpsPort] = [await freePort(), await freePort()];
  const [otherPort, otherHttpsPort] = [await freePort(), await freePort()];
  const pebble = await startPebble({ httpPort: otherPort, tlsPort: otherHttpsPort, dnsServer: dns.address });
  closers.push(() => pebble.stop());
  const settings = (ports: { PORT: number; HTTPS_PORT: number }) => ({
    PORT: String(ports.PORT),
    HTTPS_PORT: String(ports.HTTPS_PORT),
    PUBLIC_URL: `http://app.test:${port}`,
    APP_HOSTS: '127.0.0.1',
    TRACKING_ZONE: 'links.test',
    DATABASE_URL: database.url,
    SECRET_KEY,
    ACME_EMAIL: 'operator@poklik.test',
    ACME_DIRECTORY: pebble.directory,
    NODE_EXTRA_CA_CERTS: pebble.trustFile,
    OUTGOING_LOOPBACK: '1',
    OUTGOING_DNS: dns.address,
  });
  const newFolder = async () => {
    const folder = await mkdtemp(join(tmpdir(), 'poklik-acme-'));
    closers.push(() => rm(folder, { recursive: true, force: true }));
    return folder;
  };
  const trackerSettings = { ...settings({ PORT: otherPort, HTTPS_PORT: otherHttpsPort }), DATA_DIR: await newFolder() };
  let tracker = await startTrackerProcess(trackerSettings);
  closers.push(() => tracker.stop());
  const program = await startProgram(await newFolder(), settings({ PORT: port, HTTPS_PORT: httpsPort }));
  closers.push(() => program.stop());
  const customer = await createCustomer(program, database);
  const handshake: Installation['handshake'] = (to, host, path = '/') => shakeHands(to, host, path, pebble);
  return {
    database,
    dns,
    program,
    programHttpsPort: httpsPort,
    trackerPort: otherPort,
    trackerHttpsPort: otherHttpsPort,
    customer,
    handshake,
    async restartTracker(change = {}) {
      await tracker.stop('SIGKILL');
      tracker = await startTrackerProcess({ ...trackerSettings, ...change });
    },
    async addDomain(host) {
      const { body, status } = await program.ask('POST', '/v1/domains', { host }, customer.token);
      if (status !== 201) throw new Error(JSON.stringify(body));
      const { id, record } = body.data as { id: number; record: { cname: { value: string } } };
      dns.zone = { ...dns.zone, [host]: { CNAME: record.cname.value } };
      // Trackers need a moment to know the host; the next check would come half a minute later.
      await untilSoon(async () => {
        await sleep(1_000);
        const checked = await program.ask('POST', `/v1/domains/${id}/check`, undefined, customer.token);
        return checked.status === 429 || (checked.body.data as { status: string }).status === 'active';
      });
      return id;
    },
    async certificateCheck(id) {
      const { body } = await program.ask('GET', '/v1/domains', undefined, customer.token);
      const found = (body.data as { id: number; checks: { certificate: never } }[]).find((row) => row.id === id);
      return found?.checks.certificate as never;
    },
    async renew(host, failures = 0) {
      const before = (await handshake(otherHttpsPort, host)).serial;
      await database.pool.query('update certificates set next_try_at = now(), failures = $2 where host = $1', [
        host,
        failures,
      ]);
      for (const to of [otherHttpsPort, httpsPort])
        await untilSoon(async () => (await handshake(to, host)).serial !== before);
    },
  };
}

const SECRET_KEY = randomBytes(32).toString('base64');

async function createCustomer({ ask }: RunningProgram, { db, pool }: TestDatabase): Promise<Customer> {
  const email = 'buyer@poklik.test';
  const login = { email, password: PASSWORD };
  const form = { ...login, password_confirmation: PASSWORD, accept_terms: true };
  let token: unknown;
  // A busy machine may answer 503, or nothing, for a while after the start.
  const signUp = async () => {
    await ask('POST', '/v1/register', form);
    token = (await ask('POST', '/v1/login', login)).body.token;
    return token !== undefined;
  };
  await untilSoon(() => signUp().catch(() => false));
  await pool.query("update accounts set tariff_id = (select id from tariffs where code = 'business')");
  const { rows } = await pool.query('select account_id from users where email = $1', [email]);
  const accountId = Number(rows[0].account_id);
  const { name, status, ...rest } = settingsOf({ name: 'A campaign', status: 'active' });
  const settings = { name, status, ...rest };
  const [campaign] = await db
    .insert(campaigns)
    .values({ accountId, key: 'first', name, status, settings, postbackKey: 'k' })
    .returning({ id: campaigns.id });
  await pool.query("select pg_notify('campaigns_changed', $1)", [String(campaign?.id)]);
  return { token: String(token), accountId, campaignId: campaign?.id ?? 0 };
}

/** One request over a new connection, whose certificate must be valid for the host. */
const shakeHands = (port: number, host: string, path: string, { root }: Pebble): Promise<Handshake> =>
  new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path, agent: false, servername: host, headers: { host }, ca: root };
    request(options, (answer) => {
      const { serialNumber } = (answer.socket as TLSSocket).getPeerCertificate();
      answer.resume();
      answer.on('end', () =>
        resolve({ status: answer.statusCode, location: answer.headers.location, serial: serialNumber }),
      );
    })
      .on('error', reject)
      .end();
  });

/** Asks now and then, because handshakes cost time that the program needs. */
export async function untilSoon(happened: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  while (!(await happened())) {
    if (performance.now() > end) throw new Error('it did not happen in time');
    await sleep(200);
  }
}
