import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readBrand } from '../../settings/stored-settings.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { WEB_FILES } from '../../testing/web-root.ts';

const APP_NAME = '</script><script>alert(1)</script>&$&';

let product: TestApp;
beforeAll(async () => {
  product = await createTestApp({ appName: APP_NAME, sentryDsn: 'https://key@errors.example:9000/7' });
});
afterAll(() => product.close());

const get = (url: string, headers: Record<string, string> = {}) => product.app.inject({ url, headers });

describe('the page', () => {
  it.each([
    ['/', 200],
    ['/ua', 200],
    ['/en/', 200],
    ['/login', 200],
    ['/ua/login', 200],
    ['/ru/restore-password/email-expired', 200],
    ['/campaign', 200],
    ['/en/campaign/update/17?tab=rules', 200],
    ['/en/campaign/17?tab=rules', 404],
    ['/en/campaign/update', 404],
    ['/no-such-screen', 404],
    ['/en/no-such-screen', 404],
    ['/en/en/login', 404],
    ['/de/login', 404],
    ['/UA/login', 404],
    ['/wp-login.php', 404],
  ])('is served at %s with %i', async (url, status) => {
    const answer = await get(url);
    expect(answer.statusCode).toBe(status);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.headers['cache-control']).toBe('no-cache');
    expect(answer.body).toContain('<div id="root">');
  });

  it('has a new nonce each time that matches its policy', async () => {
    const nonces = new Set<string>();
    for (let visits = 0; visits < 5; visits += 1) {
      const answer = await get('/');
      const nonce = /nonce="([^"]+)"/.exec(answer.body)?.[1] ?? '';
      expect(nonce).toMatch(/^[A-Za-z0-9+/]{22}==$/);
      expect(answer.headers['content-security-policy']).toContain(`'nonce-${nonce}'`);
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(5);
  });

  it('runs only our own scripts and creates no markup from text', async () => {
    const policy = String((await get('/')).headers['content-security-policy']);
    const directives = Object.fromEntries(policy.split('; ').map((part) => part.split(/ (.*)/s)));
    expect(directives).toMatchObject({
      'default-src': "'none'",
      'script-src': "'self'",
      'base-uri': "'none'",
      'frame-ancestors': "'none'",
      'require-trusted-types-for': "'script'",
      'trusted-types': "'none'",
      'connect-src': "'self' https://errors.example:9000",
    });
    expect(policy).not.toMatch(/unsafe|\*/);
  });

  it('embeds its settings as data that cannot end their element', async () => {
    const { body } = await get('/');
    const settings = /<script type="application\/json" id="settings">(.*?)<\/script>/s.exec(body)?.[1] ?? '';
    expect(JSON.parse(settings)).toEqual({
      appName: APP_NAME,
      sentryDsn: 'https://key@errors.example:9000/7',
      hasDomains: false,
      brand: readBrand({}),
    });
    expect(body).not.toContain('<script>alert(1)');
  });
});

describe('the first frame', () => {
  const headingAt = async (url: string, cookie = 'token=abc') =>
    /<div id="root">(?:<div class="first-frame">.*<h1>(.*)<\/h1>)?/.exec((await get(url, { cookie })).body)?.[1];

  it.each([
    ['/en/campaign', 'Campaigns'],
    ['/ua/campaign', 'Кампанії'],
    ['/ru/statistics?period=today', 'Статистика'],
    ['/en', 'Campaigns'],
    ['/campaign', ''],
    ['/en/login', undefined],
    ['/en/no-such-screen', undefined],
  ])('of %s has the heading %s', async (url, heading) => {
    expect(await headingAt(url)).toBe(heading);
  });

  it('is left out without a session, because the login screen follows', async () => {
    expect(await headingAt('/en/campaign', '')).toBeUndefined();
  });
});

