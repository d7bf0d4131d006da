import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import costs from '@poklik/locales/en/costs.json' with { type: 'json' };
import grid from '@poklik/locales/en/grid.json' with { type: 'json' };
import enToolbar from '@poklik/locales/en/report_toolbar.json' with { type: 'json' };
import select from '@poklik/locales/en/select.json' with { type: 'json' };
import en from '@poklik/locales/en/statistics.json' with { type: 'json' };
import ruToolbar from '@poklik/locales/ru/report_toolbar.json' with { type: 'json' };
import ru from '@poklik/locales/ru/statistics.json' with { type: 'json' };
import { expect, test } from '../fixture.ts';
import { api, type Person, registerUser, signIn, stage } from '../people.ts';
import { settled } from '../screens/frame.ts';
import { expectAccessible } from '../screens/look.ts';
import { printMeasurement } from '../screens/print-measurement.ts';
import { load, lookAround } from '../screens/tour.ts';
import { DESKTOP, PHONE } from '../visitors.ts';

/** A value with every character that could break a URL. */
const ODD = 'a,b|c&d=e+f';

let person: Person;
let link: string;

const click = (agent: string, sub: string): Promise<void> =>
  new Promise((resolve, reject) => {
    request(`${link}?ad=${encodeURIComponent(sub)}`, { headers: { 'user-agent': agent } }, (answer) => {
      answer.resume();
      answer.once('end', () => resolve());
    })
      .once('error', reject)
      .end();
  });

const counted = async (): Promise<number> => {
  const answer = (await api(person.token)('GET', '/statistics?interval=none')) as {
    data: { summary: { clicks: number } };
  };
  return answer.data.summary.clicks;
};

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  test.setTimeout(300_000);
  person = await registerUser();
  const { data } = (await api(person.token)('POST', '/companies', {
    name: 'Coffee',
    default_url: 'https://shop.example/',
    cost_model: 'cpc',
    cost_value: '0.25',
    params: [{ name: 'ad', sub: 'sub1' }],
  })) as { data: { key: string } };
  link = `${stage().url}/c/${data.key}`;
  for (let place = 0; place < 12; place += 1)
    await click(place % 3 === 0 ? DESKTOP : PHONE, place % 2 === 0 ? ODD : 'plain');
  await expect.poll(() => counted().catch(() => 0), { timeout: 120_000 }).toBe(12);
});

const figure = (page: Page, name: string) => page.locator('label').filter({ has: page.getByRole('radio', { name }) });
const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const chips = (page: Page) => page.getByRole('list', { name: enToolbar.filter.list }).getByRole('link');
const key = (page: Page, pressed: { key: string; code: string }) =>
  page.evaluate(
    (init) => document.body.dispatchEvent(new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true })),
    pressed,
  );

async function open(page: Page, search = ''): Promise<void> {
  await signIn(page, person);
  await page.goto(`/en/statistics${search}`);
  await settled(page);
  await expect(figure(page, en.metric.clicks)).toContainText(/\d/);
}

test('filters by a value, removes the filter in place and keeps the state on back and reload', async ({ page }) => {
  await open(page);
  await expect(figure(page, en.metric.clicks)).toContainText('12');
  await expect(figure(page, en.metric.cost)).toContainText('$3.00');
  await page.getByRole('button', { name: new RegExp(`−\\$3\\.00\\. ${en.why.profit.replace('?', '\\?')}$`) }).click();
  const why = page.getByRole('dialog', { name: en.why.profit });
  await expect(why.getByRole('list').first()).toContainText('Clicks−$3.0012, 0 before', { timeout: 60_000 });
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(why).toBeHidden();
  const devices = panel(page, en.panel.devices);
  await devices.getByRole('link', { name: 'Only Phone' }).click();
  await expect(page).toHaveURL(/[?&]device=mobile/);
  await expect(figure(page, en.metric.clicks)).toContainText('8');
  await expect(chips(page)).toHaveText(['Device is Phone']);
  await page.reload();
  await expect(figure(page, en.metric.clicks)).toContainText('8');
  await devices.getByRole('link', { name: 'Remove filter: Phone' }).click();
  await expect(figure(page, en.metric.clicks)).toContainText('12');
  await page.goBack();
  await expect(figure(page, en.metric.clicks)).toContainText('8');
  await expect(chips(page)).toHaveCount(1);
  await chips(page).first().click();
  await expect(figure(page, en.metric.clicks)).toContainText('12');

  await page.goto(`/en/statistics?${new URLSearchParams({ sub1: ODD })}&contry=UA`);
  await expect(figure(page, en.metric.clicks)).toContainText('6');
  await expect(chips(page).filter({ hasText: ODD })).toHaveCount(1);
  await expect(chips(page).filter({ hasText: 'Unknown filter: contry' }), 'a mistyped filter is shown').toHaveCount(1);
});

