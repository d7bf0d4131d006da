import { createHash } from 'node:crypto';
import { createContext, runInContext } from 'node:vm';
import { RULES_MAX, VALUES_MAX } from '@poklik/contract/routing';
import { COUNTRIES } from '@poklik/domain/countries/iso-codes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestTracking, settingsOf, type TestTracking, until } from '../../testing/test-tracker.ts';
import { LANDING_SCRIPT } from '../landing/landing-script.ts';
import { createPageCache } from './page-cache.ts';
import { transparencyPage } from './transparency-page.ts';

let tracking: TestTracking;
let key: string;
beforeAll(async () => {
  tracking = await createTestTracking();
  ({ key } = await tracking.campaign({
    timezone: 'Europe/Kyiv',
    sticky: true,
    forward_query: true,
    rules: [
      {
        name: 'secret name of the owner',
        active: true,
        match: 'any',
        conditions: [
          { dimension: 'country', operator: 'in', values: ['DE', 'ZZ'] },
          { dimension: 'schedule', operator: 'not_in', values: ['1 09:00-18:00'] },
          { dimension: 'device', operator: 'in', values: ['tv'] },
          { dimension: 'os', operator: 'in', values: ['macos', 'other'] },
          { dimension: 'language', operator: 'in', values: ['uk'] },
          { dimension: 'browser', operator: 'in', values: ['uc', 'firefox'] },
        ],
        destinations: [
          { name: '', url: 'https://a.test/?x="><script>alert(1)</script>&c={click_id}', weight: 3, active: true },
          { name: '', url: "https://b.test/'onmouseover='x", weight: 1, active: true },
          { name: '', url: 'https://off.test/', weight: 9, active: false },
        ],
      },
      {
        name: '',
        active: false,
        match: 'all',
        conditions: [{ dimension: 'os', operator: 'in', values: ['ios'] }],
        destinations: [{ name: '', url: 'https://asleep.test/', weight: 1, active: true }],
      },
    ],
  }));
}, 60_000);
afterAll(() => tracking.close());

