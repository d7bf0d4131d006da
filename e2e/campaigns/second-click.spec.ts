import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Lander } from '@poklik/contract/landers';
import en from '@poklik/locales/en/statistics.json' with { type: 'json' };
import ru from '@poklik/locales/ru/statistics.json' with { type: 'json' };
import ua from '@poklik/locales/ua/statistics.json' with { type: 'json' };
import { expect, test } from '../fixture.ts';
import { api, type Person, registerUser, signIn, stage } from '../people.ts';
import { settled } from '../screens/frame.ts';
import { expectAccessible } from '../screens/look.ts';
import { expectTextsFit, load, lookAround } from '../screens/tour.ts';
import { DESKTOP } from '../visitors.ts';

/** Clicks and conversions are in reports a second or two later; a busy machine takes longer. */
const SOON = { timeout: 60_000 };

let person: Person;
let pages: Server;
let link: string;
let landerLink = '';
let postbackKey: string;

test.describe.configure({ mode: 'serial' });

const create = async <T>(path: string, body: object): Promise<T> =>
  ((await api(person.token)('POST', path, body)) as { data: T }).data;

test.beforeAll(async () => {
  test.setTimeout(300_000);
  pages = createServer((req, res) => {
    res.setHeader('content-type', 'text/html');
    const page = req.url?.startsWith('/quiz')
      ? `<!doctype html><title>Quiz</title><a href="${landerLink}">Get the loan</a>`
      : '<!doctype html><title>Offer</title><h1>Loan A</h1>';
    res.end(page);
  });
  await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`;
  person = await registerUser();
  const lander = await create<Lander>('/landers', { name: 'Quiz', url: `${origin}/quiz` });
  landerLink = `${stage().url}/o/1?l=${lander.key}`;
  const offer = await create<{ id: number }>('/offers', {
    ...{ name: 'Loan A', url: `${origin}/offer?c={click_id}`, payout: '12' },
  });
  const campaign = await create<{ key: string; postback_key: string }>('/companies', {
    ...{ name: 'Loans', default_url: `${origin}/other` },
    destinations: [{ lander_id: lander.id, next: [{ targets: [{ offer_id: offer.id }] }] }],
  });
  link = `${stage().url}/c/${campaign.key}`;
  postbackKey = campaign.postback_key;
});

test.afterAll(() => {
  pages.closeAllConnections();
  pages.close();
});

test('a visitor goes from the ad over a lander to an offer, and the report shows lander, offer and conversion', async ({
  page,
  context,
}) => {
  test.setTimeout(240_000);
  const visitor = await context.browser()?.newContext({ userAgent: DESKTOP });
  if (!visitor) throw new Error('no browser');
  const tab = await visitor.newPage();
  await expect
    .poll(async () => {
      await tab.goto(link);
      return tab.title();
    }, SOON)
    .toBe('Quiz');
  await tab.getByRole('link', { name: 'Get the loan' }).click();
  await expect(tab.getByRole('heading', { name: 'Loan A' })).toBeVisible();
  const clickId = new URL(tab.url()).searchParams.get('c') ?? '';
  expect(clickId).toMatch(/^[0-9a-z]{29,38}o[0-9a-z]+$/);
  // Once more: the second time is not counted.
  await tab.goBack();
  await tab.getByRole('link', { name: 'Get the loan' }).click();
  await expect(tab.getByRole('heading', { name: 'Loan A' })).toBeVisible();
  await visitor.close();
  const answer = await fetch(`${stage().url}/postback?cid=${clickId}&status=approved&key=${postbackKey}`);
  expect(answer.status).toBe(200);

  const rows = async (dimension: string) => {
    const found = (await api(person.token)('GET', `/statistics?interval=none&group_by=${dimension}`)) as {
      data: { rows: { labels: string[]; [metric: string]: unknown }[] };
    };
    return found.data.rows;
  };
  await expect
    .poll(async () => (await rows('offer')).find(({ labels }) => labels[0] === 'Loan A'), SOON)
    .toMatchObject({ offer_clicks: 1, conversions: 1, offer_cr: 1, offer_epc: '12.00' });
  const [quiz] = (await rows('lander')).filter(({ labels }) => labels[0] === 'Quiz');
  expect(quiz).toMatchObject({ lp_clicks: 1, conversions: 1 });

  await signIn(page, person);
  await page.goto('/en/statistics?g=lander');
  await settled(page);
  const table = page.locator('#table');
  for (const name of [en.dimension.lander, en.metric.lp_views, en.metric.lp_clicks, en.metric.lp_ctr])
    await expect(table.getByRole('columnheader', { name, exact: true })).toBeVisible();
  await expect(table).toContainText('Quiz');
  await expectAccessible(page);
  await page.goto('/en/statistics?g=offer');
  await settled(page);
  await expect(table.getByRole('columnheader', { name: en.metric.offer_epc, exact: true })).toBeVisible();
  await expect(table).toContainText('Loan A');
});

test('reports of landers fit every width, in three languages', async ({ page }) => {
  test.setTimeout(240_000);
  await signIn(page, person);
  for (const [language, words] of [
    ['ru', ru],
    ['ua', ua],
    ['en', en],
  ] as const) {
    await load(page, `/${language}/statistics?g=lander`);
    await expect(page.locator('#table')).toContainText(words.metric.lp_ctr);
    await (language === 'ru' ? lookAround(page) : expectTextsFit(page));
  }
});
