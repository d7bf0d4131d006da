import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from '../../config.ts';
import {
  createTestTracking,
  DESKTOP,
  type SettingsChange,
  serveTestTracker,
  type TestTracking,
  temporaryFolder,
  until,
} from '../../testing/test-tracker.ts';
import { GERMANY, passIn } from '../second-clicks/landers.fixture.ts';
import { createPageCampaigns } from './visits.fixture.ts';

let tracking: TestTracking;
let campaignOfPages: ReturnType<typeof createPageCampaigns>;
beforeAll(async () => {
  tracking = await createTestTracking();
  campaignOfPages = createPageCampaigns(tracking);
}, 60_000);
afterAll(() => tracking.close());
beforeEach(() => {
  for (const kept of [tracking.log.clicks, tracking.log.steps, tracking.log.events, tracking.log.ids]) kept.length = 0;
});

const ORIGIN = 'https://shop.test';

const visit = async (fields: Record<string, string>, headers: Record<string, string> = {}) => {
  const sent = { origin: ORIGIN, ...GERMANY, ...headers };
  const answer = await tracking.click('/v', sent, 'POST', String(new URLSearchParams(fields)));
  return { ...answer, said: answer.body === '' ? null : (JSON.parse(answer.body) as Record<string, string>) };
};

describe('a visit of a page', () => {
  it('is a click with the rules of the campaign, and its pass opens the links of the page', async () => {
    const { key, id, lander, offers } = await campaignOfPages({
      cost_model: 'cpc',
      cost_value: '0.5',
      cost_param: 'cost',
      params: [{ name: 'ad', macro: '', sub: 'sub1' }],
    });
    const answer = await visit({
      ...{ k: key, l: lander.key, q: '?ad=blue&cost=99&gclid=abc', p: '/quiz', r: 'https://news.test/a?b' },
      consent: 'granted',
    });
    expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([200, '*']);
    expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
    const [click] = tracking.log.clicks;
    expect(click).toMatchObject({
      ...{ click_id: answer.said?.click_id, campaign_id: String(id), entry: 'script', lander_id: String(lander.id) },
      ...{ rule: '0', destination: '1', verdict: '0', country: 'DE', sub1: 'blue', referrer_host: 'news.test' },
      // A page can't say what its visitor cost.
      ...{ cost_micro: '500000', state: 'open', final_url: 'https://shop.test/quiz' },
    });
    expect(tracking.log.ids).toMatchObject([{ click_id: click?.click_id, consent: 'granted', ids: 'gclid=abc' }]);
    const next = await tracking.click(`/o?l=${lander.key}&pk=${answer.said?.pass}`, { 'user-agent': 'Other/1' });
    expect(next.headers.location).toContain(`https://o0.test/?c=${click?.click_id}o`);
    expect(next.headers.location).toContain('s=blue&k=DE');
    expect(tracking.log.steps).toMatchObject([{ click_id: click?.click_id, offer_id: String(offers[0]) }]);
  });

  it('adds no click when the page is reloaded or the pass is in its address, and one for another ad', async () => {
    const { key, lander } = await campaignOfPages({ params: [{ name: 'ad', macro: '', sub: 'sub1' }] });
    const first = await visit({ k: key, l: lander.key, q: 'ad=1' });
    const kept = { pass: first.said?.pass ?? '', tag: first.said?.tag ?? '', c: first.said?.click_id ?? '' };
    for (const q of ['ad=1', '', 'utm=x', 'ad=1&x=2']) {
      const again = await visit({ k: key, l: lander.key, q, ...kept });
      expect([q, again.said]).toEqual([q, first.said]);
    }
    expect(tracking.log.clicks).toHaveLength(1);
    // On the way here by the tracking link, with another ad.
    const sent = await tracking.click(`/c/${key}?ad=2`, GERMANY);
    const brought = await visit({ k: key, l: lander.key, q: `ad=2&pk=${passIn(sent.headers.location)}`, ...kept });
    expect(brought.said?.click_id).toBe(tracking.log.clicks[1]?.click_id);
    expect(tracking.log.clicks).toHaveLength(2);
    // A click of the link without a lander is known by its ID alone.
    expect((await visit({ k: key, c: sent.headers.location ? kept.c : '' })).said).toMatchObject({
      ...{ click_id: kept.c, pass: '' },
    });
    const others: [string, string][] = [
      ['ad=3', ''],
      ['ad=1&gclid=one', ''],
      ['', 'forged.pass'],
    ];
    for (const [q, pass] of others) {
      const other = await visit({ k: key, l: lander.key, q, ...kept, ...(pass && { pass, c: '' }) });
      expect(other.said?.click_id).not.toBe(kept.c);
    }
    expect(tracking.log.clicks).toHaveLength(5);
  });

  it('keeps its click on the page of another lander', async () => {
    const { key, lander } = await campaignOfPages();
    const other = await campaignOfPages();
    const first = await visit({ k: key, l: lander.key });
    const second = await visit({ k: key, l: other.lander.key, pass: first.said?.pass ?? '' });
    expect(second.said?.click_id).toBe(first.said?.click_id);
    expect(second.said?.pass).not.toBe(first.said?.pass);
    const next = await tracking.click(`/o?l=${other.lander.key}&pk=${second.said?.pass}`);
    expect(next.headers.location).toBe('https://default.test/');
    // Of another campaign it is a new click.
    const third = await visit({ k: other.key, l: other.lander.key, pass: first.said?.pass ?? '' });
    expect(third.said?.click_id).not.toBe(first.said?.click_id);
  });

  it('records nothing elsewhere, for nobody’s campaign and for visitors who refuse', async () => {
    const { key, id, lander } = await campaignOfPages({ cost_model: 'cpc', cost_value: '1', cost_param: 'cost' });
    const redirecting = await tracking.campaign({ script_hosts: ['shop.test'] });
    const draft = await tracking.campaign({ entry: 'script', script_hosts: ['shop.test'], status: 'draft' });
    const fields = { k: key, l: lander.key };
    const tries: [Record<string, string>, Record<string, string>?][] = [
      [{ k: 'nobody' }],
      [{ k: redirecting.key }],
      [{ k: draft.key }],
      [{}],
      [fields, { dnt: '1' }],
      [fields, { 'sec-gpc': '1' }],
      [fields, { 'sec-purpose': 'prefetch' }],
      ...['', 'null', 'https://evil.test', 'https://shop.test.evil.test', 'https://a@shop.test', 'shop.test'].map(
        (origin): [Record<string, string>, Record<string, string>] => [fields, { origin }],
      ),
    ];
    for (const [sent, headers] of tries) {
      const answer = await visit(sent, headers);
      expect([sent, headers, answer.status, answer.body]).toEqual([sent, headers, 204, '']);
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
    expect((await tracking.click('/v', { origin: ORIGIN }, 'POST', 'x'.repeat(20_000))).status).toBe(413);
    expect((await tracking.click('/v')).status).toBe(405);
    expect([tracking.log.clicks, tracking.log.ids, tracking.log.events]).toEqual([[], [], []]);
    await tracking.block('198.51.100.7', 'block', id);
    const blocked = { 'x-forwarded-for': '198.51.100.7' };
    await until(async () => (await visit({ ...fields, q: 'cost=99' }, blocked)).status === 204);
    expect(tracking.log.clicks.at(-1)).toMatchObject({
      entry: 'script',
      verdict: '2',
      final_url: '',
      cost_micro: '1000000',
    });
  });

  it('goes on while the campaign is paused, as its link does', async () => {
    const { key, id, lander } = await campaignOfPages();
    await tracking.save(id, { status: 'paused', paused_fallback: 'default_url' });
    await until(async () => {
      await visit({ k: key, l: lander.key });
      return tracking.log.clicks.at(-1)?.state === 'paused';
    });
    expect(tracking.log.clicks.at(-1)).toMatchObject({ rule: '0', destination: '0', lander_id: String(lander.id) });
    await tracking.save(id, { paused_fallback: 'gone' });
    await until(async () => (await visit({ k: key, l: lander.key })).status === 204);
  });

  it('sets a cookie for the links of the page, unless the page keeps nothing', async () => {
    const { key, lander } = await campaignOfPages();
    const { headers } = await visit({ k: key, l: lander.key });
    expect(headers['set-cookie']?.[0]).toMatch(
      new RegExp(`^o_${lander.key}=1\\..+; Path=/o; .*HttpOnly; SameSite=Lax`),
    );
    expect((await visit({ k: key, l: lander.key, consent: 'cookieless' })).headers['set-cookie']).toBeUndefined();
  });
});

describe('the link of a campaign with parallel tracking', () => {
  it('leads to the page if it is the owner’s, makes no click and counts as an ad hit', async () => {
    const { key, id, lander } = await campaignOfPages({
      entry: 'parallel',
      script_hosts: ['shop.test', 'b.test:8443'],
    });
    const hit = (page: string) => tracking.click(`/c/${key}?lpurl=${encodeURIComponent(page)}`, GERMANY);
    for (const page of ['https://shop.test/quiz?ad=1&gclid=x', 'http://shop.test:81/', 'https://b.test:8443/a']) {
      const { status, headers } = await hit(page);
      expect([status, headers.location, headers['set-cookie']]).toEqual([302, page, undefined]);
    }
    for (const page of [
      ...['', 'https://evil.test/', 'https://shop.test.evil.test/', 'https://shop.test@evil.test/', '//shop.test/'],
      ...['https://evil.test/?https://shop.test', 'javascript:alert(1)//shop.test', 'https://b.test/'],
      ...['https://shop.test\\@evil.test/', 'ftp://shop.test/'].filter((page) => !page.includes('\\')),
    ])
      expect([page, (await hit(page)).headers.location]).toEqual([page, 'https://default.test/']);
    expect(new Set(tracking.log.events.map(({ name }) => name))).toEqual(new Set(['ad_hit']));
    expect(tracking.log.events[0]).toMatchObject({ campaign_id: String(id), click_id: '', cost_micro: '0' });
    const [hits] = [tracking.log.events.length];
    expect((await tracking.click(`/c/${key}`, {}, 'HEAD')).status).toBe(302);
    await tracking.click(`/c/${key}`, { dnt: '1' });
    await tracking.click(`/e?n=ad_hit&k=${key}`);
    expect([tracking.log.events.length, tracking.log.clicks]).toEqual([hits, []]);
    // The page makes the click.
    const { said } = await visit({ k: key, l: lander.key });
    expect(tracking.log.clicks).toMatchObject([{ click_id: said?.click_id, entry: 'parallel' }]);
    const page = (await tracking.click(`/c/${key}+`)).body;
    for (const host of ['shop.test', 'b.test:8443']) expect(page).toContain(host);
  });
});

describe('a visit that a server reports', () => {
  const KEY = 'postback-key-of-servers';
  const report = async (body: unknown, key = KEY) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` };
    const answer = await tracking.click('/v', headers, 'POST', typeof body === 'string' ? body : JSON.stringify(body));
    return { ...answer, said: JSON.parse(answer.body) as Record<string, string> };
  };
  const VISITOR = { ip: '46.4.0.1', user_agent: DESKTOP, language: 'de', referrer: 'https://news.test/' };

  async function campaignOfServers(change: SettingsChange = {}) {
    const made = await campaignOfPages({
      params: [{ name: 'ad', macro: '', sub: 'sub1' }],
      cost_param: 'cost',
      ...change,
    });
    await tracking.database.pool.query('update campaigns set postback_key = $2 where id = $1', [made.id, KEY]);
    await tracking.save(made.id, {});
    // The key of earlier campaigns is the same, so only an answer about the lander says that this one has it.
    const probe = { campaign: made.key, ip: '192.0.2.1', lander: 'nobody' };
    await until(async () => (await report(probe)).status === 422);
    return made;
  }

  it('is a click with the rules of the campaign, by its key', async () => {
    const { key, id, lander } = await campaignOfServers();
    const params = { ad: 'blue', cost: '0.25', gclid: 'abc' };
    const answer = await report({ campaign: key, ...VISITOR, params });
    expect(answer.status).toBe(201);
    expect(tracking.log.clicks).toMatchObject([
      {
        ...{ click_id: answer.said.click_id, campaign_id: String(id), entry: 'server', country: 'DE', sub1: 'blue' },
        ...{ cost_micro: '250000', lander_id: String(lander.id), destination: '1', referrer_host: 'news.test' },
      },
    ]);
    expect(tracking.log.ids).toMatchObject([{ ids: 'gclid=abc' }]);
    expect(passIn(answer.said.location)).toBe(answer.said.pass);
    const next = await tracking.click(`/o?l=${lander.key}&pk=${answer.said.pass}`);
    expect(next.headers.location).toContain(`https://o0.test/?c=${answer.said.click_id}o`);
    const onPage = await report({ campaign: key, ...VISITOR, lander: lander.key });
    expect(onPage.said.location).toContain('https://page.test/quiz?x=1&pk=');
  });

  it('is one click for a repeated request, also at another tracker, and limited by campaign and minute', async () => {
    const { key } = await campaignOfServers();
    const body = { campaign: key, ...VISITOR, request_id: 'order-7' };
    const first = await report(body);
    const second = await report(body);
    expect([second.status, second.said]).toEqual([201, first.said]);
    expect(tracking.log.clicks).toHaveLength(1);
    const folder = await temporaryFolder();
    const limits = { ...loadConfig({}).limits, postbacksPerMinute: 3 };
    const other = await serveTestTracker(tracking.database, folder, { limits });
    try {
      const ask = (request_id: string) =>
        other.click('/v', { authorization: `Bearer ${KEY}` }, 'POST', JSON.stringify({ ...body, request_id }));
      const made = await report({ ...body, request_id: 'order-8' });
      await until(() => new Promise((resolve) => setTimeout(() => resolve(true), 300)));
      expect(JSON.parse((await ask('order-8')).body)).toEqual(made.said);
      expect(other.log.clicks).toEqual([]);
      expect(JSON.parse((await ask('order-9')).body).click_id).toBe(other.log.clicks[0]?.click_id);
      await Promise.all([ask('order-10'), ask('order-11')]);
      const over = await ask('order-12');
      expect([over.status, over.headers['retry-after'], other.log.clicks.length]).toEqual([429, '60', 3]);
      expect((await ask('order-9')).status).toBe(201);
    } finally {
      await other.close();
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('is refused with a wrong key, for another campaign and with bad fields', async () => {
    const { key, id, lander } = await campaignOfServers();
    const other = await tracking.campaign();
    const good = { campaign: key, ...VISITOR };
    expect((await report(good, 'wrong')).status).toBe(401);
    expect((await tracking.click('/v', { authorization: KEY }, 'POST', JSON.stringify(good))).status).toBe(401);
    const tries: [unknown, number, string?][] = [
      [{ ...good, campaign: other.key }, 404],
      [{ ...good, campaign: 'nobody' }, 404],
      ['{', 422, 'body'],
      [[], 422, 'body'],
      [{ campaign: key }, 422, 'ip'],
      [{ ...good, ip: '1.2.3' }, 422, 'ip'],
      [{ ...good, params: { a: 1 } }, 422, 'params.a'],
      [{ ...good, lander: 'nobody' }, 422, 'lander'],
      [{ ...good, request_id: '' }, 422, 'request_id'],
    ];
    for (const [body, status, field] of tries) {
      const answer = await report(body);
      expect([body, answer.status]).toEqual([body, status]);
      const { errors = {} } = JSON.parse(answer.body) as { errors?: Record<string, string[]> };
      expect(Object.keys(errors)).toEqual(field ? [field] : []);
    }
    expect(tracking.log.clicks).toEqual([]);
    await tracking.block(VISITOR.ip, 'block', id);
    await until(async () => (await report({ ...good, lander: lander.key })).said.location === '');
    expect(tracking.log.clicks.at(-1)).toMatchObject({ entry: 'server', verdict: '2' });
  });
});
