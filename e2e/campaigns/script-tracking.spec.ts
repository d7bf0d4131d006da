import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext, Page } from '@playwright/test';
import type { Lander } from '@poklik/contract/landers';
import en from '@poklik/locales/en/campaigns.json' with { type: 'json' };
import ru from '@poklik/locales/ru/campaigns.json' with { type: 'json' };
import ua from '@poklik/locales/ua/campaigns.json' with { type: 'json' };
import { expect, test } from '../fixture.ts';
import { api, type Person, registerUser, signIn, stage } from '../people.ts';
import { settled } from '../screens/frame.ts';
import { expectAccessible } from '../screens/look.ts';
import { expectTextsFit, load, lookAround } from '../screens/tour.ts';
import { DESKTOP } from '../visitors.ts';
import { field, read } from './campaign-editor.ts';

/** Clicks are in reports a second or two later; a busy machine takes longer. */
const SOON = { timeout: 60_000 };

let person: Person;
let pages: Server;
let port: number;
let lander: Lander;
let campaign: { id: number; key: string };
/** As the form shows it. */
let code = '';

test.describe.configure({ mode: 'serial' });

const create = async <T>(path: string, body: object): Promise<T> =>
  ((await api(person.token)('POST', path, body)) as { data: T }).data;
const section = (page: Page) => page.locator('[data-section="tracking"]');

/** `/quiz?set=data-consent="required"` has the code of the form with one more setting. */
const landing = (set: string): string =>
  `<!doctype html><title>Quiz</title><script>addEventListener('error', (e) => console.error('page', e.message))</script>
  ${code.replace(' async', ` ${set} async`)}
  <a href="${stage().url}/o/1?l=${lander.key}">Get the loan</a>`;

test.beforeAll(async () => {
  test.setTimeout(300_000);
  pages = createServer((req, res) => {
    const { pathname, searchParams } = new URL(req.url ?? '', 'http://pages');
    res.setHeader('content-type', 'text/html');
    res.end(
      pathname === '/offer'
        ? '<!doctype html><title>Offer</title><h1>Loan A</h1>'
        : landing(searchParams.get('set') ?? ''),
    );
  });
  await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve));
  port = (pages.address() as AddressInfo).port;
  person = await registerUser();
  lander = await create<Lander>('/landers', { name: 'Quiz', url: `http://127.0.0.1:${port}/quiz` });
  const offer = await create<{ id: number }>('/offers', {
    ...{ name: 'Loan A', url: `http://127.0.0.1:${port}/offer?c={click_id}`, payout: '12' },
  });
  campaign = await create<{ id: number; key: string }>('/companies', {
    ...{ name: 'Loans', default_url: `http://127.0.0.1:${port}/other` },
    destinations: [{ lander_id: lander.id, next: [{ targets: [{ offer_id: offer.id }] }] }],
  });
});

test.afterAll(() => {
  pages.closeAllConnections();
  pages.close();
});

test('the form switches a campaign to its page and shows the code, by keyboard', async ({ page }) => {
  test.setTimeout(240_000);
  await signIn(page, person);
  await page.goto(`/en/campaign/update/${campaign.id}?tab=settings`);
  await settled(page);
  await page.locator('#section-tracking').press('Enter');
  await page.getByRole('radio', { name: new RegExp(`^${en.form.entries.redirect}`) }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(section(page).getByText(en.form.no_script_hosts)).toBeVisible();
  await field(page, 'script_hosts').fill('not_a_host');
  await page.keyboard.press('Enter');
  await expect(field(page, 'script_hosts')).toHaveAccessibleDescription(/Enter hosts without paths/);
  await field(page, 'script_hosts').fill(`http://127.0.0.1:${port}/quiz, localhost`);
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await read(person, campaign.id)).entry, SOON).toBe('script');
  expect((await read(person, campaign.id)).script_hosts).toEqual([`127.0.0.1:${port}`, 'localhost']);
  const shown = section(page).locator('pre');
  await expect(shown).toContainText(`data-campaign="${campaign.key}" data-lander="${lander.key}"`);
  code = await shown.innerText();
});

interface Visitor {
  context: BrowserContext;
  tab: Page;
  /** What pages sent to the tracker: path and body. */
  sent: [path: string, body: string][];
  /** Click IDs that the tracker answered, in order. */
  clicks: string[];
}

