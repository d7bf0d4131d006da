import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { landingSnippet } from '@poklik/domain/pages/landing-snippet';
import conversions from '@poklik/locales/en/conversions.json' with { type: 'json' };
import grid from '@poklik/locales/en/grid.json' with { type: 'json' };
import en from '@poklik/locales/en/statistics.json' with { type: 'json' };
import ruConversions from '@poklik/locales/ru/conversions.json' with { type: 'json' };
import ru from '@poklik/locales/ru/statistics.json' with { type: 'json' };
import ua from '@poklik/locales/ua/statistics.json' with { type: 'json' };
import { expect, test } from '../fixture.ts';
import { api, type Person, registerUser, signIn, stage } from '../people.ts';
import { settled } from '../screens/frame.ts';
import { expectAccessible } from '../screens/look.ts';
import { expectTextsFit, load, lookAround } from '../screens/tour.ts';
import { DESKTOP } from '../visitors.ts';
import { dialog, rows } from './campaigns.ts';

/** Events are counted a second or two after they are inserted; a busy machine takes longer. */
const SOON = { timeout: 60_000 };

let person: Person;
let shop: Server;
let link: string;

test.describe.configure({ mode: 'serial' });

/** A landing page with the script of the guide, and a button that puts something into the cart. */
const landingPage = (): string =>
  `<!doctype html><title>Shop</title>${landingSnippet(stage().url)}
  <button onclick="poklik.event('add_to_cart', 12.5)">Add to cart</button>`;

test.beforeAll(async () => {
  test.setTimeout(300_000);
  shop = createServer((_, res) => res.setHeader('content-type', 'text/html').end(landingPage()));
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
  const { port } = shop.address() as AddressInfo;
  person = await registerUser();
  const { data } = (await api(person.token)('POST', '/companies', {
    name: 'Coffee',
    default_url: `http://127.0.0.1:${port}/?click_id={click_id}`,
  })) as { data: { key: string } };
  link = `${stage().url}/c/${data.key}`;
});

test.afterAll(() => {
  shop.closeAllConnections();
  shop.close();
});

const visit = async (page: Page, times: number): Promise<void> => {
  await page.goto(link);
  for (let time = 0; time < times; time += 1) {
    const sent = page.waitForRequest((request) => request.url().endsWith('/e'));
    await page.getByRole('button', { name: 'Add to cart' }).click();
    await sent;
  }
};

const funnel = (page: Page, name = en.funnel.title) => page.getByRole('region', { name, exact: true });

test('an event of a page is in reports by name, becomes a goal, a column and a stage', async ({ page, context }) => {
  test.setTimeout(240_000);
  const visitor = await context.browser()?.newContext({ userAgent: DESKTOP });
  if (!visitor) throw new Error('no browser');
  for (const times of [2, 1, 0]) {
    const tab = await visitor.newPage();
    await visit(tab, times);
    await tab.close();
  }
  await visitor.close();
  const events = async () => {
    const answer = (await api(person.token)('GET', '/statistics?interval=none&group_by=event')) as {
      data: { rows: { keys: string[]; events: number; event_clicks: number }[] };
    };
    return Object.fromEntries(
      answer.data.rows.map(({ keys, events: all, event_clicks: clicks }) => [keys[0], [all, clicks]]),
    );
  };
  await expect.poll(() => events().catch(() => ({})), SOON).toMatchObject({ page_view: [3, 3], add_to_cart: [3, 2] });

  await signIn(page, person);
  await page.goto('/en/statistics?g=event');
  await settled(page);
  const table = page.locator('#table');
  await expect(table.getByRole('columnheader', { name: en.dimension.event, exact: true })).toBeVisible();
  await expect(table).toContainText('add_to_cart');
  await expect(table).toContainText(en.none.event);

  await page.goto('/en/conversions?tab=goals');
  await settled(page);
  await expect(page.getByText(conversions.goal_list.empty)).toBeVisible();
  await page.getByRole('button', { name: conversions.goal_list.add }).first().click();
  const field = (label: string) => dialog(page).getByRole('textbox', { name: new RegExp(`^${label}`) });
  await field(conversions.goal_list.name).fill('Cart');
  await field(conversions.goal_list.event).fill('add to cart');
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toContainText('Use A–Z, digits');
  await field(conversions.goal_list.event).fill('add_to_cart');
  await page.keyboard.press('Enter');
  await expect(rows(page).filter({ hasText: 'Cart' })).toContainText('goal_1');

  await page.goto('/en/campaign');
  await settled(page);
  await page.getByRole('button', { name: grid.columns.label }).click();
  await page.locator('summary', { hasText: en.goals }).click();
  const saved = page.waitForResponse((response) => response.url().endsWith('/v1/profile/grids'));
  await Promise.all([saved, page.getByRole('checkbox', { name: 'Cart', exact: true }).click()]);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('columnheader', { name: 'Cart', exact: true })).toBeVisible();
  await expect(
    rows(page).filter({ hasText: 'Coffee' }).getByRole('gridcell', { name: '2', exact: true }),
  ).toBeVisible();

  await page.goto('/en/statistics');
  await settled(page);
  const chart = funnel(page);
  await chart.scrollIntoViewIfNeeded();
  await expect(chart.getByRole('slider', { name: en.funnel.label })).toBeVisible();
  await expect(chart.getByRole('listitem').filter({ hasText: 'Cart' })).toContainText('66.67%');
  await chart.getByRole('button', { name: en.funnel.strict }).click();
  await chart.getByRole('button', { name: en.chart.as_table }).click();
  await expect(chart.getByRole('row', { name: /^Cart/ })).toContainText('2');
  await chart.getByRole('button', { name: en.funnel.stages }).click();
  await chart.getByRole('button', { name: en.funnel.remove.replace('{{stage}}', 'Cart') }).click();
  await chart.getByRole('button', { name: en.funnel.any }).click();
  await chart.getByRole('combobox', { name: en.funnel.add }).selectOption('event:page_view');
  await expect(chart.getByRole('row', { name: /^page_view/ })).toContainText('3');
  await expectAccessible(page);
  await chart.getByRole('button', { name: en.funnel.reset }).click();
  await expect(chart.getByRole('row', { name: /^Cart/ })).toBeVisible();
});

test('goals and funnel fit every width, in three languages', async ({ page }) => {
  test.setTimeout(240_000);
  await signIn(page, person);
  await load(page, '/ru/conversions?tab=goals');
  await expect(page.getByText(ruConversions.goal_list.hint)).toBeVisible();
  await lookAround(page);
  for (const [language, title] of [
    ['ru', ru.funnel.title],
    ['ua', ua.funnel.title],
    ['en', en.funnel.title],
  ] as const) {
    await load(page, `/${language}/statistics`);
    const chart = funnel(page, title);
    await chart.scrollIntoViewIfNeeded();
    await expect(chart.getByRole('slider')).toBeVisible();
    await (language === 'ru' ? lookAround(page) : expectTextsFit(page));
  }
});
