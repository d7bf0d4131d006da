import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDomainFixture, type DomainFixture, ZONE } from './domains.fixture.ts';

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

describe('a host of two accounts', () => {
  it('is won by the first to verify it', async () => {
    const [one, two] = [await app.person(), await app.person()];
    const host = 'contested.shop.com';
    const [first, second] = [await add(one, host), await add(two, host)];
    setCname(second);
    expect((await check(one, first)).status).toBe('pending');
    expect((await check(two, second)).status).toBe('active');
    expect((await read(one, first.id)).status).toBe('taken');
    // The other record too: the host is taken all the same.
    dns.zone = { ...dns.zone, [first.record.txt.name]: { TXT: [first.record.txt.value] } };
    expect(await check(one, first)).toMatchObject({
      status: 'taken',
      checks: { ownership: { state: 'failed', code: 'serves_another_account' } },
    });
    expect((await read(two, second.id)).status).toBe('active');
  });

  it('is never verified for one of them by a dangling CNAME of the other', async () => {
    const [one, two] = [await app.person(), await app.person()];
    const old = await add(one, 'dangling.shop.com');
    setCname(old);
    await check(one, old);
    await app.call('DELETE', `/domains/${old.id}`, { token: one.token });
    const row = await add(two, 'dangling.shop.com');
    expect(await check(two, row)).toMatchObject({
      status: 'pending',
      checks: { ownership: { code: 'wrong_cname' }, dns: { state: 'ok' }, reachable: { code: 'not_checked' } },
    });
    // Its former owner needs no new record.
    const back = await add(one, 'dangling.shop.com');
    expect((await check(one, back)).status).toBe('active');
  });

  it('changes hands seven days after the record is lost', async () => {
    const [one, two] = [await app.person(), await app.person()];
    const [first, second] = [await add(one, 'sold.shop.com'), await add(two, 'sold.shop.com')];
    setCname(first);
    await check(one, first);
    setCname(second);
    await check(one, first);
    expect((await check(two, second)).status).toBe('taken');
    await age(first, 'ownership_lost_at', '6 days');
    expect((await check(two, second)).status).toBe('taken');
    await age(first, 'ownership_lost_at', '7 days');
    expect((await check(two, second)).status).toBe('active');
    expect((await read(one, first.id)).status).toBe('taken');
  });

  it('stays suspended for every account', async () => {
    const [one, two] = [await app.person(), await app.person()];
    const [first, second] = [await add(one, 'burnt.shop.com'), await add(two, 'burnt.shop.com')];
    setCname(first);
    await check(one, first);
    await app.services.pool.query(
      "update tracking_domains set status = 'suspended', suspended_reason = 'Malware', ownership_lost_at = now() - interval '9 days' where id = $1",
      [first.id],
    );
    setCname(second);
    expect((await check(two, second)).status).toBe('taken');
    expect((await check(one, first)).status).toBe('suspended');
  });
});

describe('a domain that stops working', () => {
  it('fails at the second check ten minutes later, tells its owner and recovers', async () => {
    const person = await app.person();
    const [row, spare] = [await add(person), await add(person)];
    setCname(row);
    setCname(spare);
    await check(person, row);
    await check(person, spare);
    const campaign = {
      name: 'Summer sale',
      default_url: 'https://shop.test',
      domain_id: row.id,
      spare_domain_id: spare.id,
    };
    await call('POST', '/companies', person, campaign);
    setCname(row, 'parking.example');
    expect(await check(person, row)).toMatchObject({ status: 'active', failing_since: expect.any(String) });
    await age(row, 'failing_since', '10 minutes');
    expect((await check(person, row)).status).toBe('failing');
    const email = await app.findEmail(person.email, /isn’t working/);
    expect(email.text).toContain(`${row.host} has a CNAME record to parking.example`);
    expect(email.text).toContain(`Summer sale (spare domain: ${spare.host})`);
    const { notifications } = await call('GET', '/notifications', person);
    for (const { message } of notifications[0].messages) expect(message).toContain('Summer sale');
    // Once, not with every check.
    await check(person, row);
    expect(app.emails.filter(({ to, subject }) => to === person.email && /isn’t working/.test(subject))).toHaveLength(
      1,
    );
    setCname(row);
    expect(await check(person, row)).toMatchObject({ status: 'active', failing_since: null });
  });
});