describe('preload links', () => {
  const named = async (url: string, cookie?: string) => {
    const { body } = await get(url, cookie === undefined ? {} : { cookie });
    return [...body.matchAll(/<link rel="(\w+)"[^>]* href="\/(?:assets\/)?([^"]+)">/g)].map(
      ([, rel, file]) => `${rel} ${file?.replace('-1a2b3c4d', '')}`,
    );
  };
  const frame = ['modulepreload shell.js', 'stylesheet shell.css'];
  const login = ['modulepreload login.js'];
  const texts = (language: string, ...names: string[]) =>
    names.map((name) => `preload locales/${language}/${name}.json`);

  it('are the screen, its frame and its texts for a logged-in user', async () => {
    expect(await named('/ua/statistics?period=today', 'theme=dark; token=abc')).toEqual([
      ...texts('ua', 'select', 'sidebar', 'statistics'),
      ...frame,
      'modulepreload statistics.js',
    ]);
  });

  it.each(['/ru/statistics', '/ru', '/ru/', '/ru/login', '/ru/campaign/update/7'])(
    'are the login screen for anonymous users at %s',
    async (url) => {
      expect(await named(url)).toEqual([...texts('ru', 'select', 'auth'), ...login]);
    },
  );

  it.each(['token=', 'realToken=abc', 'xtoken=abc', 'token=; theme=dark'])(
    'treat the cookies "%s" as anonymous',
    async (cookie) => {
      expect(await named('/statistics', cookie)).toEqual(login);
    },
  );

  it.each([
    ['/', ['modulepreload campaign.js']],
    ['/campaign/update/7', ['modulepreload update.js']],
    ['/Statistics/', ['modulepreload statistics.js']],
  ])('omit texts at %s, whose language only the browser knows', async (url, own) => {
    expect(await named(url, 'token=abc')).toEqual([...frame, ...own]);
  });

  it('of a public screen omit the frame', async () => {
    const expected = [...texts('en', 'select'), 'modulepreload restore.js'];
    for (const url of ['/en/restore-password', '/en/restore-password/expired']) {
      expect(await named(url, 'token=abc')).toEqual(expected);
      expect(await named(url)).toEqual(expected);
    }
  });

  it.each(['/en/campaign/update', '/en/campaign/update/7/8', '/en/nowhere', '/en/ua/statistics'])(
    'are missing without a screen: %s',
    async (url) => {
      expect(await named(url, 'token=abc')).toEqual(texts('en', 'select'));
    },
  );

  it.each([
    '/UA/statistics',
    '/"><script>alert(7)</script>',
    '/%22%3E%3Cscript%3Ealert(7)',
    '//evil.example/statistics',
  ])('contain nothing from the path: %s', async (url) => {
    const { body } = await get(url, { cookie: 'token="><script>alert(7)</script>' });
    expect(body).not.toMatch(/alert\(7\)|evil|UA/);
    expect(body).not.toContain('<link');
  });

  it('vary by login state in caches', async () => {
    expect((await get('/ua/statistics')).headers.vary).toMatch(/cookie/);
  });

  it('cannot be requested as a file', async () => {
    expect((await get('/screens.json')).body).toContain('<div id="root">');
  });
});

describe('a file', () => {
  it('with a hash in its name is cached forever', async () => {
    const answer = await get('/assets/main-1a2b3c4d.js');
    expect(answer.body).toBe(WEB_FILES['assets/main-1a2b3c4d.js']);
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(answer.headers['content-type']).toMatch(/javascript/);
  });

  it('without a hash is revalidated', async () => {
    const first = await get('/favicon.svg');
    expect(first.headers['cache-control']).toBe('no-cache');
    const again = await get('/favicon.svg', { 'if-none-match': String(first.headers.etag) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  it('describes the app under the operator’s name, so that a phone can install it', async () => {
    const { headers, body } = await get('/manifest.webmanifest');
    expect(headers).toMatchObject({
      'content-type': 'application/manifest+json; charset=utf-8',
      'cache-control': 'no-cache',
    });
    const manifest = JSON.parse(body);
    expect(manifest).toMatchObject({ name: APP_NAME, start_url: '/', display: 'standalone' });
    const shapes = manifest.icons.map(({ sizes, purpose }: Record<string, string>) => `${purpose} ${sizes}`);
    expect(shapes).toEqual(['any 192x192', 'any 512x512', 'maskable 192x192', 'maskable 512x512']);
  });

  it('index.html is never served without its policy', async () => {
    const answer = await get('/index.html');
    expect(answer.headers['content-security-policy']).toContain("'nonce-");
    expect(answer.body).not.toContain('__CSP_NONCE__');
  });
});

describe('texts', () => {
  it.each(['ua', 'ru', 'en'])('are served in %s', async (language) => {
    const answer = await get(`/locales/${language}/errors.json`);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
    expect(answer.headers['cache-control']).toBe('no-cache');
    expect(answer.json().not_found).toEqual(expect.any(String));
  });

  it('are compressed for clients that support it', async () => {
    const packed = await get('/locales/ua/errors.json', { 'accept-encoding': 'gzip, br' });
    const plain = await get('/locales/ua/errors.json');
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(packed.headers.vary).toContain('accept-encoding');
    expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.body);
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2);
  });

  it.each([
    '/locales/package.json',
    '/locales/../package.json',
    '/locales/%2e%2e/package.json',
    '/locales/..%2fpackage.json',
    '/locales/ua/..%2f..%2fpackage.json',
    '/locales/ua/../../../../etc/passwd',
    '/locales/ua/%2e%2e%2f%2e%2e%2f%2e%2e%2f%2e%2e%2fetc%2fpasswd',
    '/locales/ua/errors.json%00.txt',
    '/locales/ua/errors.json/',
    '/locales/UA/errors.json',
    '/locales//ua/errors.json',
    '/locales/de/errors.json',
    '/locales/',
    '/locales',
  ])('cannot be used for path traversal: %s', async (url) => {
    const answer = await get(url);
    expect(answer.body).not.toMatch(/"name": "@poklik|root:/);
    expect(answer.headers['content-type']).not.toMatch(/^text\/plain/);
    if (answer.statusCode === 200) expect(answer.body).toContain('<div id="root">');
    else expect([400, 404]).toContain(answer.statusCode);
  });
});
