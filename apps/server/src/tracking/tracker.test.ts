import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestTracking, type TestTracking, until } from '../testing/test-tracker.ts';

const GERMANY = '5.1.0.1';
const UKRAINE = '5.58.0.1';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';
const from = (ip: string, more: Record<string, string> = {}) => ({ 'x-forwarded-for': ip, ...more });

let tracking: TestTracking;
beforeAll(async () => {
  tracking = await createTestTracking();
}, 60_000);
afterAll(() => tracking.close());

const lastClick = () => tracking.log.clicks.at(-1) ?? {};

describe('click', () => {
  it('is recorded and redirected by the first matching rule', async () => {
    const { id, key } = await tracking.campaign({
      traffic_source: 'google',
      params: [{ name: 'banner', macro: '{banner_id}', sub: 'sub3' }],
      external_id_param: 'gclid',
      cost_model: 'cpc',
      cost_value: '0.05',
      cost_param: 'price',
      rules: [
        {
          name: 'phones',
          active: true,
          match: 'all',
          conditions: [{ dimension: 'os', operator: 'in', values: ['ios'] }],
          destinations: [
            { name: '', url: 'https://ios.test/?c={click_id}&b={sub3}&g={external_id}', weight: 1, active: true },
          ],
        },
      ],
    });
    const answer = await tracking.click(`/c/${key}?banner=a%26b&gclid=G1&price=0.125&sub1=one`, {
      ...from(GERMANY, {
        'user-agent': IPHONE,
        referer: 'https://News.Example.com/a?b',
        'accept-language': 'de-DE,de;q=0.9',
      }),
    });
    const click = lastClick();
    expect(answer.status).toBe(302);
    expect(answer.headers.location).toBe(`https://ios.test/?c=${click.click_id}&b=a%26b&g=G1`);
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'x-robots-tag': 'noindex',
      'x-content-type-options': 'nosniff',
      'content-length': '0',
    });
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(click).toMatchObject({
      account_id: String(tracking.accountId),
      campaign_id: String(id),
      version: '1',
      rule: '1',
      destination: '1',
      verdict: '0',
      black_list_id: '0',
      is_bot: '0',
      uniqueness_hours: '24',
      ip: GERMANY,
      language: 'de',
      device: 'mobile',
      os: 'ios',
      browser: 'safari',
      user_agent: IPHONE,
      referrer_host: 'news.example.com',
      traffic_source: 'google',
      sub1: 'one',
      sub3: 'a&b',
      external_id: 'G1',
      cost_micro: '125000',
      cost_currency: 'USD',
      cost_model: 'cpc',
      final_url: answer.headers.location,
      state: 'open',
    });
    expect(click.country).toMatch(/^[A-Z]{2}$/);
    expect(click.visitor).toMatch(/^\d{1,20}$/);
    expect(Math.abs(Number(click.at) - Date.now())).toBeLessThan(60_000);
  });

  it('keeps identifiers of sources beside its record, which has only their kind', async () => {
    const { id, key } = await tracking.campaign({ external_id_param: 'gclid' });
    await tracking.click(`/c/${key}?sub1=a`);
    const none = tracking.log.ids.length;
    expect(lastClick()).toMatchObject({ tag_kind: '', consent: '' });
    await tracking.click(`/c/${key}?sub1=a&FBCLID=IwAR-1&gclid=G1&consent=yes`);
    const click = lastClick();
    expect(tracking.log.ids.slice(none)).toEqual([
      {
        ...{ at: click.at, click_at: click.at, account_id: click.account_id, campaign_id: String(id) },
        ...{ click_id: click.click_id, consent: 'granted', ids: 'fbclid=IwAR-1&gclid=G1' },
      },
    ]);
    expect(click).toMatchObject({ external_id: 'G1', tag_kind: 'fbclid', consent: 'granted', entry: '' });
    expect(JSON.stringify(click)).not.toContain('IwAR-1');
    for (const headers of [{ dnt: '1' }, { 'sec-gpc': '1' }] as Record<string, string>[])
      await tracking.click(`/c/${key}?fbclid=IwAR-2`, headers);
    await tracking.click(`/c/${key}?fbclid=IwAR-3`, {}, 'HEAD');
    expect(tracking.log.ids).toHaveLength(none + 1);
    await tracking.click(`/c/${key}?fbclid=IwAR-4&consent=denied`);
    expect(tracking.log.ids.at(-1)).toMatchObject({ consent: 'denied', ids: '' });
    expect(lastClick()).toMatchObject({ tag_kind: '', consent: 'denied' });
  });

  it('of a bot is labeled and redirected the same way', async () => {
    const { key } = await tracking.campaign();
    const answer = await tracking.click(`/c/${key}`, {
      'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)',
    });
    expect(answer.headers.location).toBe('https://default.test/');
    expect(lastClick().is_bot).toBe('1');
    await tracking.click(`/c/${key}`, { 'user-agent': '' });
    expect(lastClick().is_bot).toBe('1');
  });

  it('of the same visitor has the same hash', async () => {
    const { key } = await tracking.campaign();
    const hashes: (string | undefined)[] = [];
    for (const ip of [GERMANY, GERMANY, UKRAINE]) {
      await tracking.click(`/c/${key}`, from(ip));
      hashes.push(lastClick().visitor);
    }
    expect(hashes[0]).toBe(hashes[1]);
    expect(hashes[0]).not.toBe(hashes[2]);
  });

  it('forwards its query if configured', async () => {
    const { key } = await tracking.campaign({ default_url: 'https://default.test/?own=1', forward_query: true });
    const answer = await tracking.click(`/c/${key}?own=2&a=b%20c`);
    expect(answer.headers.location).toBe('https://default.test/?own=1&a=b%20c');
  });

  it('by HEAD or prefetch is not recorded', async () => {
    const { key } = await tracking.campaign();
    const before = tracking.log.clicks.length;
    const head = await tracking.click(`/c/${key}`, {}, 'HEAD');
    expect([head.status, head.headers.location, head.headers['x-poklik-recorded']]).toEqual([
      302,
      'https://default.test/',
      'no',
    ]);
    for (const header of [{ 'sec-purpose': 'prefetch;prerender' }, { purpose: 'prefetch' }]) {
      const ahead = await tracking.click(`/c/${key}`, header);
      expect([ahead.status, ahead.headers.location]).toEqual([503, undefined]);
    }
    expect(tracking.log.clicks).toHaveLength(before);
  });

  it('is redirected when the log fails, with a header that says so', async () => {
    const { key } = await tracking.campaign();
    tracking.log.isBroken = true;
    try {
      const before = tracking.tracker.counters.notRecorded;
      const answer = await tracking.click(`/c/${key}`);
      expect([answer.status, answer.headers['x-poklik-recorded']]).toEqual([302, 'no']);
      expect(tracking.tracker.counters.notRecorded).toBe(before + 1);
    } finally {
      tracking.log.isBroken = false;
    }
    expect((await tracking.click(`/c/${key}`)).headers['x-poklik-recorded']).toBeUndefined();
  });

  it('rejects other methods', async () => {
    const { key } = await tracking.campaign();
    const answer = await tracking.click(`/c/${key}`, {}, 'POST');
    expect([answer.status, answer.headers.allow]).toEqual([405, 'GET, HEAD']);
  });

  it('rejects a URL that is too long', async () => {
    expect((await tracking.click(`/c/x?${'a'.repeat(8_200)}`)).status).toBe(414);
  });
});

