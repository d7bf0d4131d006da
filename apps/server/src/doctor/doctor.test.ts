import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, copyFile, mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@poklik/child-processes/free-port';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { backupId, encodeManifest } from '../backup/manifest.ts';
import { runCommandLine } from '../commands/command-line.ts';
import { createSecretBox } from '../stores/secret-box.ts';
import { sharedSecrets } from '../stores/tables/trackers.ts';
import { type DnsServer, startDnsServer } from '../testing/dns-server.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';

const HOUR_MS = 3_600_000;

describe('poklik doctor', () => {
  let folder: string;
  let database: TestDatabase;
  let dns: DnsServer;
  let smtp: SMTPServer;
  let healthy: Record<string, string>;
  const key = randomBytes(32);
  const inFolder = (...path: string[]): string => join(folder, ...path);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'poklik-doctor-'));
    database = await createTestDatabase();
    await database.db.insert(sharedSecrets).values({ name: 'visitor key', sealed: createSecretBox(key).seal('x') });
    const here = { A: ['192.0.2.1'] };
    const zone = { 'app.shop.test': here, 'doctor.links.test': here, 'doctor.in.links.test': here };
    dns = await startDnsServer({ ...zone, 'app.test': here });
    smtp = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: ({ password }, _session, done) =>
        password === 'right' ? done(null, { user: 'anna' }) : done(new Error('Invalid login')),
    });
    smtp.listen(0, '127.0.0.1');
    await once(smtp.server, 'listening');
    await mkdir(inFolder('certs'));
    await Promise.all(['installation.crt', 'installation.key'].map((name) => copyTo('certs', name)));
    await writeBackup('backups', 3);
    healthy = {
      DATA_DIR: inFolder('data'),
      DATABASE_URL: database.url,
      SECRET_KEY: key.toString('base64'),
      PORT: String(await freePort()),
      HTTPS_PORT: String(await freePort()),
      TLS_CERTS: inFolder('certs'),
      HOST: '127.0.0.1',
      PUBLIC_URL: 'https://app.test',
      TRACKING_ZONE: 'links.test',
      OUTGOING_DNS: dns.address,
      SMTP_URL: smtpUrl('right'),
      BACKUP_TO: inFolder('backups'),
    };
  }, 60_000);
  afterAll(async () => {
    smtp.close();
    await Promise.all([dns.close(), database.drop(), rm(folder, { recursive: true, force: true })]);
  });

  const smtpUrl = (password: string): string =>
    `smtp://anna:${password}@127.0.0.1:${(smtp.server.address() as AddressInfo).port}`;

  async function copyTo(to: string, name: string): Promise<void> {
    await mkdir(inFolder(to), { recursive: true });
    await copyFile(fileURLToPath(new URL(`../testing/certificates/${name}`, import.meta.url)), inFolder(to, name));
  }

  async function writeBackup(to: string, hours: number, archivedSeconds = 30): Promise<void> {
    const at = new Date(Date.now() - hours * HOUR_MS);
    const id = backupId(at);
    const times = { startedAt: at.toISOString(), finishedAt: at.toISOString() };
    const postgres = { tables: [], sequences: [], migrations: [] };
    const content = { files: [], postgres, clickhouse: null, segments: [], checkpoint: {}, keys: [] };
    await mkdir(inFolder(to, id), { recursive: true });
    await writeFile(
      inFolder(to, id, 'manifest.json'),
      encodeManifest({ format: 1, id, version: '0.1.0', ...times, recipient: 'age1x', ...content }),
    );
    const startedAt = new Date(Date.now() - archivedSeconds * 1000).toISOString();
    await mkdir(inFolder(to, 'logs'), { recursive: true });
    await writeFile(
      inFolder(to, 'logs/manifest.json'),
      encodeManifest({ format: 1, startedAt, recipient: 'age1x', logDays: 7, files: [], segments: [] }),
    );
  }

  async function run(changes: Record<string, string> = {}) {
    const lines: string[] = [];
    const terminal = { env: { ...healthy, ...changes }, print: (line: string) => void lines.push(line) };
    const code = await runCommandLine(['doctor'], { ...terminal, printError: (line) => void lines.push(line) });
    // How full this machine is has nothing to do with the test.
    const problems = lines.filter((line) => line.startsWith('problem') && !/ (Memory|Disk): /.test(line));
    return { code, lines, problems };
  }

  it('finds nothing wrong with a healthy installation', async () => {
    const { code, lines, problems } = await run();
    expect(problems).toEqual([]);
    expect(code).toBe(lines.at(-1) === 'No problems found.' ? 0 : 1);
    for (const name of [
      'Memory',
      'Disk',
      'Clock',
      'Port',
      'DNS',
      'Certificate',
      'SMTP',
      'Secrets',
      'Backups',
      'Click log',
    ])
      expect(lines).toContainEqual(expect.stringMatching(new RegExp(`^(ok|note|problem) +${name}: `)));
  });

  it.each([
    [
      'a mail server that rejects the login',
      () => ({ SMTP_URL: smtpUrl('wrong') }),
      /SMTP: .* rejects the login \(535\)/,
    ],
    [
      'a mail server that is not there',
      () => ({ SMTP_URL: 'smtp://127.0.0.1:9' }),
      /SMTP: 127.0.0.1:9 does not accept/,
    ],
    ['a name without an address', () => ({ APP_HOSTS: 'lost.test' }), /DNS: lost.test has no address. Add an A record/],
    ['a zone without a wildcard', () => ({ TRACKING_ZONE: 'bare.test' }), /DNS: \*\.in\.bare\.test has no address/],
    [
      'name servers that do not answer',
      () => ({ OUTGOING_DNS: '127.0.0.1:9' }),
      /DNS: app.test could not be looked up/,
    ],
    [
      'a host without a certificate',
      () => ({ APP_HOSTS: 'app.shop.test' }),
      /Certificate: no certificate .* app.shop.test/,
    ],
    ['no place for backups', () => ({ BACKUP_TO: '' }), /Backups: there are none. Set BACKUP_TO/],
    ['another key', () => ({ SECRET_KEY: randomBytes(32).toString('base64') }), /Secrets: the key does not open/],
    ['no key', () => ({ SECRET_KEY: '' }), /Secrets: SECRET_KEY is not set and .*secret.key is missing/],
    [
      'ClickHouse that is away',
      () => ({ CLICKHOUSE_URL: 'http://127.0.0.1:9' }),
      /Click log: ClickHouse does not answer/,
    ],
  ])('finds %s', async (_, changes, expected) => {
    const { code, problems } = await run(changes());
    expect(problems).toContainEqual(expect.stringMatching(expected));
    expect(code).toBe(1);
  });

  it('finds an old backup', async () => {
    await writeBackup('old', 50);
    expect((await run({ BACKUP_TO: inFolder('old') })).problems).toEqual([
      expect.stringMatching(/Backups: the latest is 50 hours old/),
    ]);
  });

  it('finds logs that are no longer archived', async () => {
    await writeBackup('behind', 3, 900);
    expect((await run({ BACKUP_TO: inFolder('behind') })).problems).toEqual([
      expect.stringMatching(/Backups: clicks and postbacks are archived only up to \d{4}-/),
    ]);
  });

  it('finds an expired certificate', async () => {
    await copyTo('old-certs', 'expired.crt');
    await copyTo('old-certs', 'expired.key');
    const settings = { TLS_CERTS: inFolder('old-certs'), PUBLIC_URL: 'https://old.shop.test' };
    expect((await run(settings)).problems).toContainEqual(
      expect.stringMatching(/Certificate: old.shop.test: expired on 2020-/),
    );
  });

  it('finds a port that another program uses', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const { problems } = await run({ PORT: String(port) });
    other.close();
    expect(problems).toEqual([expect.stringMatching(/Port: Port \d+ on 127.0.0.1 is not available: another program/)]);
  }, 30_000);

  it('finds a key that others can read, and a clock that went back', async () => {
    const data = inFolder('used');
    await mkdir(join(data, 'events/here'), { recursive: true });
    await writeFile(join(data, 'secret.key'), key.toString('base64'));
    await chmod(join(data, 'secret.key'), 0o644);
    const segment = join(data, 'events/here/00001.log');
    await writeFile(segment, '');
    const future = new Date(Date.now() + HOUR_MS);
    await utimes(segment, future, future);
    expect((await run({ DATA_DIR: data, SECRET_KEY: '' })).problems).toEqual([
      expect.stringMatching(/Clock: .* but the click log was written at /),
      expect.stringMatching(/Secrets: .*secret.key can be read by other users/),
    ]);
  });
});
