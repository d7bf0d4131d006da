import type { BlackListEntry, BlackListReport } from '@poklik/contract/black-list';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type Person, type TestApp } from '../../testing/test-app.ts';

let app: TestApp;
let owner: Person;
let stranger: Person;
beforeAll(async () => {
  app = await createTestApp();
  owner = await app.person();
  stranger = await app.person();
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.services.pool.query('delete from black_list_entries');
  await app.services.pool.query('delete from campaigns');
  await setTariff('free');
});

const setTariff = (code: string) =>
  app.services.pool.query('update accounts set tariff_id = (select id from tariffs where code = $2) where id = $1', [
    owner.accountId,
    code,
  ]);
const requestAdd = (ip_addresses: string | string[], more: object = {}, { token } = owner, language = 'en') =>
  app.call('POST', '/black_list_ips', { token, language, body: { ip_addresses, ...more } });
const addEntries = async (
  ip_addresses: string | string[],
  more: object = {},
  person = owner,
): Promise<BlackListReport> => {
  const answer = await requestAdd(ip_addresses, more, person);
  if (answer.statusCode !== 201) throw new Error(answer.body);
  return answer.json().data;
};
const listEntries = async (query = '', { token } = owner) =>
  (await app.call('GET', `/black_list_ips${query}`, { token })).json() as {
    data: BlackListEntry[];
    meta: { total: number };
    limits: { used: number; max: number | null };
    own_ip: string;
  };
const listAddresses = async (query = '') => (await listEntries(query)).data.map(({ ip }) => ip);
const createCampaign = async ({ token }: Person, name = 'Summer'): Promise<number> =>
  (await app.call('POST', '/companies', { token, body: { name, default_url: 'https://shop.example' } })).json().data.id;