async function visitorOf(page: Page): Promise<Visitor> {
  const context = await page.context().browser()?.newContext({ userAgent: DESKTOP });
  if (!context) throw new Error('no browser');
  const tab = await context.newPage();
  const visitor: Visitor = { context, tab, sent: [], clicks: [] };
  tab.on('pageerror', (error) => visitor.sent.push(['error', error.message]));
  // A browser doesn't always tell what a beacon carries.
  await context.exposeFunction('tell', (url: string, body: string) => visitor.sent.push([new URL(url).pathname, body]));
  await context.addInitScript(() => {
    const send = navigator.sendBeacon.bind(navigator);
    navigator.sendBeacon = (url, body) => {
      window.tell(String(url), String(body));
      return send(url, body);
    };
  });
  context.on('request', (request) => {
    if (request.url() === `${stage().url}/v`) visitor.sent.push(['/v', request.postData() ?? '']);
  });
  context.on('response', (response) => {
    if (!response.url().endsWith('/v') || response.status() !== 200) return;
    response.json().then(
      ({ click_id }: { click_id: string }) => visitor.clicks.push(click_id),
      () => undefined, // the page is gone already
    );
  });
  return visitor;
}

const quiz = (query = '', host = '127.0.0.1') => `http://${host}:${port}/quiz${query}`;
const link = (tab: Page) => tab.getByRole('link', { name: 'Get the loan' });
const events = ({ sent }: Visitor): (string | null)[] =>
  sent.flatMap(([path, body]) => (path === '/e' ? new URLSearchParams(body).get('n') : []));
const stored = (tab: Page) => tab.evaluate(() => localStorage.getItem('poklik_click'));

test('a visitor of the page is one click, through reload, other pages, another site and the offer', async ({
  page,
}) => {
  test.setTimeout(240_000);
  const visitor = await visitorOf(page);
  const { tab, clicks } = visitor;
  await tab.goto(quiz('?sub1=blue'));
  await expect(link(tab)).toHaveAttribute('href', /pk=1\./);
  await tab.reload();
  await expect(link(tab)).toHaveAttribute('href', /pk=1\./);
  await expect.poll(() => new Set(clicks).size).toBe(1);
  // A page of the same site that changes its address without loading, and links that come later.
  await tab.evaluate((other) => {
    history.pushState({}, '', '/step-2');
    document.body.insertAdjacentHTML(
      'beforeend',
      `<p><a id="late" href="${other}">Next</a></p><a id="far" href="https://elsewhere.test/">Far</a>`,
    );
  }, `${stage().url}/o/1?l=${lander.key}`);
  await expect(tab.locator('#late')).toHaveAttribute('href', /&pk=1\./);
  await expect(tab.locator('#far')).toHaveAttribute('href', 'https://elsewhere.test/');
  await expect.poll(() => events(visitor)).toEqual(['page_view', 'page_view', 'page_view']);
  await tab.locator('#late').click();
  await expect(tab.getByRole('heading', { name: 'Loan A' })).toBeVisible();
  expect(new URL(tab.url()).searchParams.get('c')).toMatch(new RegExp(`^${clicks[0]}o`));

  // Another site of the owner, through a link that the script decorated.
  const set = encodeURIComponent('data-domains="localhost"');
  await tab.goto(quiz(`?set=${set}`));
  await expect(link(tab)).toHaveAttribute('href', /pk=1\./);
  await tab.evaluate(
    (other) => {
      document.body.insertAdjacentHTML('beforeend', `<a id="site" href="${other}">Other site</a>`);
    },
    quiz('?a=1', 'localhost'),
  );
  await expect(tab.locator('#site')).toHaveAttribute('href', /\?a=1&pk=1\./);
  await tab.locator('#site').click();
  await expect(tab).toHaveURL(/localhost/);
  await expect(link(tab)).toHaveAttribute('href', /pk=1\./);
  expect(await stored(tab)).toContain(clicks[0]);
  expect(new Set(clicks).size).toBe(1);

  // Without what the browser kept it is a new visitor to the script.
  await tab.goto(quiz());
  await expect(link(tab)).toHaveAttribute('href', /pk=1\./);
  await tab.evaluate(() => localStorage.clear());
  await tab.goto(quiz());
  await expect.poll(() => new Set(clicks).size).toBe(2);
  expect(visitor.sent.filter(([path]) => path === 'error')).toEqual([]);
  await visitor.context.close();
  const rows = async () =>
    (
      (await api(person.token)('GET', '/statistics?interval=none&group_by=sub1')) as {
        data: { rows: { keys: string[]; clicks: number; lp_views: number; offer_clicks: number }[] };
      }
    ).data.rows;
  await expect
    .poll(async () => (await rows()).find(({ keys }) => keys[0] === 'blue'), SOON)
    .toMatchObject({ clicks: 1, lp_views: 1, offer_clicks: 1 });
});

