import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AcmeConfig } from '../../https-settings.ts';
import { campaigns } from '../../stores/tables/campaigns.ts';
import { trackingDomains } from '../../stores/tables/domains.ts';
import { type Pebble, pebblePath, startPebble, trustPebble, WITHOUT_PEBBLE } from '../../testing/pebble/pebble.ts';
import { createTestApp, type Person, type TestApp } from '../../testing/test-app.ts';
import { settingsOf } from '../../testing/test-tracker.ts';
import { explainCertificate } from './certificate-check.service.ts';
import { createCertificateOrders } from './certificate-orders.service.ts';
import { findCertificate } from './certificates.repo.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const HOST = 'go.shop.com';
const GREEN = { state: 'ok', code: 'reachable', seen: null, wanted: null, at: null } as const;
const CHECKS = { ownership: GREEN, reachable: GREEN };

/** Pebble's directory behind a server that can fail, and says when to renew, which Pebble can't. */
interface Authority {
  server: Server;
  directory: string;
  answer: { isDown: boolean; retryAfter: string | undefined; window: { start: string; end: string } | undefined };
}

async function startAuthority(pebble: Pebble): Promise<Authority> {
  const answer: Authority['answer'] = { isDown: true, retryAfter: undefined, window: undefined };
  const { default: https } = await import('node:https');
  const server = createServer((req, res) => {
    if (answer.isDown) {
      res.writeHead(503, answer.retryAfter === undefined ? {} : { 'retry-after': answer.retryAfter });
      return res.end();
    }
    res.setHeader('content-type', 'application/json');
    if (req.url?.startsWith('/renewal/')) return res.end(JSON.stringify({ suggestedWindow: answer.window }));
    return https.get(pebble.directory, (directory) => {
      let text = '';
      directory.on('data', (chunk) => (text += chunk));
      directory.on('end', () => res.end(JSON.stringify({ ...JSON.parse(text), renewalInfo: `${origin()}/renewal` })));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { server, answer, directory: `${origin()}/directory` };
}

describe.skipIf(!pebblePath)(`orders of certificates${WITHOUT_PEBBLE}`, () => {
  let app: TestApp;
  let owner: Person;
  let pebble: Pebble;
  let authority: Authority;
  let distrust: () => void;
  let folder: string;
  const clock = { now: Date.now() };
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'poklik-orders-'));
    distrust = await trustPebble();
    pebble = await startPebble({ httpPort: 9, tlsPort: 9, isTrusting: true });
    authority = await startAuthority(pebble);
    app = await createTestApp();
    owner = await app.person();
    await addHost({ host: HOST, kind: 'own' });
  });
  afterAll(async () => {
    await app.close();
    authority.server.close();
    await pebble.stop();
    distrust();
    await rm(folder, { recursive: true, force: true });
  });

  const addHost = async (domain: { host: string; kind: 'own' | 'given' }) => {
    const [row] = await app.services.db
      .insert(trackingDomains)
      .values({ ...domain, accountId: owner.accountId, status: 'active', ownershipValue: domain.host, checks: CHECKS })
      .returning();
    return row?.id ?? 0;
  };
  const acmeConfig = (): AcmeConfig => ({
    email: 'operator@poklik.test',
    directory: authority.directory,
    challenge: 'auto',
    accountBinding: undefined,
    dnsHook: undefined,
  });
  const createOrders = (change: Partial<AcmeConfig> = {}, own: readonly string[] = ['track.example']) =>
    createCertificateOrders({
      ...app.services,
      config: { ...app.services.config, trackingZone: { zone: 'links.example', appHosts: ['track.example'] } },
      acme: { ...acmeConfig(), ...change },
      hasOwnCertificate: (host) => own.includes(host),
      now: () => clock.now,
    });
  const runUntil = async (orders: ReturnType<typeof createOrders>, end: number, step: number) => {
    let maintainedAt = 0;
    for (; clock.now < end; clock.now += step) {
      await orders.startDue();
      await orders.settled();
      if (clock.now - maintainedAt >= HOUR) {
        await orders.maintain();
        maintainedAt = clock.now;
      }
    }
  };
  const certificate = async (host = HOST) => findCertificate(app.services.db, host);
  const countOrders = async (host = HOST) =>
    Number((await app.services.pool.query('select count(*) from acme_orders where host = $1', [host])).rows[0].count);

  const measured = async (result: string) =>
    (await app.services.metrics.acmeOrders.get()).values.find(({ labels }) => labels.result === result)?.value;

  it('are tried at most six times in a day while the authority is down; the owner is told once', async () => {
    await runUntil(createOrders(), clock.now + DAY, 5 * MINUTE);
    expect(await countOrders()).toBeGreaterThan(3);
    expect(await countOrders()).toBeLessThanOrEqual(6);
    expect((await app.findEmail(owner.email, /Certificate/)).text).toContain('status 503');
    expect(app.emails.filter(({ subject }) => subject.includes('Certificate'))).toHaveLength(1);
    const waiting = { state: 'waiting', code: 'no_https', seen: null, wanted: null, at: null } as const;
    const services = { ...app.services, config: { ...app.services.config, acme: acmeConfig() } };
    expect((await explainCertificate(services, HOST, { certificate: waiting })).certificate).toMatchObject({
      state: 'failed',
      code: 'certificate_failed',
      seen: 'status 503',
    });
  });

  it('wait as long as the authority asks', async () => {
    authority.answer.retryAfter = String((3 * DAY) / 1000);
    clock.now += DAY;
    const orders = createOrders();
    const before = await countOrders();
    await runUntil(orders, clock.now + DAY, HOUR);
    expect(await countOrders()).toBe(before + 1);
    expect([await measured('issued'), await measured('failed')]).toEqual([0, before + 1]);
    expect((await certificate())?.nextTryAt.getTime()).toBeGreaterThan(Date.now() + 2 * DAY);
  });

  it('succeed by themselves when it is back, and are renewed when it says so', async () => {
    authority.answer.isDown = false;
    clock.now += 3 * DAY;
    const window = { start: clock.now + 10 * DAY, end: clock.now + 11 * DAY };
    const toIso = (time: number) => new Date(time).toISOString();
    authority.answer.window = { start: toIso(window.start), end: toIso(window.end) };
    const orders = createOrders();
    await runUntil(orders, clock.now + 1, HOUR);
    const first = await certificate();
    expect(first).toMatchObject({ failures: 0, lastError: null, alarm: null, source: authority.directory });
    const due = first?.nextTryAt.getTime() ?? 0;
    expect(due >= window.start && due <= window.end).toBe(true);
    clock.now = window.end;
    await runUntil(orders, clock.now + 1, HOUR);
    expect((await certificate())?.chain).not.toBe(first?.chain);
    expect(first?.keySealed).not.toContain('PRIVATE KEY');
    expect(await measured('issued')).toBe(2);
  });

  it('alarm before a certificate expires and when it has', async () => {
    const orders = createOrders();
    for (const [left, subject] of [
      [10, /expires soon/],
      [-1, /expired/],
    ] as const) {
      const validity = [-90, left].map((days) => new Date(clock.now + days * DAY));
      await app.services.pool.query(
        'update certificates set not_before = $1, not_after = $2, renewal_asked_at = $3, failures = 0 where host = $4',
        [...validity, new Date(clock.now), HOST],
      );
      await orders.maintain();
      await app.findEmail(owner.email, subject);
    }
    expect((await certificate())?.chain).toContain('BEGIN CERTIFICATE');
  });

  it('are made for a given host when its first campaign is active, and never for a covered one', async () => {
    const id = await addHost({ host: 'abc.links.example', kind: 'given' });
    await addHost({ host: 'files.shop.com', kind: 'own' });
    const orders = createOrders({}, ['track.example', 'files.shop.com']);
    await runUntil(orders, clock.now + 1, HOUR);
    expect(await countOrders('abc.links.example')).toBe(0);
    const { name, ...settings } = settingsOf({ status: 'active', domain_id: id });
    await app.services.db.insert(campaigns).values({
      ...{ accountId: owner.accountId, key: 'given', postbackKey: 'k', name, status: 'active' },
      settings: { name, ...settings },
    });
    await runUntil(orders, clock.now + 1, HOUR);
    expect((await certificate('abc.links.example'))?.chain).toContain('BEGIN CERTIFICATE');
    expect(await countOrders('files.shop.com')).toBe(0);
  });

  it('for all given hosts use the operator’s program for DNS', async () => {
    const [dnsHook, calls] = [join(folder, 'hook'), join(folder, 'calls')];
    await writeFile(dnsHook, `#!/bin/sh\necho "$@" >> ${calls}\n`);
    await chmod(dnsHook, 0o755);
    await runUntil(createOrders({ dnsHook }), clock.now + 1, HOUR);
    expect((await certificate('*.links.example'))?.chain).toContain('BEGIN CERTIFICATE');
    const value = '_acme-challenge.links.example [A-Za-z0-9_-]{43}';
    expect(await readFile(calls, 'utf8')).toMatch(new RegExp(`^set ${value}\nclear ${value}\n$`));
  });

  it('stop at the budget for new hosts, and the domain says so', async () => {
    await app.services.pool.query(
      `insert into acme_orders (host, registered_domain, is_renewal, created_at)
       select 'full.example', 'full.example', false, $1 from generate_series(1, 240)`,
      [new Date(clock.now)],
    );
    await addHost({ host: 'late.shop.com', kind: 'own' });
    await runUntil(createOrders(), clock.now + 1, HOUR);
    expect(await countOrders('late.shop.com')).toBe(0);
    expect(await certificate('late.shop.com')).toMatchObject({ failures: 0, lastError: expect.any(String) });
  });

  it('forget hosts that are gone', async () => {
    await app.services.pool.query('update tracking_domains set removed_at = now() where host = $1', [HOST]);
    await createOrders().maintain();
    expect(await certificate()).toBeNull();
  });
});
