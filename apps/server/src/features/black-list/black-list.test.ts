import type { BlackListEntry, BlackListReport } from '@poklik/contract/black-list';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type Person, type TestApp } from '../../testing/test-app.ts';

let product: TestApp;
let owner: Person;
let stranger: Person;
beforeAll(async () => {
  product = await createTestApp();
  owner = await product.person();
  stranger = await product.person();
});
afterAll(() => product.close());
beforeEach(async () => {
  await product.services.pool.query('delete from black_list_entries');
  await product.services.pool.query('delete from campaigns');
  await setTariff('free');
});

const setTariff = (code: string) =>
  product.services.pool.query(
    'update accounts set tariff_id = (select id from tariffs where code = $2) where id = $1',
    [owner.accountId, code],
  );
const add = (ip_addresses: string | string[], more: object = {}, { token } = owner, language = 'en') =>
  product.call('POST', '/black_list_ips', { token, language, body: { ip_addresses, ...more } });
const added = async (ip_addresses: string | string[], more: object = {}, person = owner): Promise<BlackListReport> => {
  const answer = await add(ip_addresses, more, person);
  if (answer.statusCode !== 201) throw new Error(answer.body);
  return answer.json().data;
};
const list = async (query = '', { token } = owner) =>
  (await product.call('GET', `/black_list_ips${query}`, { token })).json() as {
    data: BlackListEntry[];
    meta: { total: number };
    limits: { used: number; max: number | null };
    own_ip: string;
  };
const addresses = async (query = '') => (await list(query)).data.map(({ ip }) => ip);
const campaignOf = async ({ token }: Person, name = 'Summer'): Promise<number> =>
  (await product.call('POST', '/companies', { token, body: { name, default_url: 'https://shop.example' } })).json().data
    .id;

