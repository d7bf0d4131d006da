import { cp, rm } from 'node:fs/promises';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkAliases, trackingDomains } from '../../stores/tables/domains.ts';
import { accounts } from '../../stores/tables/users.ts';
import {
  createTestTracking,
  serveTestTracker,
  settingsOf,
  type TestTracking,
  until,
} from '../../testing/test-tracker.ts';

const ZONE = { zone: 'links.test', appHosts: ['track.test', 'app.test'] };
const APP = { host: 'track.test' };

let tracking: TestTracking;
let campaign: { id: number; key: string };
let foreignKey: string;
beforeAll(async () => {
  tracking = await createTestTracking({ trackingZone: ZONE });
  campaign = await campaignOf();
  const own = tracking.accountId;
  const [other] = await tracking.database.db.insert(accounts).values({}).returning();
  tracking.accountId = other?.id ?? 0;
  foreignKey = 'foreign';
  await tracking.database.pool.query(
    `insert into campaigns (account_id, key, name, status, settings, postback_key)
     select $1, 'foreign', name, status, settings, 'foreign' from campaigns where id = $2`,
    [other?.id, campaign.id],
  );
  tracking.accountId = own;
  await tracking.database.pool.query("select pg_notify('campaigns_changed', id::text) from campaigns");
  await until(async () => (await get('app.test', '/c/foreign')).status === 302);
});
let isClosed = false;
afterAll(() => (isClosed ? undefined : tracking.close()));

/** Like `tracking.campaign`, whose own question would go to an unknown host. */
async function campaignOf(): Promise<{ id: number; key: string }> {
  const { rows } = await tracking.database.pool.query(
    `insert into campaigns (account_id, key, name, status, settings, postback_key)
     values ($1, 'own', 'Own', 'active', $2, 'k') returning id`,
    [
      tracking.accountId,
      JSON.stringify(settingsOf({ name: 'Own', status: 'active', default_url: 'https://default.test/', sticky: true })),
    ],
  );
  await tracking.database.pool.query("select pg_notify('campaigns_changed', $1)", [String(rows[0].id)]);
  await until(async () => (await get('app.test', '/c/own')).status === 302);
  return { id: Number(rows[0].id), key: 'own' };
}

const get = (host: string, path: string, headers: Record<string, string> = {}, method = 'GET', body?: string) =>
  tracking.click(path, { host, ...headers }, method, body);

async function addDomain(host: string, change: Partial<typeof trackingDomains.$inferInsert> = {}): Promise<number> {
  const [row] = await tracking.database.db
    .insert(trackingDomains)
    .values({
      accountId: tracking.accountId,
      host,
      kind: 'own',
      status: 'active',
      ownershipValue: `value-${host}`,
      ...change,
    })
    .returning();
  await notify(row?.id ?? 0);
  return row?.id ?? 0;
}
const notify = (id: number) => tracking.database.pool.query("select pg_notify('domains_changed', $1)", [String(id)]);
async function changeDomain(id: number, change: Partial<typeof trackingDomains.$inferInsert>) {
  await tracking.database.db.update(trackingDomains).set(change).where(eq(trackingDomains.id, id));
  await notify(id);
}
const isServed = (host: string) => until(async () => (await get(host, '/robots.txt')).status === 200);

