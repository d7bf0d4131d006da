import { EMPTY_MAPPING } from '@poklik/domain/networks/network-templates';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { notifyTrackersOfNetwork } from '../../features/offers/offers.repo.ts';
import { networks } from '../../stores/tables/networks.ts';
import { createTestTracking, type TestTracking, until } from '../../testing/test-tracker.ts';
import { createFunnels, GERMANY, passIn, slots, target } from './landers.fixture.ts';

const UKRAINE = { 'x-forwarded-for': '5.58.0.1', 'accept-language': 'uk' };

let tracking: TestTracking;
let funnels: ReturnType<typeof createFunnels>;
beforeAll(async () => {
  tracking = await createTestTracking();
  funnels = createFunnels(tracking);
}, 60_000);
afterAll(() => tracking.close());
beforeEach(() => {
  tracking.log.clicks.length = 0;
  tracking.log.steps.length = 0;
});

describe('the way to a lander', () => {
  it('carries a pass in the address and in a cookie that only the links of landers see', async () => {
    const { campaign, lander } = await funnels.campaignWithLander(([one = 0]) => [[target({ offer_id: one })]]);
    const { location, pass, cookie } = await funnels.visit(campaign.key, '?sub1=blue');
    expect(location).toBe(`https://page.test/quiz?x=1&pk=${pass}`);
    expect(cookie).toBe(`o_${lander.key}=${pass}`);
    const [click] = tracking.log.clicks;
    expect(click).toMatchObject({ lander_id: String(lander.id), offer_id: '0', entry: '', final_url: location });
    expect(pass).toContain(click?.click_id);
    const { headers } = await tracking.click(`/c/${campaign.key}`, GERMANY);
    expect(headers['set-cookie']?.[0]).toMatch(/; Path=\/o; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure$/);
  });

  it('has the pass where the owner puts it, and the visitor can not bring another', async () => {
    const lander = await funnels.make.lander({ url: 'https://page.test/{pass}/?id={lander_id}' });
    const { key } = await tracking.campaign({
      forward_query: true,
      destinations: [target({ lander_id: lander.id, next: [] })],
    });
    await until(async () => (await tracking.click(`/c/${key}`)).headers.location?.includes('/?id=') ?? false);
    const { location } = (await tracking.click(`/c/${key}?pk=mine&a=b`)).headers;
    expect(location).toMatch(new RegExp(`^https://page\\.test/1\\.[\\w.~-]+/\\?id=${lander.id}&pk=mine&a=b$`));
  });
});