describe('adding', () => {
  it('reads lines, commas and remarks, and writes every address in its normal form', async () => {
    const text = '203.0.113.7\n198.51.100.77/24, 2001:DB8::0:1 # the office\r\n\n# nothing here\n::ffff:192.0.2.1';
    const report = await added(text, { action: 'block', comment: ' scanners ' });
    expect(report.added.map(({ ip }) => ip).sort()).toEqual(
      ['192.0.2.1', '198.51.100.0/24', '2001:db8::1', '203.0.113.7'].sort(),
    );
    expect(report.added[0]).toMatchObject({ action: 'block', comment: 'scanners', campaign: null, last_hit_at: null });
    expect(report).toMatchObject({ merged: [], refused: [], warnings: [] });
    expect((await list()).meta.total).toBe(4);
  });

  it('says of each line what became of it', async () => {
    await added('10.1.0.0/16');
    const report = await added(['10.1.2.3', 'nonsense', '10.0.0.0/7', '192.0.2.0/25', '192.0.2.9', '10.1.0.0/16']);
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

  it('warns of the caller’s own address, of wide ranges and of what it covers', async () => {
    await added('10.1.2.3');
    const report = (
      await product.call('POST', '/black_list_ips', {
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
    expect((await list()).own_ip).toBe('127.0.0.1');
  });

  it('of an address with the other action changes the action and takes no room', async () => {
    await added(Array.from({ length: 100 }, (_, place) => `192.0.2.${place}`));
    const report = await added('192.0.2.5\n198.51.100.1', { action: 'block' });
    expect(report.added).toMatchObject([{ ip: '192.0.2.5', action: 'block' }]);
    expect(report.warnings).toEqual([{ ip: '192.0.2.5', reason: 'action_changed' }]);
    expect(report.refused).toEqual([{ text: '198.51.100.1', line: 2, reason: 'limit_reached' }]);
    expect((await list('?action=block')).data).toMatchObject([{ ip: '192.0.2.5' }]);
    expect((await list()).limits).toEqual({ used: 100, max: 100 });
  });

  it('for one campaign stands beside the same address for another, and under one for all', async () => {
    const [one, two] = [await campaignOf(owner), await campaignOf(owner, 'Winter')];
    expect((await added('192.0.2.1', { campaign_id: one })).added[0]?.campaign).toEqual({ id: one, name: 'Summer' });
    expect((await added('192.0.2.1', { campaign_id: two })).added).toHaveLength(1);
    await added('192.0.2.2');
    expect((await added('192.0.2.2', { campaign_id: one })).merged).toHaveLength(1);
    expect(await addresses(`?company_id=${one}`)).toEqual(['192.0.2.1']);
  });

  it('for the campaign of another is refused exactly like for one that is not there', async () => {
    const theirs = await campaignOf(stranger);
    const [foreign, missing] = [
      await add('192.0.2.1', { campaign_id: theirs }),
      await add('192.0.2.1', { campaign_id: 999_999 }),
    ];
    expect([foreign.statusCode, foreign.body]).toEqual([422, missing.body]);
    expect(foreign.json().errors).toEqual({ campaign_id: ['There is no such campaign'] });
    expect((await list()).meta.total).toBe(0);
  });

  it.each([
    ['nothing', '', {}, 'ip_addresses'],
    ['remarks alone', '# nothing\n', {}, 'ip_addresses'],
    ['more than ten thousand', '192.0.2.1,'.repeat(10_001), {}, 'ip_addresses'],
    ['an unknown action', '192.0.2.1', { action: 'redirect' }, 'action'],
    ['a comment that is too long', '192.0.2.1', { comment: 'x'.repeat(201) }, 'comment'],
  ])('is refused with %s, in three languages', async (_, text, more, field) => {
    const texts = new Set<string>();
    for (const language of ['en', 'uk', 'ru']) {
      const answer = await add(text, more, owner, language);
      expect(answer.statusCode).toBe(422);
      expect(Object.keys(answer.json().errors)).toEqual([field]);
      texts.add(answer.json().errors[field][0]);
    }
    expect(texts.size).toBe(3);
  });

  it('takes ten thousand lines at once with less than two seconds of work', async () => {
    await setTariff('pro');
    const text = Array.from(
      { length: 10_000 },
      (_, place) => `2001:db8:${(place >> 8).toString(16)}:${place % 256}::/64`,
    );
    const before = process.cpuUsage();
    const report = await added(text.join('\n'));
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(2_000);
    expect(report.added).toHaveLength(10_000);
    expect((await list()).limits).toEqual({ used: 10_000, max: 10_000 });
    const ids = report.added.map(({ id }) => id);
    const removed = await product.call('DELETE', '/black_list_ips', {
      token: owner.token,
      body: { ip_address_ids: ids },
    });
    expect(removed.json().message).toBe('10000 entries removed from the black list.');
  });

  it('at the same moment never goes over the limit of the tariff', async () => {
    await Promise.all(
      Array.from({ length: 8 }, (_, part) =>
        add(Array.from({ length: 30 }, (_entry, place) => `10.${part}.0.${place}`)),
      ),
    );
    expect((await list()).limits).toEqual({ used: 100, max: 100 });
  });
});

describe('the list', () => {
  beforeEach(async () => {
    await added('10.0.0.0/8\n192.0.2.77', { comment: 'Office' });
    await added('10.1.2.0/24\n2001:db8::/32', { action: 'block' });
    await added('10.5.5.5', {}, stranger);
  });

  it('finds which entries cover an address, and parts of entries and comments', async () => {
    expect((await addresses('?search=10.1.2.3')).sort()).toEqual(['10.0.0.0/8', '10.1.2.0/24']);
    expect(await addresses('?search=2001:DB8:0:1::9')).toEqual(['2001:db8::/32']);
    expect(await addresses('?search=192.0.2.0/24')).toEqual(['192.0.2.77']);
    expect((await addresses('?search=office')).sort()).toEqual(['10.0.0.0/8', '192.0.2.77']);
    expect(await addresses('?search=.77')).toEqual(['192.0.2.77']);
    expect(await addresses('?search=%25')).toEqual([]);
  });

  it('sorts by address and filters by action', async () => {
    const all = ['10.0.0.0/8', '10.1.2.0/24', '192.0.2.77', '2001:db8::/32'];
    expect(await addresses('?sort=ip&order=asc')).toEqual(all);
    expect(await addresses('?sort=ip&order=desc&per_page=2&page=2')).toEqual(['10.1.2.0/24', '10.0.0.0/8']);
    expect((await addresses('?action=block')).sort()).toEqual(['10.1.2.0/24', '2001:db8::/32']);
  });

  it('leaves out what was for a campaign that is deleted', async () => {
    const campaign = await campaignOf(owner);
    await added('203.0.113.1', { campaign_id: campaign });
    expect((await list()).limits.used).toBe(5);
    await product.call('DELETE', `/companies/${campaign}`, { token: owner.token });
    expect((await list()).limits.used).toBe(4);
    expect(await addresses()).not.toContain('203.0.113.1');
  });
});

describe('removing', () => {
  const remove = (ids: number[], { token } = owner) =>
    product.call('DELETE', '/black_list_ips', { token, body: { ip_address_ids: ids } });

  it('takes away what is the caller’s and passes over the rest', async () => {
    const mine = (await added('192.0.2.1\n192.0.2.2')).added.map(({ id }) => id);
    const theirs = (await added('192.0.2.1', {}, stranger)).added.map(({ id }) => id);
    const answer = await remove([mine[0] as number, ...theirs, 999_999]);
    expect(answer.json()).toEqual({ message: '1 entry removed from the black list.' });
    expect(await addresses()).toEqual(['192.0.2.2']);
    expect((await list('', stranger)).meta.total).toBe(1);
    expect((await remove([])).statusCode).toBe(422);
  });
});

describe('trackers', () => {
  it('hear whose list changed once it is committed, and of nothing else', async () => {
    const heard: string[] = [];
    const stop = await product.services.listen('black_list_changed', (payload) => heard.push(payload));
    const { added: entries } = await added('192.0.2.1');
    await added('192.0.2.1');
    await add('nonsense');
    const ids = entries.map(({ id }) => id);
    const remove = () =>
      product.call('DELETE', '/black_list_ips', { token: owner.token, body: { ip_address_ids: ids } });
    await remove();
    await remove();
    await added('192.0.2.1', {}, stranger);
    const [mine, theirs] = [String(owner.accountId), String(stranger.accountId)];
    await expect.poll(() => heard).toEqual([mine, mine, theirs]);
    await stop();
  });
});

it('is for those who are signed in', async () => {
  expect((await product.call('GET', '/black_list_ips')).statusCode).toBe(401);
  expect((await product.call('POST', '/black_list_ips', { body: { ip_addresses: '192.0.2.1' } })).statusCode).toBe(401);
});
