import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Zone } from '../../testing/dns-server.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { createDomainFixture, type DomainFixture, HERE, type Row, ZONE } from './domains.fixture.ts';

let domains: DomainFixture;
let app: DomainFixture['app'];
let dns: DomainFixture['dns'];
beforeAll(async () => {
  domains = await createDomainFixture();
  ({ app, dns } = domains);
});
afterAll(() => domains.close());
beforeEach(() => {
  dns.zone = { ...ZONE };
  domains.answer.instead = undefined;
});

const add: DomainFixture['add'] = (...input) => domains.add(...input);
const check: DomainFixture['check'] = (...input) => domains.check(...input);
const read: DomainFixture['read'] = (...input) => domains.read(...input);
const call: DomainFixture['call'] = (...input) => domains.call(...input);
const setCname: DomainFixture['setCname'] = (...input) => domains.setCname(...input);
const age: DomainFixture['age'] = (...input) => domains.age(...input);

describe('a domain is verified', () => {
  it('by its CNAME', async () => {
    const person = await app.person();
    const row = await add(person);
    setCname(row);
    expect(await check(person, row)).toMatchObject({
      status: 'active',
      verified_at: expect.any(String),
      checks: {
        ownership: { state: 'ok', code: 'cname_found' },
        dns: { state: 'ok', code: 'points_here' },
        reachable: { state: 'ok', code: 'reachable' },
      },
    });
  });

  it('by a TXT record and addresses', async () => {
    const person = await app.person();
    const row = await add(person, 'shop.com');
    dns.zone = { ...ZONE, 'shop.com': { A: HERE }, '_poklik.shop.com': { TXT: ['v=spf1', row.record.txt.value] } };
    expect(await check(person, row)).toMatchObject({
      status: 'active',
      checks: { ownership: { code: 'txt_found' }, dns: { code: 'points_here' } },
    });
  });

  it('by the worker, without a call', async () => {
    const { trackingZone } = app.services.config;
    const working = await createTestApp({
      outgoing: app.services.config.outgoing,
      trackingUrl: app.services.config.trackingUrl,
      trackingZone,
    });
    try {
      const person = await working.person();
      const { data } = (
        await working.call('POST', '/domains', { token: person.token, body: { host: 'auto.shop.com' } })
      ).json();
      setCname(data);
      const statusOf = async () =>
        (await working.call('GET', '/domains', { token: person.token })).json().data.at(-1).status;
      // The first check may come before the record; the next one is due 30 seconds later.
      for (let tries = 0; tries < 100 && (await statusOf()) !== 'active'; tries += 1) {
        await working.services.pool.query("update tracking_domains set next_check_at = now() where status = 'pending'");
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      expect(await statusOf()).toBe('active');
    } finally {
      await working.close();
    }
  });
});

describe('a domain that is not right', () => {
  const cases: [string, string, (row: Row) => Zone, string][] = [
    [
      'wrong CNAME',
      'ownership',
      (row) => ({ [row.host]: { CNAME: 'other.example' }, 'other.example': { A: HERE } }),
      'wrong_cname',
    ],
    [
      'wrong TXT',
      'ownership',
      (row) => ({ [row.host]: { A: HERE }, [row.record.txt.name]: { TXT: ['poklik=else'] } }),
      'wrong_txt',
    ],
    [
      'AAAA elsewhere',
      'dns',
      (row) => ({
        [row.host]: { A: HERE, AAAA: ['2001:db8::9'] },
        [row.record.txt.name]: { TXT: [row.record.txt.value] },
      }),
      'aaaa_elsewhere',
    ],
    ['CDN', 'ownership', (row) => ({ [row.host]: { A: ['104.21.3.4'] } }), 'cdn_hides_cname'],
    ['NXDOMAIN', 'ownership', () => ({}), 'name_not_found'],
  ];

  it('says five different things in three languages', async () => {
    const person = await app.person();
    const said: string[] = [];
    for (const [name, checkName, zone, code] of cases) {
      const row = await add(person);
      dns.zone = { ...ZONE, ...zone(row) };
      const checked = await check(person, row);
      expect([name, checked.status, checked.checks[checkName].code]).toEqual([name, 'pending', code]);
      for (const language of ['en', 'ua', 'ru'] as const) {
        const { message } = (await read(person, row.id, language)).checks[checkName];
        expect(message).not.toContain('{{');
        said.push(message.replaceAll(row.host, 'HOST'));
      }
    }
    expect(new Set(said).size).toBe(15);
    expect(said[0]).toMatch(
      /^HOST has a CNAME record to other\.example\. Change it to [a-z2-7]{20}\.in\.links\.example\.$/,
    );
  });

  it('is not requested before it is verified', async () => {
    const person = await app.person();
    const row = await add(person);
    dns.zone = { ...ZONE, [row.host]: { A: HERE } };
    expect((await check(person, row)).checks.reachable).toMatchObject({ state: 'waiting', code: 'not_checked' });
  });

  it('waits for another server to be replaced', async () => {
    const person = await app.person();
    const row = await add(person);
    setCname(row);
    domains.answer.instead = '<html>parked</html>';
    expect(await check(person, row)).toMatchObject({
      status: 'pending',
      checks: { reachable: { state: 'failed', code: 'another_server', seen: '200' } },
    });
  });

  it('keeps waiting while DNS does not answer', async () => {
    const person = await app.person();
    const row = await add(person);
    dns.zone = { ...ZONE, [row.host]: { fail: true }, [row.record.txt.name]: { fail: true } };
    expect(await check(person, row)).toMatchObject({
      status: 'pending',
      checks: { ownership: { state: 'waiting', code: 'dns_unavailable' } },
    });
  });

  it('expires after a week with an email, and starts over on request', async () => {
    const person = await app.person();
    const row = await add(person);
    await age(row, 'pending_since', '7 days');
    expect((await check(person, row)).status).toBe('expired');
    expect((await app.findEmail(person.email, /not verified/)).text).toContain(`DNS doesn’t know ${row.host}`);
    setCname(row);
    expect((await call('POST', `/domains/${row.id}/check`, person)).data.status).toBe('active');
  });

  it('is checked on request six times a minute', async () => {
    const person = await app.person();
    const row = await add(person);
    setCname(row);
    const statuses: number[] = [];
    for (let n = 0; n < 7; n += 1)
      statuses.push((await app.call('POST', `/domains/${row.id}/check`, { token: person.token })).statusCode);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429]);
  });
});