test('opens in more tabs than a browser has connections for', async ({ page, context }) => {
  await open(page);
  let front = page;
  for (let tabs = 1; tabs < 5; tabs += 1) {
    // Every tab of a test counts as visible, so it is hidden explicitly.
    await front.evaluate(() => {
      Object.defineProperty(document, 'hidden', { value: true });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    front = await context.newPage();
    await front.goto('/en/statistics');
    await expect(figure(front, en.metric.clicks)).toContainText('12');
    await expect(panel(front, en.panel.devices)).toContainText('Phone');
  }
});

test('shortcuts work on a Ukrainian keyboard layout but not while typing', async ({ page }) => {
  await open(page);
  await key(page, { key: 'а', code: 'KeyF' });
  const dialog = page.locator('#modal-root [role="dialog"]');
  await expect(dialog).toContainText(en.filter.title);
  await dialog.getByRole('searchbox').press('1');
  await expect(page, 'digits belong to the field').not.toHaveURL(/period=today/);
  await dialog.getByRole('combobox', { name: en.filter.dimension }).selectOption('device');
  await dialog.getByRole('searchbox').fill('desk');
  await dialog.getByRole('checkbox', { name: /Desktop/ }).check();
  await dialog.getByRole('button', { name: en.filter.apply }).click();
  await expect(figure(page, en.metric.clicks)).toContainText('4');
  await key(page, { key: 'м', code: 'KeyV' });
  await expect(page).toHaveURL(/compare=none/);
  await key(page, { key: '1', code: 'Digit1' });
  await expect(page).toHaveURL(/period=today/);
  await key(page, { key: 'ArrowLeft', code: 'ArrowLeft' });
  await expect(page).toHaveURL(/from=\d{4}-\d\d-\d\d/);
  await key(page, { key: 'w', code: 'KeyW' });
});

test('the chart supports arrow keys and is available as a table', async ({ page }) => {
  await open(page);
  const chart = page.getByRole('slider', { name: /^Chart:/ });
  await chart.focus();
  await page.keyboard.press('End');
  await expect(chart).toHaveAttribute('aria-valuetext', /Clicks: 12/);
  await page.keyboard.press('ArrowLeft');
  await expect(chart).toHaveAttribute('aria-valuetext', /Clicks: 0/);
  await expect(chart.locator('b').first()).toHaveText('0');
  await expect(page, 'arrows on the chart shift no period').not.toHaveURL(/from=/);
  await page.getByRole('button', { name: en.chart.as_table, exact: true }).first().click();
  const table = page.getByRole('table', { name: en.metric.clicks, exact: true });
  await expect(table.getByRole('row')).toHaveCount(8);
  await expect(table.getByRole('row').last()).toContainText('12');
});

test('rows expand, the export matches them and the report can be saved', async ({ page }) => {
  await open(page, '?g=device&g=sub1');
  const table = panel(page, en.table.title).first();
  await table.getByRole('button', { name: 'Expand: Phone' }).click();
  await expect(table.getByRole('row').filter({ hasText: ODD })).toContainText('4');
  await expect(table.getByRole('row').last()).toContainText(en.table.total);
  await expect(table.getByRole('row').last()).toContainText('12');

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: grid.views.menu }).click();
  await page.getByRole('button', { name: en.export }).click();
  const file = await readFile(await (await download).path(), 'utf8');
  const lines = file
    .replace(/^\uFEFF/, '')
    .trim()
    .split('\r\n');
  expect(lines[0]).toMatch(/^Device,sub1,Clicks,/);
  expect(
    lines
      .slice(1)
      .map((line) => Number(/,(\d+),\d+,\d+,/.exec(line.replace(/"[^"]*"/, 'x'))?.[1]))
      .reduce((a, b) => a + b, 0),
  ).toBe(12);

  await page.getByRole('textbox', { name: grid.views.name }).fill('By device');
  await page.getByRole('button', { name: grid.views.save }).click();
  await page.goto('/en/statistics');
  await page.getByRole('button', { name: grid.views.menu }).click();
  await page.getByRole('link', { name: 'By device', exact: true }).click();
  await expect(page).toHaveURL(/g=device&g=sub1/);
});

test('a new click appears in the live list without a reload', async ({ page }) => {
  await open(page);
  const live = page.getByRole('list', { name: en.live.title }).getByRole('listitem');
  await expect(live).toHaveCount(12, { timeout: 20_000 });
  await click(PHONE, 'late');
  await expect(live).toHaveCount(13, { timeout: 20_000 });
});

test('loads at most 350 kB of JavaScript, and the report that arrives moves nothing away from a click', async ({
  page,
}) => {
  const scripts: Promise<number>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script')
      scripts.push(response.body().then((body) => gzipSync(body).length));
  });
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/v1\/statistics\?/, (route) => held.then(() => route.continue()));
  await signIn(page, person);
  await page.goto('/en/statistics');
  const button = page.getByRole('button', { name: enToolbar.filter.add });
  const before = await button.boundingBox();
  release();
  await expect(figure(page, en.metric.clicks)).toContainText(/\d/);
  expect(await button.boundingBox()).toEqual(before);
  await page.waitForTimeout(1_500);
  const total = (await Promise.all(scripts)).reduce((sum, size) => sum + size, 0) / 1000;
  printMeasurement(`/statistics: ${total.toFixed(1)} kB of JavaScript (gzip) in all, the map among it`);
  expect(total).toBeLessThanOrEqual(350);
});

