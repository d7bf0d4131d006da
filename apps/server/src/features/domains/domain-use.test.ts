import { ROLES } from '@poklik/contract/roles';
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
const newCampaign = async (person: Person, settings: object = {}) =>
  (
    await call('POST', '/companies', person, {
      name: `C ${Math.random()}`,
      default_url: 'https://shop.test',
      ...settings,
    })
  ).body.data;

describe('campaigns', () => {
  it('have their links on their domain', async () => {
    const person = await app.person();
    const id = await activeDomain(person, 'links.shop.com');
    const campaign = await newCampaign(person, { domain_id: id });
    expect(campaign.tracking_url).toMatch(/^http:\/\/links\.shop\.com\/c\//);
    expect(campaign.postback_url).toMatch(/^http:\/\/links\.shop\.com\/postback\?/);
    const [listed] = (await call('GET', '/companies', person)).body.data;
    expect(listed.tracking_url).toBe(campaign.tracking_url);
    const clone = (await call('POST', `/companies/${campaign.id}/clone`, person)).body.data;
    expect(clone.domain_id).toBe(id);
    expect((await newCampaign(person)).tracking_url).toMatch(/^https:\/\/track\.example\/c\//);
  });

  it('use only active domains of their account, and two different ones', async () => {
    const [person, other] = [await app.person(), await app.person()];
    const [id, foreign] = [await activeDomain(person, 'own.shop.com'), await activeDomain(other, 'their.shop.com')];
    const pending = (await add(person, 'wait.shop.com')).body.data.id;
    const body = { name: 'With a domain', default_url: 'https://shop.test' };
    const problemsOf = async (settings: object) =>
      Object.keys((await call('POST', '/companies', person, { ...body, ...settings })).body.errors ?? {});
    expect(await problemsOf({ domain_id: foreign })).toEqual(['domain_id']);
    expect(await problemsOf({ domain_id: 999_999 })).toEqual(['domain_id']);
    expect(await problemsOf({ spare_domain_id: pending })).toEqual(['spare_domain_id']);
    expect(await problemsOf({ domain_id: id, spare_domain_id: id })).toEqual(['spare_domain_id']);
    expect(await problemsOf({ default_url: 'https://own.shop.com/anything' })).toEqual(['default_url']);
  });

  it('keep a domain that was suspended, and lose a removed one with a restored version', async () => {
    const person = await app.person();
    const [first, second] = [await activeDomain(person, 'v1.shop.com'), await activeDomain(person, 'v2.shop.com')];
    const campaign = await newCampaign(person, { domain_id: first });
    await call('PUT', `/companies/${campaign.id}`, person, { ...campaign, version: 1, domain_id: second });
    await call('DELETE', `/domains/${first}`, person);
    const restored = (await call('POST', `/companies/${campaign.id}/versions/1/restore`, person)).body.data;
    expect(restored.domain_id).toBeNull();
    const operator = await app.person({ role: ROLES.SUPER_ADMIN });
    const back = (await call('PUT', `/companies/${campaign.id}`, person, { ...restored, domain_id: second })).body.data;
    await call('PUT', `/domains/${second}/suspend`, operator, { reason: 'Malware' });
    const renamed = await call('PUT', `/companies/${campaign.id}`, person, { ...back, name: 'Renamed' });
    expect(renamed).toMatchObject({ status: 200, body: { data: { domain_id: second } } });
  });

  it('are moved when their domain is removed', async () => {
    const person = await app.person();
    const [old, next] = [await activeDomain(person, 'old.shop.com'), await activeDomain(person, 'next.shop.com')];
    const campaign = await newCampaign(person, { domain_id: old, spare_domain_id: next });
    const { status, body } = await call('DELETE', `/domains/${old}`, person);
    expect([status, body.code]).toEqual([409, 'domain_in_use']);
    expect(body.errors.move_to).toEqual([`Used by campaigns ${campaign.id}`]);
    expect((await call('DELETE', `/domains/${old}?move_to=${old}`, person)).status).toBe(422);
    expect((await call('DELETE', `/domains/${old}?move_to=${next}`, person)).status).toBe(200);
    const moved = (await call('GET', `/companies/${campaign.id}`, person)).body.data;
    expect(moved).toMatchObject({ domain_id: next, spare_domain_id: null, version: 2 });
  });

  it('switch to their spare domain and back', async () => {
    const person = await app.person();
    const [one, two] = [await activeDomain(person, 'one.shop.com'), await activeDomain(person, 'two.shop.com')];
    const both = await newCampaign(person, { domain_id: one, spare_domain_id: two });
    const none = await newCampaign(person, { domain_id: one });
    const switching = () => call('POST', '/companies/switch-domain', person, { ids: [both.id, none.id, 999_999] });
    expect((await switching()).body.data).toEqual([
      { id: both.id, result: 'switched' },
      { id: none.id, result: 'no_spare' },
      { id: 999_999, result: 'not_found' },
    ]);
    const now = (await call('GET', `/companies/${both.id}`, person)).body.data;
    expect(now).toMatchObject({ domain_id: two, spare_domain_id: one, version: 2 });
    await app.services.pool.query("update tracking_domains set status = 'expired' where id = $1", [one]);
    expect((await switching()).body.data[0]).toEqual({ id: both.id, result: 'spare_not_active' });
  });
});

describe('aliases', () => {
  it('belong to one campaign per domain', async () => {
    const person = await app.person();
    const id = await activeDomain(person, 'alias.shop.com');
    const [one, two] = [await newCampaign(person), await newCampaign(person)];
    const put = (campaign: { id: number }, ...names: string[]) =>
      call('PUT', `/companies/${campaign.id}/aliases`, person, {
        aliases: names.map((alias) => ({ domain_id: id, alias })),
      });
    expect((await put(one, 'Summer', 'ad-1')).body.data).toEqual([
      { domain_id: id, alias: 'ad-1' },
      { domain_id: id, alias: 'summer' },
    ]);
    expect(await put(two, 'free', 'SUMMER')).toMatchObject({
      status: 409,
      body: { code: 'alias_taken', errors: { 'aliases.1.alias': ['This name is taken'] } },
    });
    for (const reserved of ['c', 'postback', 'v1'])
      expect(await put(two, reserved)).toMatchObject({ status: 422, body: { code: 'alias_reserved' } });
    for (const wrong of ['', 'a b', 'é', 'a/b', 'a'.repeat(65)]) expect((await put(two, wrong)).status).toBe(422);
    expect((await put(two, 'twice', 'twice')).status).toBe(422);
    expect((await put(two, ...Array.from({ length: 11 }, (_, at) => `n${at}`))).status).toBe(422);
    expect((await put(one)).body.data).toEqual([]);
    expect((await put(two, 'summer')).status).toBe(200);
  });

  it('are possible on own domains of the account only', async () => {
    const [person, other] = [await app.person(), await app.person()];
    const given = (await call('GET', '/domains', person)).body.data[0].id;
    const foreign = await activeDomain(other, 'foreign-alias.shop.com');
    const campaign = await newCampaign(person);
    for (const domain_id of [given, foreign, 999_999])
      expect(
        (await call('PUT', `/companies/${campaign.id}/aliases`, person, { aliases: [{ domain_id, alias: 'x' }] })).body
          .errors,
      ).toHaveProperty(['aliases.0.domain_id']);
  });
});

describe('the operator', () => {
  it('lists, suspends, lifts and removes domains of all accounts', async () => {
    const [operator, person] = [await app.person({ role: ROLES.SUPER_ADMIN }), await app.person()];
    const id = await activeDomain(person, 'burnt.shop.com');
    const campaign = await newCampaign(person, { domain_id: id });
    const find = async (query: string) => (await call('GET', `/domains/all?${query}`, operator)).body.data;
    expect(await find('search=burnt')).toEqual([
      expect.objectContaining({ id, campaigns: 1, account: { id: person.accountId, owner: person.email } }),
    ]);
    expect(await find(`search=${person.email}&status=active`)).toHaveLength(1);
    expect((await call('PUT', `/domains/${id}/lift`, operator)).body.code).toBe('status_conflict');
    expect((await call('PUT', `/domains/${id}/suspend`, operator, { reason: 'x' })).status).toBe(422);
    expect((await call('PUT', `/domains/${id}/suspend`, operator, { reason: 'Malware reported' })).status).toBe(200);
    const own = (await call('GET', '/domains', person)).body.data.find((row: { id: number }) => row.id === id);
    expect(own).toMatchObject({ status: 'suspended', suspended_reason: 'Malware reported' });
    // Otherwise it could be added again from another account.
    expect((await call('DELETE', `/domains/${id}`, person)).body.code).toBe('domain_not_active');
    const email = await app.findEmail(person.email, /suspended/);
    expect(email.text).toContain('Malware reported');
    expect((await call('PUT', `/domains/${id}/lift`, operator)).status).toBe(200);
    expect((await call('DELETE', `/domains/all/${id}`, operator)).status).toBe(200);
    expect(await find('search=burnt')).toEqual([]);
    const given = (await call('GET', '/domains', person)).body.data[0].id;
    expect((await call('GET', `/companies/${campaign.id}`, person)).body.data.domain_id).toBe(given);
    const { rows } = await app.services.pool.query(
      'select action from audit_entries where entity = $1 order by position',
      [`domain:${id}`],
    );
    expect(rows.map(({ action }) => action)).toEqual([
      'domain.added',
      'domain.suspended',
      'domain.lifted',
      'domain.removed',
    ]);
  });
});
