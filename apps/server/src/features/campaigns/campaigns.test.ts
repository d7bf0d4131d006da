import type { Campaign } from '@poklik/contract/campaigns';
import { ROLES } from '@poklik/contract/roles';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type CampaignCalls, createCampaignCalls, MINIMAL, rules } from './campaigns.fixture.ts';

let calls: CampaignCalls;
beforeAll(async () => {
  calls = await createCampaignCalls();
});
afterAll(() => calls.close());
beforeEach(() => calls.empty());

describe('new campaign', () => {
  it('gets default settings, a readable key and its tracking and postback URLs', async () => {
    const answer = await calls.create();
    expect(answer.statusCode).toBe(201);
    const campaign: Campaign = answer.json().data;
    expect(campaign).toMatchObject({
      ...MINIMAL,
      status: 'active',
      version: 1,
      rules: [],
      paused_fallback: 'default_url',
      cost_model: 'none',
      attribution_days: 30,
      uniqueness_hours: 24,
      dedupe_mode: 'ignore',
      timezone: 'UTC',
    });
    expect(campaign.key).toMatch(/^[2-9a-hjkmnp-z]{10}$/);
    expect(campaign.tracking_url).toBe(`https://track.example/c/${campaign.key}`);
    expect(Buffer.from(campaign.postback_key, 'base64url').length).toBeGreaterThanOrEqual(16);
    expect(campaign.postback_url).toBe(
      `https://track.example/postback?cid={click_id}&payout={payout}&status={status}&txid={txid}&key=${campaign.postback_key}`,
    );
    expect((await calls.get(campaign.id)).json().data).toEqual(campaign);
  });

  it('keeps the macros of the traffic source in its tracking link', async () => {
    const { tracking_url, key } = await calls.created({
      params: [
        { name: 'banner', macro: '{banner_id}', sub: 'sub1' },
        { name: 'by_hand', sub: 'sub2' },
      ],
      external_id_param: 'click',
      external_id_macro: '{{click.id}}',
      cost_param: 'cost',
      cost_macro: '{cpc}',
    });
    expect(tracking_url).toBe(`https://track.example/c/${key}?banner={banner_id}&click={{click.id}}&cost={cpc}`);
  });

  it('removes duplicate tags', async () => {
    expect((await calls.created({ tags: ['Push', 'push', 'DE'] })).tags).toEqual(['Push', 'DE']);
  });

  it('rejects a name that differs only in case, unless the other campaign is deleted', async () => {
    const { id } = await calls.created({ name: 'Літо' });
    const again = await calls.create({ name: 'ЛІТО' });
    expect(again.statusCode).toBe(422);
    expect(again.json().errors).toEqual({ name: ['You already have a campaign with this name'] });
    expect((await calls.create({ name: 'літо' }, calls.stranger)).statusCode).toBe(201);
    await calls.remove(id);
    expect((await calls.create({ name: 'ЛІТО' })).statusCode).toBe(201);
  });

  it.each([
    ['a short name', { name: 'ab' }, 'name'],
    ['half of a surrogate pair in the name', { name: 'abc\ud800' }, 'name'],
    ['a URL that is not http', { default_url: 'ftp://shop.example' }, 'default_url'],
    ['a macro in the host', { default_url: 'https://{sub1}.example/' }, 'default_url'],
    ['an unknown macro', { default_url: 'https://shop.example/{who}' }, 'default_url'],
    ['a control character in the URL', { default_url: 'https://shop.example/\u0000' }, 'default_url'],
    ['a time zone that does not exist', { timezone: 'Moon/Base' }, 'timezone'],
    ['a currency that is not in use', { cost_currency: 'DEM' }, 'cost_currency'],
    ['an amount with a comma', { cost_value: '0,5' }, 'cost_value'],
    [
      'one sub twice',
      {
        params: [
          { name: 'a', sub: 'sub1' },
          { name: 'b', sub: 'sub1' },
        ],
      },
      'params',
    ],
    ['one parameter with two meanings', { params: [{ name: 'a', sub: 'sub1' }], cost_param: 'a' }, 'params'],
    ['a macro that would end the link', { params: [{ name: 'a', sub: 'sub1', macro: 'x&b=1' }] }, 'params.0.macro'],
    ['an end before the start', { start_at: '2026-02-01T00:00:00Z', end_at: '2026-01-01T00:00:00Z' }, 'end_at'],
    [
      'a value that is no country',
      rules({ dimension: 'country', operator: 'in', values: ['Ukraine'] }),
      'rules.0.conditions.0.values',
    ],
    ['a link of this service', { default_url: 'https://TRACK.example./c/abc' }, 'default_url'],
    ['a link of this machine', { default_url: 'http://127.0.0.1:3000/c/abc' }, 'default_url'],
    [
      'a link of this service in a destination',
      { destinations: [{ url: 'http://track.example/%63/x' }] },
      'destinations.0.url',
    ],
    [
      'a macro that could become a link of this service',
      { default_url: 'https://track.example/{sub1}/x' },
      'default_url',
    ],
  ])('rejects %s, in three languages', async (_, body, field) => {
    const texts = new Set<string>();
    for (const language of ['en', 'uk', 'ru']) {
      const answer = await calls.create(body, calls.owner, language);
      expect(answer.statusCode).toBe(422);
      expect(Object.keys(answer.json().errors)).toEqual([field]);
      texts.add(answer.json().errors[field][0]);
    }
    expect(texts.size).toBe(3);
    expect((await calls.list()).meta.total).toBe(0);
  });

  it('may redirect to this installation outside tracking links', async () => {
    expect((await calls.create({ default_url: 'https://track.example/ua/login' })).statusCode).toBe(201);
  });

  it('may use the maximum number of rules and destinations', async () => {
    await calls.setTariff('business');
    const url = `https://shop.example/${'x'.repeat(2000)}`;
    const big = Array.from({ length: 50 }, () => ({
      conditions: [{ dimension: 'country', operator: 'in', values: Array(250).fill('DE') }],
      destinations: Array(10).fill({ url }),
    }));
    expect((await calls.create({ rules: big })).statusCode).toBe(201);
    expect((await calls.create({ name: 'Larger', rules: [...big, ...big.slice(0, 1)] })).statusCode).toBe(422);
  });
});