test('fits every width and is accessible in both themes, including the period picker', async ({ page }) => {
  await signIn(page, person);
  await load(page, '/ru/statistics');
  await expect(page.locator('h1')).toHaveText(ru.title);
  await expect(page.getByRole('slider').first()).toBeVisible();
  await expect(page.getByRole('heading', { name: ru.panel.devices })).toBeVisible();
  await lookAround(page);
  await page.getByRole('button', { name: new RegExp(`^${ruToolbar.period.label}`) }).click();
  await expect(page.getByText(ruToolbar.period.last90)).toBeVisible();
  await expectAccessible(page);
});

test('the cost of a row is corrected in place, and the report follows', async ({ page }) => {
  const { data: campaigns } = (await api(person.token)('GET', '/companies')) as { data: { id: number }[] };
  await open(page, `?campaign=${campaigns[0]?.id}&g=sub1`);
  await page.getByRole('button', { name: select.actions_of.replace('{{name}}', ODD) }).click();
  await page.getByRole('menuitem', { name: en.table.correct_cost }).click();
  const dialog = page.getByRole('dialog', { name: costs.add.correct });
  await expect(dialog.getByRole('listitem')).toHaveText(`sub1 is ${ODD}`);
  await expectAccessible(page);
  await dialog.getByLabel(costs.amount).fill('6.01');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText(costs.before)).toContainText('$1.50');
  await expect(dialog.getByText(costs.after)).toContainText('$6.01');
  await dialog.getByRole('button', { name: costs.add.save }).click();
  await expect(dialog).toBeHidden();
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole('row', { name: ODD })).toBeVisible();
    expect(await page.getByRole('row', { name: ODD }).textContent()).toContain('$6.01');
  }).toPass({ timeout: 60_000 });

  await page.getByRole('button', { name: select.actions_of.replace('{{name}}', ODD) }).click();
  await page.getByRole('menuitem', { name: en.cost.details }).click();
  const details = page.getByRole('dialog', { name: costs.details.title });
  await expect(details.getByRole('listitem').filter({ hasText: costs.details.origin.price })).toContainText('$1.50');
  await expect(details.getByRole('listitem').filter({ hasText: costs.details.total })).toContainText('$6.01');
  await expect(details.getByRole('listitem').filter({ hasText: costs.source.manual })).toContainText('+$4.51');
  await expectAccessible(page);
  await details.getByRole('link', { name: costs.details.open_all }).click();
  await expect(details).toBeHidden();
  await expect(page.getByRole('row').filter({ hasText: '$6.01' })).toBeVisible();
});