describe('a link of a lander', () => {
  it('leads to an offer, with the facts and parameters of the first click', async () => {
    const { campaign, lander, offers, destination } = await funnels.campaignWithLander(([one = 0]) => [
      [target({ offer_id: one })],
    ]);
    const { pass } = await funnels.visit(campaign.key, '?sub1=a%26b');
    const [click] = tracking.log.clicks;
    const answer = await tracking.click(`/o/1?l=${lander.key}&pk=${pass}&z=1`, UKRAINE);
    expect(answer.status).toBe(302);
    const offer = offers[0] ?? 0;
    expect(answer.headers.location).toMatch(
      new RegExp(`^https://o0\\.test/\\?c=${click?.click_id}o[0-9a-z]+&s=a%26b&k=DE$`),
    );
    expect(tracking.log.steps).toEqual([
      expect.objectContaining({
        ...{ click_id: click?.click_id, account_id: String(tracking.accountId), campaign_id: String(campaign.id) },
        ...{ step: '1', slot: '1', lander_id: String(lander.id), offer_id: String(offer), next_lander_id: '0' },
        ...{ verdict: '0', is_bot: '0', rule: '0', destination: '1', country: 'DE', language: 'de', gave_way: '' },
        ...{ final_url: answer.headers.location, click_at: click?.at },
      }),
    ]);
    expect(tracking.log.steps[0]?.uid).not.toBe(destination.uid);
  });

  it('tells pages and offers where they are on the way, and the identifier of the source', async () => {
    const { db } = tracking.database;
    const [network] = await db
      .insert(networks)
      .values({ accountId: tracking.accountId, name: 'Leads', key: 'leads-key', mapping: EMPTY_MAPPING })
      .returning();
    const place = '{lander_id}-{offer_id}-{network}-{step}-{tag}';
    const offer = await funnels.make.offer({ url: `https://o.test/?${place}`, network_id: network?.id ?? null });
    const [first, second] = [
      await funnels.make.lander({ url: `https://one.test/?${place}` }),
      await funnels.make.lander({ url: `https://two.test/?${place}` }),
    ];
    const last = target({ lander_id: second.id, next: slots([target({ offer_id: offer })]) });
    const destinations = [target({ lander_id: first.id, next: slots([last]) })];
    const { key } = await tracking.campaign({ default_url: `https://default.test/?${place}`, destinations });
    const { location, pass } = await funnels.visit(key, '?wbraid=W.1');
    expect(location).toContain(`https://one.test/?${first.id}---1-W.1&pk=`);
    const next = (await tracking.click(`/o?l=${first.key}&pk=${pass}`)).headers.location;
    expect(next).toContain(`https://two.test/?${second.id}---2-W.1&pk=`);
    const follow = async () => (await tracking.click(`/o?l=${second.key}&pk=${passIn(next)}`)).headers.location;
    expect(await follow()).toBe(`https://o.test/?-${offer}-Leads-2-W.1`);
    // The offer is read again when its network is renamed.
    await db.update(networks).set({ name: 'Deals' });
    await db.transaction((tx) => notifyTrackersOfNetwork(tx as unknown as typeof db, network?.id ?? 0));
    await until(async () => (await follow()) === `https://o.test/?-${offer}-Deals-2-W.1`);
    await funnels.make.saveOffer(offer, { status: 'paused' });
    await until(async () => (await follow()) === 'https://default.test/?---2-W.1');
  });

  it('knows the visitor by the cookie or by the query of the page as well, and without the key of the lander', async () => {
    const { campaign, lander } = await funnels.campaignWithLander(([one = 0]) => [[target({ offer_id: one })]]);
    const { pass, cookie } = await funnels.visit(campaign.key);
    const ways: [string, Record<string, string>][] = [
      [`/o?l=${lander.key}&pk=${pass}`, {}],
      [`/o/?l=${lander.key}`, { cookie }],
      ['/o/1', { cookie: `a=b; ${cookie}; pk=1.1` }],
      [`/o/1?l=${lander.key}`, { referer: `https://anywhere.test/x?y=1&pk=${pass}#z` }],
      [`/o/1?pk=${pass}`, {}],
    ];
    const places = new Set<string | undefined>();
    for (const [path, headers] of ways) places.add((await tracking.click(path, headers)).headers.location);
    expect([...places]).toEqual([expect.stringContaining('https://o0.test/')]);
    expect(tracking.log.steps).toHaveLength(ways.length);
  });

  it('never mixes the visitors of two landers', async () => {
    const one = await funnels.campaignWithLander(([first = 0]) => [[target({ offer_id: first })]]);
    const other = await funnels.campaignWithLander(([first = 0]) => [[target({ offer_id: first })]]);
    const [mine, theirs] = [await funnels.visit(one.campaign.key), await funnels.visit(other.campaign.key)];
    const cookie = `${mine.cookie}; ${theirs.cookie}`;
    const campaignAt = async (path: string) => {
      await tracking.click(path, { cookie });
      return tracking.log.steps.at(-1)?.campaign_id;
    };
    expect(await campaignAt(`/o?l=${one.lander.key}`)).toBe(String(one.campaign.id));
    expect(await campaignAt(`/o?l=${other.lander.key}`)).toBe(String(other.campaign.id));
    expect(await campaignAt(`/o?l=${one.lander.key}&pk=${theirs.pass}`)).toBe(String(one.campaign.id));
    // Without a key the newest counts.
    expect(await campaignAt('/o')).toBe(String(other.campaign.id));
    expect((await tracking.click(`/o?l=${one.lander.key}&pk=${theirs.pass}`)).status).toBe(404);
  });

  it('keeps five cookies, those of the newest clicks', async () => {
    const { campaign, lander } = await funnels.campaignWithLander(([one = 0]) => [[target({ offer_id: one })]]);
    const { pass, cookie } = await funnels.visit(campaign.key);
    const old = Array.from({ length: 5 }, (_, at) => `o_old${at}=${at === 3 ? pass : 'x'}`).join('; ');
    const { headers } = await tracking.click(`/o?l=${lander.key}`, { cookie: `${old}; ${cookie}` });
    expect(headers['set-cookie']).toEqual(['o_old0=; Path=/o; Max-Age=0; HttpOnly; SameSite=Lax; Secure']);
  });

  it('leads the same visitor to the same offer, by the weights, and each slot to its own', async () => {
    const { campaign, lander } = await funnels.campaignWithLander(
      ([one = 0, two = 0, three = 0]) => [
        [target({ offer_id: one, weight: 3 }), target({ offer_id: two, weight: 1 })],
        [target({ offer_id: three })],
      ],
      { offers: 3 },
    );
    const seen = new Map<string, number>();
    for (let turn = 0; turn < 200; turn += 1) {
      const { pass } =
        turn === 0
          ? await funnels.visit(campaign.key)
          : { pass: passIn((await tracking.click(`/c/${campaign.key}`)).headers.location) };
      const go = async () => (await tracking.click(`/o/1?l=${lander.key}&pk=${pass}`)).headers.location ?? '';
      const first = await go();
      if (turn < 10) expect(await go()).toBe(first);
      const host = new URL(first).hostname;
      seen.set(host, (seen.get(host) ?? 0) + 1);
    }
    expect([...seen.keys()].sort()).toEqual(['o0.test', 'o1.test']);
    expect(seen.get('o0.test')).toBeGreaterThan(115);
    expect(seen.get('o0.test')).toBeLessThan(185);
    const { pass } = await funnels.visit(campaign.key);
    const hostAt = async (slot: number) =>
      new URL((await tracking.click(`/o/${slot}?l=${lander.key}&pk=${pass}`)).headers.location ?? '').hostname;
    expect(await hostAt(2)).toBe('o2.test');
    // An empty slot acts as the first one.
    expect(await hostAt(3)).toBe(await hostAt(1));
  });

  it('follows edits, fallbacks and countries at once', async () => {
    const { campaign, lander, offers } = await funnels.campaignWithLander(([one = 0]) => [[target({ offer_id: one })]]);
    const [first = 0, second = 0] = offers;
    const { pass } = await funnels.visit(campaign.key);
    const go = async () => (await tracking.click(`/o?l=${lander.key}&pk=${pass}`)).headers.location ?? '';
    await funnels.make.saveOffer(first, { status: 'paused', fallback_offer_id: second });
    await until(async () => (await go()).startsWith('https://o1.test/'));
    expect(tracking.log.steps.at(-1)).toMatchObject({ offer_id: String(second), gave_way: 'paused' });
    await funnels.make.saveOffer(second, { countries: ['US'] });
    await until(async () => (await go()) === 'https://default.test/');
    expect(tracking.log.steps.at(-1)).toMatchObject({ offer_id: '0', gave_way: 'none_open' });
    // The lander is gone from the campaign.
    await tracking.save(campaign.id, { destinations: [target({ url: 'https://plain.test/' })] });
    await until(async () => (await tracking.click(`/c/${campaign.key}`)).headers.location === 'https://plain.test/');
    expect(await go()).toBe('https://default.test/');
  });

  it('leads through several landers, step by step', async () => {
    const offer = await funnels.make.offer({ url: 'https://end.test/' });
    const [second, first] = [
      await funnels.make.lander({ url: 'https://two.test/' }),
      await funnels.make.lander({ url: 'https://one.test/' }),
    ];
    const behind = target({ lander_id: second.id, next: slots([target({ offer_id: offer })]) });
    const { key } = await tracking.campaign({
      destinations: [target({ lander_id: first.id, next: slots([behind]) })],
    });
    const { pass } = await funnels.visit(key);
    const { location, 'set-cookie': cookies } = (await tracking.click(`/o?l=${first.key}&pk=${pass}`)).headers;
    expect(location).toMatch(/^https:\/\/two\.test\/\?pk=/);
    expect(cookies?.[0]).toContain(`o_${second.key}=${passIn(location)};`);
    const end = await tracking.click(`/o?l=${second.key}&pk=${passIn(location)}`);
    expect(end.headers.location).toBe('https://end.test/');
    expect(tracking.log.steps.slice(-2)).toMatchObject([
      { step: '1', lander_id: String(first.id), next_lander_id: String(second.id), offer_id: '0', uid: behind.uid },
      { step: '2', lander_id: String(second.id), next_lander_id: '0', offer_id: String(offer) },
    ]);
  });

  it('answers HEAD and prefetches without recording, and bots like everybody', async () => {
    const { campaign, lander } = await funnels.campaignWithLander(([one = 0]) => [[target({ offer_id: one })]]);
    const { pass } = await funnels.visit(campaign.key);
    const path = `/o?l=${lander.key}&pk=${pass}`;
    expect((await tracking.click(path, {}, 'HEAD')).headers.location).toContain('https://o0.test/');
    expect((await tracking.click(path, { 'sec-purpose': 'prefetch' })).status).toBe(503);
    expect((await tracking.click(path, {}, 'POST')).status).toBe(405);
    expect(tracking.log.steps).toEqual([]);
    const person = await tracking.click(path);
    const robot = await tracking.click(path, { 'user-agent': 'Googlebot/2.1' });
    expect(robot.headers.location).toBe(person.headers.location);
    expect(tracking.log.steps.map(({ is_bot }) => is_bot)).toEqual(['0', '1']);
  });

  it('excludes who was excluded at the start, and blocks who is blocked now', async () => {
    const { campaign, lander } = await funnels.campaignWithLander(([one = 0]) => [[target({ offer_id: one })]]);
    const free = await funnels.visit(campaign.key);
    await tracking.block('203.0.113.0/24', 'exclude', campaign.id);
    await tracking.block('198.51.100.0/24', 'block', campaign.id);
    const [excluded, blocked] = [{ 'x-forwarded-for': '203.0.113.7' }, { 'x-forwarded-for': '198.51.100.7' }];
    await until(async () => (await tracking.click(`/c/${campaign.key}`, blocked)).status === 403);
    const { pass } = await funnels.visit(campaign.key, '', excluded);
    const go = (own: string, headers: Record<string, string>) =>
      tracking.click(`/o?l=${lander.key}&pk=${own}`, headers);
    const [one, other] = [await go(free.pass, GERMANY), await go(pass, GERMANY)];
    expect(new URL(other.headers.location ?? '').hostname).toBe(new URL(one.headers.location ?? '').hostname);
    expect((await go(free.pass, blocked)).status).toBe(403);
    expect(tracking.log.steps.map(({ verdict, final_url: url }) => [verdict, url !== ''])).toEqual([
      ['0', true],
      ['1', true],
      ['2', false],
    ]);
  });

  it('lets visitors inside go on while the campaign is paused, not when it is archived', async () => {
    const { campaign, lander } = await funnels.campaignWithLander(([one = 0]) => [[target({ offer_id: one })]]);
    const { pass } = await funnels.visit(campaign.key);
    const go = () => tracking.click(`/o?l=${lander.key}&pk=${pass}`);
    const save = async (status: 'paused' | 'archived' | 'draft', isThere: (place: number) => boolean) => {
      await tracking.save(campaign.id, { status });
      await until(async () => isThere((await tracking.click(`/c/${campaign.key}`)).status));
      return go();
    };
    await tracking.save(campaign.id, { paused_fallback: 'gone' });
    expect((await save('paused', (status) => status === 410)).headers.location).toContain('https://o0.test/');
    expect((await save('draft', (status) => status === 404)).status).toBe(404);
    expect((await save('archived', (status) => status === 410)).status).toBe(410);
  });
});