describe('adding entries', () => {
  it('accepts lines, commas and comments, and normalizes every address', async () => {
    const text = '203.0.113.7\n198.51.100.77/24, 2001:DB8::0:1 # the office\r\n\n# nothing here\n::ffff:192.0.2.1';
    const report = await addEntries(text, { action: 'block', comment: ' scanners ' });
    expect(report.added.map(({ ip }) => ip).sort()).toEqual(
      ['192.0.2.1', '198.51.100.0/24', '2001:db8::1', '203.0.113.7'].sort(),
    );
    expect(report.added[0]).toMatchObject({ action: 'block', comment: 'scanners', campaign: null, last_hit_at: null });
    expect(report).toMatchObject({ merged: [], refused: [], warnings: [] });
    expect((await listEntries()).meta.total).toBe(4);
  });

  it('reports the result of each line', async () => {
    await addEntries('10.1.0.0/16');
    const report = await addEntries(['10.1.2.3', 'nonsense', '10.0.0.0/7', '192.0.2.0/25', '192.0.2.9', '10.1.0.0/16']);
    expect(report.added.map(({ ip }) => ip)).toEqual(['192.0.2.0/25']);
    expect(report.merged).toEqual([
      { ip: '10.1.0.0/16', covered_by: '10.1.0.0/16' },
      { ip: '10.1.2.3', covered_by: '10.1.0.0/16' },
      { ip: '192.0.2.9', covered_by: '192.0.2.0/25' },
    ]);
    expect(report.refused).toEqual([
      { text: 'nonsense', line: 2, reason: 'not_an_address' },
      { text: '10.0.0.0/7', line: 3, reason: 'too_wide' },
    ]);
  });

  it('warns about the caller’s own address, wide ranges and covered entries', async () => {
    await addEntries('10.1.2.3');
    const report = (
      await app.call('POST', '/black_list_ips', {
        token: owner.token,
        ip: '10.9.9.9',
        body: { ip_addresses: '10.0.0.0/12' },
      })
    ).json().data as BlackListReport;
    expect(report.warnings).toEqual([
      { ip: '10.0.0.0/12', reason: 'own_address' },
      { ip: '10.0.0.0/12', reason: 'wide_range' },
      { ip: '10.0.0.0/12', reason: 'covers_existing' },
    ]);
    expect((await listEntries()).own_ip).toBe('127.0.0.1');
  });

  it('changes the action of an existing entry without using the limit', async () => {
    await addEntries(Array.from({ length: 100 }, (_, index) => `192.0.2.${index}`));
    const report = await addEntries('192.0.2.5\n198.51.100.1', { action: 'block' });
    expect(report.added).toMatchObject([{ ip: '192.0.2.5', action: 'block' }]);
    expect(report.warnings).toEqual([{ ip: '192.0.2.5', reason: 'action_changed' }]);
    expect(report.refused).toEqual([{ text: '198.51.100.1', line: 2, reason: 'limit_reached' }]);
    expect((await listEntries('?action=block')).data).toMatchObject([{ ip: '192.0.2.5' }]);
    expect((await listEntries()).limits).toEqual({ used: 100, max: 100 });
  });

  it('allows the same address for several campaigns but not under an entry for all campaigns', async () => {
    const [one, two] = [await createCampaign(owner), await createCampaign(owner, 'Winter')];
    expect((await addEntries('192.0.2.1', { campaign_id: one })).added[0]?.campaign).toEqual({
      id: one,
      name: 'Summer',
    });
    expect((await addEntries('192.0.2.1', { campaign_id: two })).added).toHaveLength(1);
    await addEntries('192.0.2.2');
    expect((await addEntries('192.0.2.2', { campaign_id: one })).merged).toHaveLength(1);
    expect(await listAddresses(`?company_id=${one}`)).toEqual(['192.0.2.1']);
  });

  it('rejects a campaign of another account exactly like a missing one', async () => {
    const theirs = await createCampaign(stranger);
    const [foreign, missing] = [
      await requestAdd('192.0.2.1', { campaign_id: theirs }),
      await requestAdd('192.0.2.1', { campaign_id: 999_999 }),
    ];
    expect([foreign.statusCode, foreign.body]).toEqual([422, missing.body]);
    expect(foreign.json().errors).toEqual({ campaign_id: ['Campaign not found'] });
    expect((await listEntries()).meta.total).toBe(0);
  });

  it.each([
    ['nothing', '', {}, 'ip_addresses'],
    ['only comments', '# nothing\n', {}, 'ip_addresses'],
    ['more than ten thousand', '192.0.2.1,'.repeat(10_001), {}, 'ip_addresses'],
    ['an unknown action', '192.0.2.1', { action: 'redirect' }, 'action'],
    ['a comment that is too long', '192.0.2.1', { comment: 'x'.repeat(201) }, 'comment'],
  ])('rejects %s, in three languages', async (_, text, more, field) => {
    const texts = new Set<string>();
    for (const language of ['en', 'uk', 'ru']) {
      const answer = await requestAdd(text, more, owner, language);
      expect(answer.statusCode).toBe(422);
      expect(Object.keys(answer.json().errors)).toEqual([field]);
      texts.add(answer.json().errors[field][0]);
    }
    expect(texts.size).toBe(3);
  });

  it('adds ten thousand lines in less than two seconds of CPU time', async () => {
    await setTariff('pro');
    const text = Array.from(
      { length: 10_000 },
      (_, index) => `2001:db8:${(index >> 8).toString(16)}:${index % 256}::/64`,
    );
    const before = process.cpuUsage();
    const report = await addEntries(text.join('\n'));
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(2_000);
    expect(report.added).toHaveLength(10_000);
    expect((await listEntries()).limits).toEqual({ used: 10_000, max: 10_000 });
    const ids = report.added.map(({ id }) => id);
    const removed = await app.call('DELETE', '/black_list_ips', {
      token: owner.token,
      body: { ip_address_ids: ids },
    });
    expect(removed.json().message).toBe('10000 entries removed from the blocklist.');
  });

  it('never exceeds the plan limit under concurrent requests', async () => {
    await Promise.all(
      Array.from({ length: 8 }, (_, part) =>
        requestAdd(Array.from({ length: 30 }, (_entry, index) => `10.${part}.0.${index}`)),
      ),
    );
    expect((await listEntries()).limits).toEqual({ used: 100, max: 100 });
  });
});