describe('a tracking domain', () => {
  it('serves links of its account within a second', async () => {
    expect((await get('go.shop.test', '/c/own')).status).toBe(421);
    await addDomain('go.shop.test');
    expect(await isServed('go.shop.test')).toBeLessThan(1_000);
    const answer = await get('GO.shop.test:8080', '/c/own?sub1=x');
    expect(answer).toMatchObject({ status: 302, headers: { location: 'https://default.test/' } });
    expect(tracking.log.clicks.at(-1)).toMatchObject({ campaign_id: String(campaign.id) });
    // HTTPS is not certain there, and customers must be free to leave.
    expect(answer.headers['strict-transport-security']).toBeUndefined();
    expect(String(answer.headers['set-cookie'])).not.toContain('Secure');
  });

  it('answers what the tracker answers, and nothing of another account', async () => {
    for (const [path, status] of [
      ['/i/own.gif', 200],
      ['/t.js', 200],
      ['/e?n=view&k=own', 200],
      ['/c/own+', 200],
      [`/c/${foreignKey}`, 404],
      [`/c/${foreignKey}+`, 404],
      [`/i/${foreignKey}.gif`, 404],
      ['/postback?cid=x&key=foreign', 404],
      ['/postback?cid=x&key=k', 404],
      ['/c/unknown', 404],
    ] as const)
      expect([path, (await get('go.shop.test', path)).status]).toEqual([path, status]);
    const before = tracking.log.postbacks.length;
    await get('go.shop.test', '/postback?cid=x&key=foreign');
    expect(tracking.log.postbacks).toHaveLength(before);
  });

  it('takes postbacks with the key of its account only', async () => {
    const { rows } = await tracking.database.pool.query('select id, postback_key from accounts order by id');
    for (const { id, postback_key } of rows) {
      const isOwn = Number(id) === tracking.accountId;
      await tracking.database.pool.query("select pg_notify('postback_keys_changed', $1)", [id]);
      await until(async () => (await get('app.test', `/postback/a/${postback_key}`)).body !== 'unknown_click');
      expect((await get('app.test', `/postback/a/${postback_key}`)).body).toBe('no_click_id');
      expect((await get('go.shop.test', `/postback/a/${postback_key}`)).body).toBe(
        isOwn ? 'no_click_id' : 'unknown_click',
      );
    }
    expect(rows.length).toBeGreaterThan(1);
  });

  it('names no operator on its pages', async () => {
    for (const path of ['/c/own+', '/c/unknown', '/nothing']) {
      const { body } = await get('go.shop.test', path);
      expect(body).not.toMatch(/Poklik|<svg|track\.test/);
      expect(body).toContain('go.shop.test');
    }
    expect((await get('track.test', '/c/own+')).body).toMatch(/Poklik/);
    expect((await get('go.shop.test', '/c/own+')).body).toContain('http://go.shop.test/c/own');
  });

  it.each([
    ...['/', '/en', '/ua/campaign', '/en/login', '/v1', '/v1/login', '/v1/docs', '/v1/openapi.json', '/v1/companies'],
    ...[
      '/v1/health/x',
      '/assets/index.js',
      '/favicon.ico',
      '//v1/login',
      '/V1/login',
      '/c/../v1/login',
      '/%76%31/login',
    ],
    ...['/.well-known/security.txt', '/.well-known/poklik/other', '/index.html', '/registration', '/internal/tls-ask'],
    'http://track.test/v1/login',
  ])('never serves the application: %s', async (path) => {
    const answer = await get('go.shop.test', path, { cookie: 'token=abc; realToken=abc' });
    expect([answer.status, answer.headers['set-cookie']]).toEqual([404, undefined]);
    expect((await get('go.shop.test', path, {}, 'POST', '{}')).status).toBe(405);
  });

  it('tells robots to stay away, and answers its ownership value', async () => {
    expect((await get('go.shop.test', '/robots.txt')).body).toContain('Disallow: /');
    expect((await get('go.shop.test', '/.well-known/poklik/value-go.shop.test')).body.trim()).toBe(
      'value-go.shop.test',
    );
  });

  it('answers its root and unknown paths as its owner wants', async () => {
    const id = await addDomain('root.shop.test', { rootMode: 'page', rootText: 'Hello <b>\n\nBye' });
    await isServed('root.shop.test');
    const page = await get('root.shop.test', '/');
    expect(page.status).toBe(200);
    expect(page.body).toContain('<p>Hello &lt;b&gt;</p>');
    await changeDomain(id, {
      rootMode: 'redirect',
      rootUrl: 'https://shop.test/',
      notFoundUrl: 'https://shop.test/404',
    });
    const tookMs = await until(async () => (await get('root.shop.test', '/')).status === 302);
    expect(tookMs).toBeLessThan(1_000);
    expect((await get('root.shop.test', '/nothing')).headers.location).toBe('https://shop.test/404');
  });

  it('has aliases for campaigns', async () => {
    const id = await addDomain('alias.shop.test');
    await tracking.database.db.insert(linkAliases).values({ domainId: id, alias: 'summer', campaignId: campaign.id });
    await notify(id);
    await until(async () => (await get('alias.shop.test', '/summer')).status === 302);
    const answer = await get('alias.shop.test', '/SUMMER?sub1=x');
    expect(answer.headers.location).toBe('https://default.test/');
    expect(tracking.log.clicks.at(-1)).toMatchObject({ sub1: 'x' });
    expect((await get('alias.shop.test', '/summer+')).status).toBe(200);
    expect((await get('alias.shop.test', '/winter')).status).toBe(404);
    expect((await get('go.shop.test', '/summer')).status).toBe(404);
  });

  it('answers 410 while it is suspended', async () => {
    const id = await addDomain('bad.shop.test');
    await isServed('bad.shop.test');
    await changeDomain(id, { status: 'suspended', suspendedReason: 'Malware' });
    expect(await until(async () => (await get('bad.shop.test', '/c/own')).status === 410)).toBeLessThan(1_000);
    expect((await get('bad.shop.test', '/')).status).toBe(410);
    await changeDomain(id, { status: 'active', suspendedReason: null });
    await isServed('bad.shop.test');
  });

  it.each(['pending', 'taken', 'expired'] as const)('serves nothing while it is %s', async (status) => {
    const host = `${status}.shop.test`;
    await addDomain(host, { status });
    await until(async () => (await get(host, `/.well-known/poklik/value-${host}`)).status === 200);
    for (const path of ['/c/own', '/', '/robots.txt']) expect((await get(host, path)).status).toBe(421);
  });

  it('stops when it is removed', async () => {
    const id = await addDomain('gone.shop.test');
    await isServed('gone.shop.test');
    await changeDomain(id, { removedAt: new Date() });
    await until(async () => (await get('gone.shop.test', '/c/own')).status === 421);
  });
});

