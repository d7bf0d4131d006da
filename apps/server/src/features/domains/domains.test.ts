import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type Person, type TestApp } from '../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ outgoing: { allowLoopback: true, dnsServers: ['127.0.0.1:9'] } });
  // After the worker has started: these tests are about calls, not about checks.
  app.services.config.trackingZone = { zone: 'links.example', appHosts: ['track.example', 'app.track.example'] };
});
afterAll(() => app.close());

const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, person: Person, body?: object) => {
  const answer = await app.call(method, path, { token: person.token, ...(body ? { body } : {}) });
  return { status: answer.statusCode, body: answer.json() };
};
const add = (person: Person, host: string) => call('POST', '/domains', person, { host });
const onPlan = (person: Person, code: string) =>
  app.services.pool.query('update accounts set tariff_id = (select id from tariffs where code = $2) where id = $1', [
    person.accountId,
    code,
  ]);
const activate = (id: number) =>
  app.services.pool.query("update tracking_domains set status = 'active', verified_at = now() where id = $1", [id]);

/** An own domain that works. */
async function activeDomain(person: Person, host: string): Promise<number> {
  await onPlan(person, 'business');
  const { body } = await add(person, host);
  await activate(body.data.id);
  return body.data.id;
}

describe('the list', () => {
  it('starts with a given domain, the default of new campaigns', async () => {
    const [one, other] = [await app.person(), await app.person()];
    const { data } = (await call('GET', '/domains', one)).body;
    expect(data).toEqual([
      expect.objectContaining({
        kind: 'given',
        status: 'active',
        is_default: true,
        record: null,
        host: expect.stringMatching(/^[a-z2-7]{10}\.links\.example$/),
        url: `https://${data[0].host}`,
      }),
    ]);
    expect((await call('GET', '/domains', one)).body.data).toEqual(data);
    expect((await call('GET', '/domains', other)).body.data[0].host).not.toBe(data[0].host);
  });

  it('is empty without a zone', async () => {
    const { trackingZone } = app.services.config;
    app.services.config.trackingZone = undefined;
    const person = await app.person();
    expect((await call('GET', '/domains', person)).body.data).toEqual([]);
    expect(await add(person, 'go.example.com')).toMatchObject({ status: 409, body: { code: 'domains_off' } });
    app.services.config.trackingZone = trackingZone;
  });
});

