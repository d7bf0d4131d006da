import { readFileSync } from 'node:fs';
import { api } from '@poklik/contract/api';
import type { Endpoint } from '@poklik/contract/endpoint';
import { LANGUAGE_TAGS, LANGUAGES } from '@poklik/contract/language';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { translator } from '../../i18n/translate.ts';
import { commonHeaders, securityHeaders } from '../security-headers.ts';
import { serveReference } from './reference.ts';
import { REFERENCE_STYLES } from './reference-styles.ts';

const APP_NAME = `<img src=x onerror="alert(1)">'&`;

let app: FastifyInstance;
beforeAll(async () => {
  app = Fastify();
  securityHeaders(app, () => commonHeaders('https://track.example', 31_536_000));
  serveReference(app, { appName: APP_NAME, publicUrl: 'https://track.example' });
  await app.ready();
});
afterAll(() => app.close());

const page = async (query = '', language = '') =>
  app.inject({ url: `/v1/docs${query}`, headers: { 'accept-language': language } });

const endpoints = Object.entries(api).flatMap(([feature, entries]) =>
  Object.entries(entries as Record<string, Endpoint>).map(([name, endpoint]) => ({ feature, name, endpoint })),
);

describe('the API reference', () => {
  it('comes in the language of its address, else of the reader', async () => {
    expect((await page('?lang=ua', 'en')).body).toContain('<html lang="uk">');
    expect((await page('?lang=ru')).body).toContain('<html lang="ru">');
    expect((await page('', 'uk-UA')).body).toContain('<html lang="uk">');
    expect((await page('?lang=de', 'ru')).body).toContain('<html lang="ru">');
    expect((await page('?lang=ua&lang=ru')).body).toContain('<html lang="en-GB">');
    expect((await page()).headers.vary).toBe('accept-language');
  });

  it('leads to itself in the other languages', async () => {
    const { body } = await page('?lang=ua');
    for (const language of LANGUAGES)
      expect(body).toContain(`<a href="?lang=${language}" lang="${LANGUAGE_TAGS[language]}"`);
  });

  it.each(['', '?q=statistics'])('has no script or inline style, and a policy that forbids them: %j', async (query) => {
    const { body, headers } = await page(query);
    const markup = body.replace(/"[^"]*"/g, '""');
    expect(markup).not.toMatch(/<(script|style|iframe)|\s(style|on\w+)=""/i);
    for (const [, address] of body.matchAll(/(?:href|src|action)="([^"]*)"/g)) expect(address).toMatch(/^[#?/]/);
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'; style-src 'self'");
    expect(policy).toContain("form-action 'self'");
    expect(policy).not.toMatch(/script-src|unsafe|allow-scripts/);
    expect(headers).toMatchObject({
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    });
  });

  it('shows whatever is put into it as text', async () => {
    const { body } = await page();
    expect(body).not.toContain('<img');
    expect(body).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt;&#39;&amp;');
  });

  it.each(LANGUAGES)('describes every endpoint in %s', async (language) => {
    const { body } = await page(`?lang=${language}`);
    for (const { feature, name, endpoint } of endpoints) {
      expect(body).toContain(`<article id="${feature}.${name}">`);
      expect(body).toContain(`href="#${feature}.${name}"`);
      expect(body).toContain(endpoint.path);
    }
    // A text that is missing shows its key.
    expect(body).not.toMatch(/reference\.(?!css)/);
    expect(body).not.toMatch(/\{\{|undefined|\[object/);
  });

  it.each(LANGUAGES)('has every place that it links to in %s', async (language) => {
    const { body } = await page(`?lang=${language}`);
    const places = new Set([...body.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id));
    const links = [...body.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(links.filter((id) => !places.has(id))).toEqual([]);
    expect(places.size).toBe([...body.matchAll(/\sid="/g)].length);
  });

  it('starts with tokens and yesterday’s statistics, not with a login', async () => {
    const { body } = await page('?lang=en');
    const [first = ''] = /<pre[\s\S]*?<\/pre>/.exec(body) ?? [];
    expect(first).toContain('Authorization: Bearer YOUR_TOKEN');
    expect(first).toContain('https://track.example/v1/statistics?start_date=$DAY&amp;end_date=$DAY');
    const headings = [...body.matchAll(/<h2>([^<]+)/g)].map(([, text]) => text);
    expect(headings.slice(0, 5)).toEqual([
      'Authentication',
      'Unknown parameters',
      'Requests and responses',
      'Statistics',
      'Campaigns',
    ]);
    expect(body.indexOf('id="statistics.get"')).toBeLessThan(body.indexOf('id="auth.login"'));
  });

  it('says which endpoints take an API token', async () => {
    const { body } = await page('?lang=en');
    const access = (id: string) =>
      new RegExp(`<article id="${id}">[\\s\\S]*?class="access">(.*?)</p>`).exec(body)?.[1]?.replace(/<[^>]+>/g, '');
    expect(access('statistics.get')).toContain('API token with statistics:read');
    expect(access('health.live')).toContain('no token needed');
    expect(access('auth.logout')).toContain('login only');
    expect(access('users.list')).toContain('login only, with');
  });

  it('says in English what the contract says, and something else in the other languages', () => {
    for (const { feature, name, endpoint } of endpoints) {
      const [ua, ru, en] = LANGUAGES.map((language) =>
        translator(language)(`api:reference.operations.${feature}.${name}`),
      );
      expect(en, `${feature}.${name}`).toBe(endpoint.summary);
      expect(new Set([ua, ru, en]).size, `${feature}.${name}`).toBe(3);
    }
  });

  it('tells the failures in the words that a caller gets', async () => {
    const { body } = await page('?lang=ru');
    expect(body).toContain(translator('ru')('errors:wrong_credentials'));
  });

  it('is coloured like the product in both themes', () => {
    const tokens = readFileSync(new URL('../../../../web/src/styles/tokens.css', import.meta.url), 'utf8');
    const [light = '', dark = ''] = tokens.split('[data-theme="dark"]');
    const [ownLight = '', ownDark = ''] = REFERENCE_STYLES.split('prefers-color-scheme: dark');
    const coloursOf = (css: string) => [...css.matchAll(/(--[\w-]+): (#[\da-f]{6});/g)];
    expect(coloursOf(ownDark).length).toBe(coloursOf(ownLight).length);
    for (const [rule] of coloursOf(ownLight)) expect(light).toContain(rule);
    for (const [rule] of coloursOf(ownDark)) expect(dark).toContain(rule);
  });

  it('is kept for a short while, with its document and its styles', async () => {
    for (const url of ['/v1/docs', '/v1/docs/reference.css', '/v1/openapi.json']) {
      expect((await app.inject(url)).headers['cache-control']).toBe('public, max-age=300');
    }
    expect((await app.inject('/v1/openapi.json')).json().openapi).toBe('3.1.1');
  });
});

describe('the search of the API reference', () => {
  const found = async (q: string, language = 'en') => {
    const { body } = await page(`?${new URLSearchParams({ lang: language, q })}`);
    return [...body.matchAll(/<article id="([^"]+)"/g)].map(([, id]) => id);
  };

  it.each([
    ['a path', '/postbacks', 'conversions.postbacks'],
    ['a method and a path', 'delete /black_list', 'blackList.remove'],
    ['a name', 'apitokens.rotate', 'apiTokens.rotate'],
    ['the name of a section', 'statistics', 'statistics.get'],
  ])('finds endpoints by %s', async (_, query, id) => {
    const ids = await found(query);
    expect(ids).toContain(id);
    expect(ids.length).toBeLessThan(15);
  });

  it('finds endpoints by their description, in the language of the page', async () => {
    for (const language of LANGUAGES) {
      const description = translator(language)('api:reference.operations.campaigns.clone');
      expect(await found(description.toUpperCase(), language)).toEqual(['campaigns.clone']);
    }
  });

  it('links only to what it shows, and keeps the search in the other languages', async () => {
    const { body } = await page('?lang=en&q=black_list');
    const places = new Set([...body.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id));
    for (const [, id] of body.matchAll(/href="#([^"]+)"/g)) expect(places).toContain(id);
    expect(body).toContain('href="?lang=ua&amp;q=black_list"');
    expect(body).toContain('value="black_list"');
  });

  it('says when nothing is found, and shows the search as text', async () => {
    const query = '"><script>alert(1)</script>';
    const { body, statusCode } = await page(`?lang=en&q=${encodeURIComponent(query)}`);
    expect(statusCode).toBe(200);
    expect(body).toContain('No endpoint matches');
    expect(body).not.toContain('<script');
    expect(body).not.toContain('<article');
  });

  it('shows everything for an empty search, and survives any other', async () => {
    const all = (await page('?lang=en')).body;
    for (const query of ['q=', 'q=%20%20', 'q=a&q=b']) expect((await page(`?lang=en&${query}`)).body).toBe(all);
    for (const query of ['q=%ED%A0%80', `q=${'x'.repeat(5_000)}`, 'q=%00', 'q[]=1'])
      expect((await page(`?lang=en&${query}`)).statusCode).toBe(200);
  });
});