describe('public routing page', () => {
  it.each([
    ['en', 'Where this link leads', 'Germany', 'Mon 09:00–18:00', 'TV', 'Ukrainian'],
    ['uk', 'Куди веде це посилання', 'Німеччина', 'пн 09:00–18:00', 'телевізор', 'українська'],
    ['ru', 'Куда ведёт эта ссылка', 'Германия', 'пн 09:00–18:00', 'телевизор', 'украинский'],
  ])('explains the routing in %s', async (language, ...texts) => {
    const { status, body } = await tracking.click(`/c/${key}+`, { 'accept-language': language });
    expect(status).toBe(200);
    for (const text of [
      ...texts,
      'UC Browser, Firefox',
      'macOS',
      'Europe/Kyiv',
      '75',
      '25',
      'https://off.test/',
      'https://asleep.test/',
      'https://default.test/',
      `https://track.test/c/${key}`,
    ]) {
      expect(body).toContain(text);
    }
    expect(body).not.toContain('secret name');
    expect(body).not.toMatch(/tracker\.|transparency\./);
  });

  it('takes a language parameter, also with an encoded plus', async () => {
    for (const path of [`/c/${key}+?lang=ua`, `/c/${key}%2B?lang=ua`, `/c/${key}%2b?lang=ua`]) {
      expect((await tracking.click(path, { 'accept-language': 'en' })).body).toContain('<html lang="uk">');
    }
  });

  it('shows hosts and paths of all destinations when the owner hides their query strings', async () => {
    const destination = (url: string) => ({ name: '', url, weight: 1, active: true });
    const settings = {
      default_url: 'https://default.test/end?token=in-default#default-anchor',
      destinations: [
        destination('https://split.test/a?token=in-split'),
        destination('https://split.test/b/{country}?t=in-other'),
      ],
      rules: [
        {
          name: '',
          active: true,
          match: 'all' as const,
          conditions: [{ dimension: 'country' as const, operator: 'in' as const, values: ['DE'] }],
          destinations: [destination('https://rule.test/c#rule-anchor')],
        },
      ],
    };
    const [hidden, shown] = [
      await tracking.campaign({ ...settings, routing_page_query: false }),
      await tracking.campaign(settings),
    ];
    const page = async ({ key }: { key: string }) => (await tracking.click(`/c/${key}+`)).body;
    const [short, full] = [await page(hidden), await page(shown)];
    for (const part of ['default.test/end', 'split.test/a', 'split.test/b/{country}', 'rule.test/c', 'Germany'])
      for (const body of [short, full]) expect(body).toContain(part);
    for (const hiddenPart of ['token=', 't=in-other', 'default-anchor', 'rule-anchor'])
      expect(short).not.toContain(hiddenPart);
    expect(short).toContain('doesn’t show the query strings');
    expect(full).toContain('token=in-default');
    expect(full).not.toContain('doesn’t show the query strings');
  });

  it('has no scripts and loads nothing', async () => {
    const { body, headers } = await tracking.click(`/c/${key}+`);
    const policy = String(headers['content-security-policy']);
    const styles = /<style>([\s\S]*?)<\/style>/.exec(body)?.[1] ?? '';
    expect(policy).toBe(
      `default-src 'none'; style-src 'sha256-${createHash('sha256').update(styles).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    );
    expect(body).not.toMatch(/<script|<img|<link|<iframe|<form|\sstyle=|\son\w+=|javascript:/i);
    expect(body.match(/https:\/\/a\.test/g)?.length).toBe(1);
    expect(body).not.toMatch(/<a [^>]*href="http/);
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
      'x-frame-options': 'DENY',
    });
    expect(headers['set-cookie']).toBeUndefined();
  });

  it('records nothing and is shown to black list matches too', async () => {
    await tracking.block('203.0.113.5', 'block');
    await until(async () => (await tracking.click(`/c/${key}`, { 'x-forwarded-for': '203.0.113.5' })).status === 403);
    const before = tracking.log.clicks.length;
    expect((await tracking.click(`/c/${key}+`, { 'x-forwarded-for': '203.0.113.5' })).status).toBe(200);
    expect(tracking.log.clicks).toHaveLength(before);
  });

  it.each([
    ['paused', 200, 'The campaign is paused.'],
    ['archived', 200, 'The campaign is archived'],
    ['draft', 404, 'Link not found'],
  ] as const)('of a %s campaign answers %i', async (status, expected, text) => {
    const made = await tracking.campaign({ status, paused_fallback: 'gone' });
    const answer = await tracking.click(`/c/${made.key}+`);
    expect(answer.status).toBe(expected);
    expect(answer.body).toContain(text);
  });

  it('of an unknown link answers 404', async () => {
    expect((await tracking.click('/c/unknown+')).status).toBe(404);
  });

  it('shows a change at once', async () => {
    const made = await tracking.campaign({ default_url: 'https://before.test/' });
    for (let turn = 0; turn < 2; turn += 1)
      expect((await tracking.click(`/c/${made.key}+`)).body).toContain('https://before.test/');
    await tracking.save(made.id, { default_url: 'https://after.test/' });
    await until(async () => (await tracking.click(`/c/${made.key}+`)).body.includes('https://after.test/'), 2_000);
  });

  it('is rendered between clicks, once for all visitors', async () => {
    const values = COUNTRIES.slice(0, VALUES_MAX);
    const conditions = [{ dimension: 'country' as const, operator: 'in' as const, values }];
    const destinations = [{ name: '', url: 'https://a.test/', weight: 1, active: true }];
    const rules = Array.from({ length: RULES_MAX }, () => ({
      ...{ name: '', active: true, match: 'all' as const },
      ...{ conditions, destinations },
    }));
    let renderings = 0;
    const render = () => {
      renderings += 1;
      const campaign = {
        link: '',
        settings: settingsOf({ rules }),
        state: 'open' as const,
        findOffer: () => undefined,
        findLander: () => undefined,
      };
      return transparencyPage({ appName: 'Poklik', language: 'en' }, campaign);
    };
    const cachePage = createPageCache();
    let turns = 0;
    let next = setImmediate(function countTurn() {
      turns += 1;
      next = setImmediate(countTurn);
    });
    await Promise.all([cachePage('key', render), cachePage('key', render)]);
    await cachePage('key', render);
    clearImmediate(next);
    expect(renderings).toBe(1);
    expect(turns, 'turns of the event loop, in which clicks are answered').toBeGreaterThan(RULES_MAX / 2);
  });
});

/** The browser APIs that the script uses. */
function landing({
  search = '',
  stored = {},
  navigator = {},
  dataset = {},
  cookie = '',
}: {
  search?: string;
  stored?: Record<string, string>;
  navigator?: object;
  dataset?: Record<string, string>;
  cookie?: string;
}) {
  const sent: string[] = [];
  const later: (() => void)[] = [];
  const storage = new Map(Object.entries(stored));
  const window = {
    document: { currentScript: { src: 'https://track.test/t.js', dataset }, cookie, querySelectorAll: () => [] },
    history: { pushState: () => undefined, replaceState: () => undefined },
    addEventListener: () => undefined,
    setTimeout: (run: () => void) => later.push(run),
    location: { search, pathname: '/', href: `https://shop.test/${search}` },
    navigator: { sendBeacon: (url: string, body: URLSearchParams) => sent.push(`${url} ${body}`) > 0, ...navigator },
    localStorage: {
      getItem: (name: string) => storage.get(name) ?? null,
      setItem: (name: string, value: string) => storage.set(name, value),
    },
    URL,
    URLSearchParams,
    Image: class {
      set src(url: string) {
        sent.push(url);
      }
    },
  } as Record<string, unknown>;
  window.window = window;
  runInContext(LANDING_SCRIPT, createContext(window));
  const poklik = window.poklik as { event(name: string): boolean; clickId(): string; consent(given: boolean): void };
  return { sent, storage, poklik, window, later };
}

describe('landing script', () => {
  it('stores the click ID of the URL and sends a page view', () => {
    const { sent, storage, poklik } = landing({ search: '?click_id=abc123' });
    expect(sent).toEqual(['https://track.test/e n=page_view&c=abc123']);
    expect(JSON.parse(storage.get('poklik_click') ?? '')).toMatchObject({ id: 'abc123' });
    expect(poklik.clickId()).toBe('abc123');
    expect(poklik.event('add to cart')).toBe(true);
    expect(sent[1]).toBe('https://track.test/e n=add+to+cart&c=abc123');
  });

  it('remembers the click on the next page, for a year', () => {
    const kept = (at: number) => ({ poklik_click: JSON.stringify({ id: 'abc', at }) });
    expect(landing({ stored: kept(Date.now() - 1_000) }).sent).toEqual(['https://track.test/e n=page_view&c=abc']);
    expect(landing({ stored: kept(Date.now() - 400 * 86_400_000) }).sent).toEqual([]);
  });

  it.each([{ globalPrivacyControl: true }, { doNotTrack: '1' }])(
    'does nothing when the visitor opts out: %j',
    (navigator) => {
      const { sent, storage, poklik } = landing({ search: '?click_id=abc', navigator });
      expect([sent, storage.size, poklik.event('x'), poklik.clickId()]).toEqual([[], 0, false, '']);
    },
  );

  it('sends nothing without a click, unless the page names its campaign', () => {
    expect(landing({}).sent).toEqual([]);
    expect(landing({ dataset: { campaign: 'key1' } }).sent).toEqual(['https://track.test/e n=page_view&k=key1']);
    expect(landing({ search: '?cid=zz', dataset: { param: 'cid' } }).sent).toEqual([
      'https://track.test/e n=page_view&c=zz',
    ]);
  });

  it('sends the cookies of sources with the click, late ones too, and none after a refusal', () => {
    const { sent, poklik, window, later } = landing({ search: '?click_id=abc', cookie: 'a=1; _fbp=fb.1.2.3' });
    expect(sent.slice(1)).toEqual(['https://track.test/e fbp=fb.1.2.3&c=abc']);
    Object.assign(window.document as object, { cookie: '_fbp=fb.1.2.3; _ttp=t1' });
    for (const run of later) run();
    expect(sent.slice(2)).toEqual(['https://track.test/e fbp=fb.1.2.3&ttp=t1&c=abc']);
    poklik.consent(false);
    expect(sent.slice(3)).toEqual(['https://track.test/e consent=denied&c=abc']);
  });

  it('falls back to an image, and works without storage', () => {
    expect(landing({ search: '?click_id=abc', navigator: { sendBeacon: undefined } }).sent).toEqual([
      'https://track.test/e?n=page_view&c=abc',
    ]);
    expect(landing({ stored: { poklik_click: '{broken' } }).sent).toEqual([]);
  });
});