test('consent, refusal and pages that keep nothing are respected', async ({ page }) => {
  test.setTimeout(240_000);
  const set = (text: string) => `?set=${encodeURIComponent(text)}`;
  const asking = await visitorOf(page);
  await asking.tab.goto(quiz(set('data-consent="required"')));
  await asking.tab.evaluate(() => window.poklik.event('early'));
  await asking.tab.waitForLoadState('networkidle');
  expect([asking.sent, await stored(asking.tab)]).toEqual([[], null]);
  await asking.tab.evaluate(() => window.poklik.consent(true));
  await expect(link(asking.tab)).toHaveAttribute('href', /pk=1\./);
  await expect.poll(() => events(asking)).toEqual(expect.arrayContaining(['page_view', 'early']));
  expect(asking.sent.find(([path]) => path === '/v')?.[1]).toContain('consent=granted');
  await expect.poll(() => asking.clicks.length).toBe(1);
  expect(await stored(asking.tab)).toContain(asking.clicks[0]);
  await asking.tab.evaluate(() => window.poklik.consent(false));
  expect(await stored(asking.tab)).toBeNull();
  await expect(link(asking.tab)).not.toHaveAttribute('href', /pk=/);
  await expect.poll(() => asking.sent.at(-1)?.[1]).toContain('consent=denied');
  const told = asking.sent.length;
  await asking.tab.evaluate(() => window.poklik.event('late'));
  expect(asking.sent.length).toBe(told);
  await asking.context.close();

  const cookieless = await visitorOf(page);
  await cookieless.tab.goto(quiz(set('data-consent="cookieless"')));
  await expect(link(cookieless.tab)).toHaveAttribute('href', /pk=1\./);
  await expect(cookieless.tab).toHaveURL(/pk=1\./);
  await cookieless.tab.reload();
  await expect.poll(() => cookieless.clicks.length).toBe(2);
  expect(new Set(cookieless.clicks).size).toBe(1);
  expect([await stored(cookieless.tab), await cookieless.context.cookies()]).toEqual([null, []]);
  await cookieless.context.close();

  const refusing = await visitorOf(page);
  await refusing.context.addInitScript(() => {
    Object.defineProperty(navigator, 'globalPrivacyControl', { get: () => true });
  });
  await refusing.tab.goto(quiz());
  await refusing.tab.evaluate(() => window.poklik.event('late'));
  await refusing.tab.waitForLoadState('networkidle');
  expect([refusing.sent, await stored(refusing.tab)]).toEqual([[], null]);
  await refusing.context.close();
});

declare global {
  interface Window {
    poklik: { event(name: string): void; consent(given: boolean): void };
    tell(url: string, body: string): void;
  }
}

test('the section fits every width, in three languages', async ({ page }) => {
  test.setTimeout(240_000);
  await api(person.token)('PUT', `/companies/${campaign.id}`, {
    ...{ name: 'Loans', default_url: 'https://shop.example/', entry: 'parallel', script_hosts: ['shop.example'] },
    ...{ destinations: [{ lander_id: lander.id, next: [{ targets: [{ url: 'https://shop.example/' }] }] }] },
    params: [{ name: 'ad', macro: '{adid}', sub: 'sub1' }],
  });
  await signIn(page, person);
  for (const [language, words] of [
    ['ru', ru],
    ['ua', ua],
    ['en', en],
  ] as const) {
    await load(page, `/${language}/campaign/update/${campaign.id}?tab=settings`);
    await page.locator('#section-tracking').click();
    await expect(section(page).getByLabel(words.form.parallel_template)).toHaveValue(/\?lpurl=\{lpurl\}$/);
    await expect(section(page).getByLabel(words.form.url_suffix)).toHaveValue('ad={adid}');
    await (language === 'ru' ? lookAround(page) : expectTextsFit(page));
  }
});