describe('listing entries', () => {
  beforeEach(async () => {
    await addEntries('10.0.0.0/8\n192.0.2.77', { comment: 'Office' });
    await addEntries('10.1.2.0/24\n2001:db8::/32', { action: 'block' });
    await addEntries('10.5.5.5', {}, stranger);
  });

  it('finds entries by covered address and by parts of the address and comment', async () => {
    expect((await listAddresses('?search=10.1.2.3')).sort()).toEqual(['10.0.0.0/8', '10.1.2.0/24']);
    expect(await listAddresses('?search=2001:DB8:0:1::9')).toEqual(['2001:db8::/32']);
    expect(await listAddresses('?search=192.0.2.0/24')).toEqual(['192.0.2.77']);
    expect((await listAddresses('?search=office')).sort()).toEqual(['10.0.0.0/8', '192.0.2.77']);
    expect(await listAddresses('?search=.77')).toEqual(['192.0.2.77']);
    expect(await listAddresses('?search=%25')).toEqual([]);
  });

  it('sorts by address and filters by action', async () => {
    const all = ['10.0.0.0/8', '10.1.2.0/24', '192.0.2.77', '2001:db8::/32'];
    expect(await listAddresses('?sort=ip&order=asc')).toEqual(all);
    expect(await listAddresses('?sort=ip&order=desc&per_page=2&page=2')).toEqual(['10.1.2.0/24', '10.0.0.0/8']);
    expect((await listAddresses('?action=block')).sort()).toEqual(['10.1.2.0/24', '2001:db8::/32']);
  });

  it('hides entries of a deleted campaign', async () => {
    const campaign = await createCampaign(owner);
    await addEntries('203.0.113.1', { campaign_id: campaign });
    expect((await listEntries()).limits.used).toBe(5);
    await app.call('DELETE', `/companies/${campaign}`, { token: owner.token });
    expect((await listEntries()).limits.used).toBe(4);
    expect(await listAddresses()).not.toContain('203.0.113.1');
  });
});

describe('removing entries', () => {
  const remove = (ids: number[], { token } = owner) =>
    app.call('DELETE', '/black_list_ips', { token, body: { ip_address_ids: ids } });

  it('removes the caller’s entries and skips the rest', async () => {
    const mine = (await addEntries('192.0.2.1\n192.0.2.2')).added.map(({ id }) => id);
    const theirs = (await addEntries('192.0.2.1', {}, stranger)).added.map(({ id }) => id);
    const answer = await remove([mine[0] as number, ...theirs, 999_999]);
    expect(answer.json()).toEqual({ message: '1 entry removed from the blocklist.' });
    expect(await listAddresses()).toEqual(['192.0.2.2']);
    expect((await listEntries('', stranger)).meta.total).toBe(1);
    expect((await remove([])).statusCode).toBe(422);
  });
});

describe('trackers', () => {
  it('are notified of each committed change and of nothing else', async () => {
    const notified: string[] = [];
    const stop = await app.services.listen('black_list_changed', (payload) => notified.push(payload));
    const { added: entries } = await addEntries('192.0.2.1');
    await addEntries('192.0.2.1');
    await requestAdd('nonsense');
    const ids = entries.map(({ id }) => id);
    const remove = () => app.call('DELETE', '/black_list_ips', { token: owner.token, body: { ip_address_ids: ids } });
    await remove();
    await remove();
    await addEntries('192.0.2.1', {}, stranger);
    const [mine, theirs] = [String(owner.accountId), String(stranger.accountId)];
    await expect.poll(() => notified).toEqual([mine, mine, theirs]);
    await stop();
  });
});

it('requires a login', async () => {
  expect((await app.call('GET', '/black_list_ips')).statusCode).toBe(401);
  expect((await app.call('POST', '/black_list_ips', { body: { ip_addresses: '192.0.2.1' } })).statusCode).toBe(401);
});