describe('link', () => {
  it.each([
    ['en', 'Link not found'],
    ['uk-UA,uk;q=0.9', 'Такого посилання немає'],
    ['ru', 'Такой ссылки нет'],
  ])('that is unknown answers 404 in %s', async (language, text) => {
    const answer = await tracking.click('/c/unknown?url=https://evil.test', { 'accept-language': language });
    expect(answer.status).toBe(404);
    expect(answer.headers.location).toBeUndefined();
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(answer.body).toContain(text);
  });

  it.each([
    ['draft', 404],
    ['archived', 410],
  ] as const)('of a %s campaign answers %i', async (status, expected) => {
    const { key } = await tracking.campaign({ status });
    expect((await tracking.click(`/c/${key}`)).status).toBe(expected);
  });

  it.each([
    ['paused', { status: 'paused' }],
    ['not_started', { start_at: '2999-01-01T00:00:00Z' }],
    ['ended', { end_at: '2001-01-01T00:00:00Z' }],
  ] as const)('of a %s campaign leads to the default URL, or answers 410 if configured', async (state, change) => {
    const destinations = [{ name: '', url: 'https://own.test/', weight: 1, active: true }];
    const open = await tracking.campaign({ ...change, destinations });
    expect((await tracking.click(`/c/${open.key}`)).headers.location).toBe('https://default.test/');
    expect(lastClick()).toMatchObject({ state, rule: '0', destination: '0' });
    const gone = await tracking.campaign({ ...change, paused_fallback: 'gone' });
    const before = tracking.log.clicks.length;
    expect((await tracking.click(`/c/${gone.key}`)).status).toBe(410);
    expect(tracking.log.clicks).toHaveLength(before);
  });

  it('with a daily cap takes no more clicks than that, not counting excluded ones', async () => {
    const destinations = [{ name: '', url: 'https://own.test/', weight: 1, active: true }];
    const other = await tracking.campaign();
    await tracking.block('198.51.100.9');
    await until(async () => {
      await tracking.click(`/c/${other.key}`, from('198.51.100.9'));
      return lastClick().verdict === '1';
    });
    const { key } = await tracking.campaign({ daily_cap: 3, destinations });
    for (let turn = 0; turn < 5; turn += 1) await tracking.click(`/c/${key}`, from('198.51.100.9'));
    const places: (string | undefined)[] = [];
    for (let turn = 0; turn < 5; turn += 1) places.push((await tracking.click(`/c/${key}`)).headers.location);
    const taken = places.filter((place) => place === 'https://own.test/').length;
    expect(taken).toBe(3);
    expect(lastClick().state).toBe('capped');
  });

  it('that is sticky sends a browser to the same destination, by its own cookie', async () => {
    const destinations = ['a', 'b', 'c', 'd'].map((name) => ({
      name,
      url: `https://${name}.test/`,
      weight: 1,
      active: true,
    }));
    const { key } = await tracking.campaign({ sticky: true, destinations });
    const first = await tracking.click(`/c/${key}`, from(GERMANY));
    const [cookie = ''] = first.headers['set-cookie'] ?? [];
    expect(cookie).toMatch(
      new RegExp(`^pk=0\\.[1-4]; Path=/c/${key}; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure$`),
    );
    const pair = cookie.split(';')[0] ?? '';
    for (let turn = 0; turn < 20; turn += 1) {
      const again = await tracking.click(`/c/${key}`, from(UKRAINE, { cookie: `other=1; ${pair}` }));
      expect(again.headers.location).toBe(first.headers.location);
    }
    const others = new Set<string | undefined>();
    for (let turn = 0; turn < 60; turn += 1)
      others.add((await tracking.click(`/c/${key}`, from(GERMANY))).headers.location);
    expect(others.size).toBeGreaterThan(1);
  });
});