describe('plan limit', () => {
  beforeEach(() => calls.setTariff('free'));

  it('is that of the free plan for a new account', async () => {
    const options = (
      await calls.product.call('GET', '/companies_related/get_options', { token: calls.stranger.token })
    ).json();
    expect(options.data.limits).toEqual({ campaigns_used: 0, campaigns_max: 3 });
  });

  it('holds under twenty concurrent requests', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => calls.create({ name: `Racer ${index}` })),
    );
    const codes = answers.map(({ statusCode }) => statusCode);
    expect(codes.filter((code) => code === 201)).toHaveLength(3);
    expect(codes.filter((code) => code === 409)).toHaveLength(17);
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json().code).toBe('tariff_limit_reached');
    expect((await calls.list()).meta.total).toBe(3);
  });

  it('ignores archived and deleted campaigns and counts restored ones', async () => {
    const [first, second] = [await calls.created({ name: 'One' }), await calls.created({ name: 'Two' })];
    await calls.created({ name: 'Three' });
    expect((await calls.put(first.id, { name: 'One', status: 'archived' })).statusCode).toBe(200);
    await calls.created({ name: 'Four' });
    expect((await calls.put(first.id, { name: 'One', status: 'paused' })).statusCode).toBe(409);
    expect((await calls.bulk({ ids: [first.id], action: 'activate' })).statusCode).toBe(409);
    expect((await calls.restore(first.id, 1)).statusCode).toBe(409);
    await calls.remove(second.id);
    expect((await calls.restore(first.id, 1)).statusCode).toBe(200);
    expect((await calls.clone(first.id)).statusCode).toBe(409);
  });
});

describe('campaign of another account', () => {
  it('is indistinguishable from a missing one', async () => {
    const { id } = await calls.created({}, calls.stranger);
    const requests = (target: number) =>
      [
        ['GET', `/companies/${target}`],
        ['PUT', `/companies/${target}`, MINIMAL],
        ['DELETE', `/companies/${target}`],
        ['POST', `/companies/${target}/clone`],
        ['GET', `/companies/${target}/versions`],
        ['POST', `/companies/${target}/versions/1/restore`],
      ] as const;
    const request = ([method, path, body]: ReturnType<typeof requests>[number]) =>
      calls.product.call(method, path, { token: calls.owner.token, body });
    for (const [index, call] of requests(id).entries()) {
      const [theirs, missing] = [await request(call), await request(requests(999_999)[index] as typeof call)];
      expect([theirs.statusCode, theirs.body], call[1]).toEqual([404, missing.body]);
    }
    expect((await calls.get(id, calls.stranger)).json().data).toMatchObject({ name: 'Summer', version: 1 });
  });

  it('requires a token', async () => {
    expect((await calls.product.call('GET', '/companies')).statusCode).toBe(401);
    expect((await calls.product.call('POST', '/companies', { body: MINIMAL })).statusCode).toBe(401);
  });
});

it('lets administrators create campaigns', async () => {
  const admin = await calls.product.person({ role: ROLES.ADMIN });
  expect((await calls.create({}, admin)).statusCode).toBe(201);
});