describe('adding a domain', () => {
  it('shows the records to set', async () => {
    const person = await app.person();
    const { status, body } = await add(person, 'Click.Shop-1.COM');
    expect(status).toBe(201);
    const value = body.data.record.cname.value.split('.')[0];
    expect(value).toMatch(/^[a-z2-7]{20}$/);
    expect(body.data).toMatchObject({
      host: 'click.shop-1.com',
      kind: 'own',
      status: 'pending',
      url: 'http://click.shop-1.com',
      record: {
        cname: { name: 'click.shop-1.com', value: `${value}.in.links.example` },
        txt: { name: '_poklik.click.shop-1.com', value: `poklik=${value}` },
      },
      checks: { ownership: { state: 'waiting', code: 'not_checked', message: 'Not checked yet.' } },
    });
  });

  it('keeps the value of an account and gives another account another one', async () => {
    const [one, other] = [await app.person(), await app.person()];
    const first = (await add(one, 'same.shop.com')).body.data;
    const foreign = (await add(other, 'same.shop.com')).body.data;
    await call('DELETE', `/domains/${first.id}`, one);
    const again = (await add(one, 'same.shop.com')).body.data;
    expect(again.record).toEqual(first.record);
    expect(foreign.record.cname.value).not.toBe(first.record.cname.value);
  });

  it('stores punycode and shows both forms', async () => {
    const { data } = (await add(await app.person(), 'перехід.укр')).body;
    expect(data).toMatchObject({ host: expect.stringMatching(/^xn--.*\.xn--j1amh$/), name: 'перехід.укр' });
  });

  it.each([
    ...['', ' ', 'localhost', 'shop', 'https://go.shop.com', 'go.shop.com/path', 'go.shop.com:8080', 'a b.com'],
    ...['*.shop.com', '127.0.0.1', '127.1', '0x7f.1', '2130706433', '[::1]', '2001:db8::1', '①②⑦.⓪.⓪.①', '10.0.0.1'],
    ...['pаypal.com', 'gооgle.com', '-go.shop.com', 'go..shop.com', 'a_b.shop.com', 'com', 'co.uk', 'github.io', 'укр'],
    ...['shop.invalidsuffix', 'go.internal', 'user@shop.com', 'go%2eshop.com', `${'a'.repeat(64)}.com`],
  ])('rejects %s', async (host) => {
    const { status, body } = await add(hostile, host);
    expect(status).toBe(422);
    expect(body.code).toMatch(/^(domain_invalid|invalid_request)$/);
    expect(body.errors.host).toHaveLength(1);
  });

  it.each(['links.example', 'in.links.example', 'abc.links.example', 'x.in.LINKS.example.'])(
    'rejects our zone: %s',
    async (host) => {
      const { status, body } = await add(hostile, host);
      expect(status).toBe(422);
      expect(body.code).toMatch(/^domain_(invalid|reserved)$/);
    },
  );

  it('rejects our own hosts', async () => {
    const { trackingZone } = app.services.config;
    app.services.config.trackingZone = { zone: 'links-zone.com', appHosts: ['app.poklik-host.com'] };
    for (const host of ['app.poklik-host.com', 'a.links-zone.com', 'links-zone.com'])
      expect(await add(hostile, host)).toMatchObject({ status: 422, body: { code: 'domain_reserved' } });
    app.services.config.trackingZone = trackingZone;
  });

  it('respects the plan; a downgrade only stops adding', async () => {
    const person = await app.person();
    await onPlan(person, 'starter');
    for (const n of [1, 2, 3, 4, 5]) expect((await add(person, `go${n}.plan.com`)).status).toBe(201);
    expect(await add(person, 'go6.plan.com')).toMatchObject({ status: 409, body: { code: 'tariff_limit_reached' } });
    await onPlan(person, 'free');
    expect((await call('GET', '/domains', person)).body.data).toHaveLength(6);
    expect(await add(person, 'go7.plan.com')).toMatchObject({ status: 409, body: { code: 'tariff_limit_reached' } });
  });

  it('rejects a domain that the account has', async () => {
    const person = await app.person();
    await add(person, 'twice.shop.com');
    expect(await add(person, 'TWICE.shop.com')).toMatchObject({ status: 409, body: { code: 'domain_exists' } });
  });

  let hostile: Person;
  beforeAll(async () => {
    hostile = await app.person();
    await onPlan(hostile, 'business');
  });
});

describe('settings', () => {
  it('change what the domain answers', async () => {
    const person = await app.person();
    const id = await activeDomain(person, 'root.shop.com');
    const settings = { root_mode: 'redirect', root_url: 'https://shop.com/', not_found_url: 'https://shop.com/404' };
    expect((await call('PUT', `/domains/${id}`, person, settings)).body.data).toMatchObject(settings);
    expect((await call('PUT', `/domains/${id}`, person, { root_url: null })).body.errors).toHaveProperty('root_url');
    expect((await call('PUT', `/domains/${id}`, person, { root_url: 'javascript:1' })).status).toBe(422);
  });

  it('have one default domain, which must be active', async () => {
    const person = await app.person();
    await call('GET', '/domains', person);
    const pending = (await add(person, 'pending.shop.com')).body.data;
    expect(await call('PUT', `/domains/${pending.id}`, person, { is_default: true })).toMatchObject({
      status: 409,
      body: { code: 'domain_not_active' },
    });
    const id = await activeDomain(person, 'default.shop.com');
    await call('PUT', `/domains/${id}`, person, { is_default: true });
    const defaults = async () =>
      (await call('GET', '/domains', person)).body.data.filter((row: { is_default: boolean }) => row.is_default);
    expect(await defaults()).toEqual([expect.objectContaining({ id })]);
    await call('DELETE', `/domains/${id}`, person);
    expect(await defaults()).toEqual([expect.objectContaining({ kind: 'given' })]);
  });
});