describe('other hosts', () => {
  it('of the application serve everything, old links included', async () => {
    for (const host of ['track.test', 'APP.test:443', 'track.test.'])
      expect((await get(host, '/c/own')).status).toBe(302);
    // Left to the application.
    expect((await get('track.test', '/v1/login')).status).toBe(418);
    expect((await tracking.click('/c/own', APP)).headers['strict-transport-security']).toBeDefined();
  });

  it('are misdirected, except for monitoring', async () => {
    for (const path of ['/', '/c/own', '/v1/login', '/robots.txt', '/t.js', '/.well-known/poklik/value-go.shop.test'])
      expect((await get('stranger.test', path)).status).toBe(421);
    expect((await get('', '/c/own')).status).toBe(421);
    for (const path of ['/v1/live', '/v1/ready', '/v1/health']) expect((await get('10.0.0.7', path)).status).toBe(418);
  });
});

it('serves domains from its snapshot while PostgreSQL is away', async () => {
  isClosed = true;
  const { dataDir } = tracking;
  const kept = `${dataDir}-kept`;
  await cp(dataDir, kept, { recursive: true });
  await tracking.close();
  let giveUp: (error: Error) => void = () => undefined;
  const db = new Promise<never>((_, reject) => {
    giveUp = reject;
  });
  db.catch(() => undefined);
  const offline = { db, listen: () => db } as unknown as Parameters<typeof serveTestTracker>[0];
  const restarted = await serveTestTracker(offline, kept, { trackingZone: ZONE });
  try {
    expect((await restarted.click('/c/own', { host: 'go.shop.test' })).status).toBe(302);
    expect((await restarted.click('/c/own', { host: 'stranger.test' })).status).toBe(503);
  } finally {
    giveUp(new Error('the test is over'));
    await restarted.close();
    await rm(kept, { recursive: true, force: true });
  }
}, 30_000);