describe('black list', () => {
  it('excludes without changing the response, and blocks with 403', async () => {
    const { id, key } = await tracking.campaign();
    const excluded = await tracking.block('203.0.113.0/24', 'exclude', id);
    const blocked = await tracking.block('203.0.113.7', 'block', id);
    await until(async () => (await tracking.click(`/c/${key}`, from('203.0.113.7'))).status === 403);
    expect(lastClick()).toMatchObject({ verdict: '2', black_list_id: String(blocked), final_url: '' });
    const answer = await tracking.click(`/c/${key}`, from('203.0.113.8'));
    expect(lastClick()).toMatchObject({ verdict: '1', black_list_id: String(excluded) });
    const usual = await tracking.click(`/c/${key}`, from('198.18.0.1'));
    expect(lastClick().verdict).toBe('0');
    const { date: _, ...headers } = answer.headers;
    const { date: __, ...usualHeaders } = usual.headers;
    expect([answer.status, headers]).toEqual([usual.status, usualHeaders]);
  });
});

describe('client address', () => {
  it('ignores forged X-Forwarded-For entries', async () => {
    const { key } = await tracking.campaign();
    await tracking.click(`/c/${key}`, from(`1.1.1.1, ${UKRAINE}`));
    expect(lastClick().ip).toBe(UKRAINE);
  });

  it('is read from the last of several header lines', async () => {
    const { key } = await tracking.campaign();
    await new Promise<void>((resolve) => {
      const sent = request({ port: tracking.port, path: `/c/${key}` }, (answer) => {
        answer.resume().on('end', () => resolve());
      });
      sent.setHeader('x-forwarded-for', ['1.1.1.1', UKRAINE]);
      sent.end();
    });
    expect(lastClick().ip).toBe(UKRAINE);
  });
});
