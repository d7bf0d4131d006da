import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { IS_DEEP } from '../../testing/seed.ts';
import { createTestTracking, type TestTracking, until } from '../../testing/test-tracker.ts';
import { cookiesOf, createFunnels, GERMANY, passIn, slots, target } from './landers.fixture.ts';

const FORGED = IS_DEEP ? 10_000 : 2_000;

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

describe('a link of a lander without a known click', () => {
  it('is not found under another number, or without a known click', async () => {
    const { campaign, lander } = await funnels.campaignWithLander(([one = 0]) => [[target({ offer_id: one })]]);
    const { pass } = await funnels.visit(campaign.key);
    for (const path of ['/o/0', '/o/11', '/o/x', '/o/1/2', '/o/01x'])
      expect((await tracking.click(`${path}?l=${lander.key}&pk=${pass}`)).status, path).toBe(404);
    for (const query of [
      '',
      `l=${lander.key}`,
      `l=nobody&pk=${pass}`,
      `l=${lander.key}&pk=${pass}x`,
      `pk=${'a'.repeat(1_100)}`,
    ])
      expect((await tracking.click(`/o?${query}`)).status, query).toBe(404);
    expect(tracking.log.steps).toEqual([]);
    // The owner of the lander sees how many people that were.
    await tracking.click(`/o?l=${lander.key}`, {}, 'HEAD');
    await tracking.click(`/o?l=${lander.key}`, { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' });
    await until(async () => {
      const { rows } = await tracking.database.pool.query(
        'select visits from lander_unknown_visits where lander_id = $1',
        [lander.id],
      );
      return Number(rows[0]?.visits) === 2;
    });
  });

  it('counts none of many forged, cut, spliced and expired passes', async () => {
    const { campaign, lander } = await funnels.campaignWithLander(([one = 0]) => [[target({ offer_id: one })]], {
      attribution_days: 1,
    });
    await funnels.visit(campaign.key);
    const passes: string[] = [];
    for (let made = 0; made < 20; made += 1)
      passes.push(passIn((await tracking.click(`/c/${campaign.key}`)).headers.location));
    const pick = (turn: number) => passes[turn % passes.length] ?? '';
    const forge = (turn: number): string => {
      const [one, other] = [pick(turn), pick(turn + 1)];
      const at = randomBytes(2).readUInt16LE() % one.length;
      switch (turn % 4) {
        case 0:
          return `${one.slice(0, at)}${one[at] === 'b' ? 'c' : 'b'}${one.slice(at + 1)}`;
        case 1:
          return one.slice(0, at);
        case 2: {
          const end = one.lastIndexOf('.');
          return one.slice(0, end) + other.slice(other.lastIndexOf('.'));
        }
        default:
          return `${one.slice(0, one.lastIndexOf('.'))}.${randomBytes(17).toString('base64url').slice(0, 22)}`;
      }
    };
    for (let turn = 0; turn < FORGED; turn += 100) {
      const answers = await Promise.all(
        Array.from({ length: 100 }, (_, at) => tracking.click(`/o?l=${lander.key}&pk=${forge(turn + at)}`)),
      );
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]));
    }
    expect(tracking.log.steps).toEqual([]);
    // A good one is too old a day later.
    const now = Date.now;
    try {
      Date.now = () => now() + 86_400_000 + 60_000;
      expect((await tracking.click(`/o?l=${lander.key}&pk=${pick(0)}`)).status).toBe(404);
    } finally {
      Date.now = now;
    }
    expect((await tracking.click(`/o?l=${lander.key}&pk=${pick(0)}`)).status).toBe(302);
  }, 120_000);
});

describe('a visitor who comes to a lander without a tracking link', () => {
  it('is a click of the campaign that counts them, once', async () => {
    const offer = await funnels.make.offer({ url: 'https://end.test/?c={click_id}&s={sub1}' });
    const campaign = await tracking.campaign({ cost_model: 'cpc', cost_value: '1' });
    const lander = await funnels.make.lander({ direct_campaign_id: campaign.id });
    await tracking.save(campaign.id, {
      destinations: [target({ lander_id: lander.id, next: slots([target({ offer_id: offer })]) })],
    });
    await funnels.visit(campaign.key);
    tracking.log.clicks.length = 0;
    const answer = await tracking.click(`/o?l=${lander.key}&sub1=seo`, GERMANY);
    const [click] = tracking.log.clicks;
    expect(click).toMatchObject({
      ...{ entry: 'direct', lander_id: String(lander.id), cost_micro: '0', campaign_id: String(campaign.id) },
      ...{ country: 'DE', sub1: 'seo', verdict: '0' },
    });
    expect(answer.headers.location).toMatch(new RegExp(`^https://end\\.test/\\?c=${click?.click_id}o[0-9a-z]+&s=seo$`));
    expect(tracking.log.steps).toMatchObject([{ click_id: click?.click_id, offer_id: String(offer), step: '1' }]);
    // With the cookie it is the same click.
    const again = await tracking.click(`/o?l=${lander.key}`, { cookie: cookiesOf(answer.headers) });
    expect(again.headers.location).toBe(answer.headers.location);
    expect([tracking.log.clicks.length, tracking.log.steps.length]).toEqual([1, 2]);
    // While the campaign is paused, its default URL is all that is left to new ones.
    await tracking.save(campaign.id, { status: 'paused', paused_fallback: 'default_url' });
    await until(async () => (await tracking.click(`/c/${campaign.key}`)).headers.location === 'https://default.test/');
    tracking.log.clicks.length = 0;
    expect((await tracking.click(`/o?l=${lander.key}`)).headers.location).toBe('https://default.test/');
    expect(tracking.log.clicks).toMatchObject([{ entry: 'direct', state: 'paused', lander_id: '0' }]);
  });
});

describe('the public page of a lander', () => {
  it('lists every address that its links can lead to, in all campaigns', async () => {
    const one = await funnels.campaignWithLander(([first = 0, second = 0]) => [
      [target({ offer_id: first }), target({ url: 'https://plain.test/?a=1' })],
      [target({ offer_id: second })],
    ]);
    await tracking.campaign({
      default_url: 'https://elsewhere.test/',
      destinations: [
        target({ lander_id: one.lander.id, next: slots([target({ url: 'https://other.test/', active: false })]) }),
      ],
    });
    const page = async () => (await tracking.click(`/o+?l=${one.lander.key}`)).body;
    await until(async () => (await page()).includes('https://other.test/'));
    const shown = await page();
    const places = ['o0.test/', 'o1.test/', 'plain.test/?a=1', 'default.test/', 'elsewhere.test/', 'page.test/quiz'];
    for (const place of places) expect(shown).toContain(`https://${place}`);
    expect((await tracking.click('/o+?l=nobody')).status).toBe(404);
    expect((await tracking.click(`/o+?l=${one.lander.key}&lang=ua`)).body).toContain('Куди ведуть посилання');
  });
});
