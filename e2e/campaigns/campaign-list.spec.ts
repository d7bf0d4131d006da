import type { Page } from '@playwright/test';
import en from '@poklik/locales/en/campaigns.json' with { type: 'json' };
import grid from '@poklik/locales/en/grid.json' with { type: 'json' };
import { expect, test } from '../fixture.ts';
import { api, registerUser, signIn, stage } from '../people.ts';
import { expectPlace, settled } from '../screens/frame.ts';
import { TEXTS } from '../texts.ts';
import { customerWith, dialog, row, rows } from './campaigns.ts';

const names = (page: Page) => rows(page).locator('[data-open]');
const search = (page: Page) => page.getByRole('searchbox');
const view = (page: Page, name: string) => page.getByRole('navigation', { name: en.list.status }).getByText(name);
const toast = (page: Page) => page.locator('#modal-root [role="status"]');

async function choose(page: Page, name: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `Actions: ${name}`, exact: true }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

const many = (count: number) => Array.from({ length: count }, (_, place) => ({ name: `Campaign ${place + 1}` }));

test('keeps search, filters and sorting in the URL and restores them from it', async ({ page, browser }) => {
  const { person } = await customerWith(
    ...many(11),
    { name: 'Coffee & tea = 100%', tags: ['a, b|c&d=e+f'] },
    { name: 'Coffee beans', status: 'paused', tags: ['beans'] },
  );
  await signIn(page, person);
  await page.goto('/en/campaign');
  await settled(page);
  await expect(rows(page)).toHaveCount(13);
  await expect(names(page).first()).toHaveText('Coffee beans');

  await page.keyboard.press('/');
  await expect(search(page)).toBeFocused();
  await page.keyboard.type('coffee', { delay: 40 });
  await expectPlace(page, '/en/campaign?search=coffee');
  await expect(names(page)).toHaveText(['Coffee beans', 'Coffee & tea = 100%']);
  await expect(row(page, 'Coffee beans').locator('mark')).toHaveText(['Coffee']);
  await expect(page.getByText('2 campaigns found')).toBeVisible();

  await row(page, 'Coffee & tea = 100%').getByRole('link', { name: 'a, b|c&d=e+f' }).click();
  await expect(names(page)).toHaveText(['Coffee & tea = 100%']);
  await view(page, 'Paused').click();
  await expect(page.getByText(TEXTS.en.select.nothing_found)).toBeVisible();
  const narrowed = page.url();
  await page.reload();
  await expect(search(page)).toHaveValue('coffee');
  await expect(page.getByRole('combobox', { name: 'Tag' })).toHaveValue('a, b|c&d=e+f');
  await page.getByRole('link', { name: en.list.clear_filters }).last().click();
  await expectPlace(page, '/en/campaign');
  await expect(search(page)).toHaveValue('');

  await page.getByRole('button', { name: en.list.name, exact: true }).click();
  await expect(names(page).first()).toHaveText('Campaign 1');
  await page.getByRole('button', { name: en.list.name, exact: true }).click();
  await expect(names(page).first()).toHaveText('Coffee beans');
  await expectPlace(page, '/en/campaign?sort=name&order=desc');

  const other = await browser.newPage();
  await signIn(other, person);
  await other.goto(page.url());
  await expect(names(other).first()).toHaveText('Coffee beans');
  await expect(names(other).last()).toHaveText('Campaign 1');
  await other.goto(narrowed);
  await expect(other.getByText(TEXTS.en.select.nothing_found)).toBeVisible();
  await other.context().close();

  for (const place of ['?sort=name&order=asc', '']) {
    await page.goBack();
    await expectPlace(page, `/en/campaign${place}`);
  }
  await expect(names(page).first()).toHaveText('Coffee beans');
  await page.goBack();
  await expect(search(page), 'one step back is the search again').toHaveValue('coffee');
});

test('row actions copy the link, duplicate, pause, archive, restore and delete a campaign', async ({
  page,
  context,
}) => {
  const { person, keys } = await customerWith({ name: 'Autumn' }, { name: 'Winter' });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, person);
  await page.goto('/en/campaign');

  await page.getByRole('button', { name: 'Copy tracking link: Autumn' }).click();
  await expect(row(page, 'Autumn').getByText('Copied').first()).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${stage().url}/c/${keys.get('Autumn')}`);

  await choose(page, 'Autumn', 'Duplicate');
  await expect(names(page)).toHaveText(['Autumn (2)', 'Winter', 'Autumn']);
  await expect(row(page, 'Autumn (2)')).toContainText('Draft');

  await choose(page, 'Autumn', 'Pause');
  await expect(row(page, 'Autumn')).toContainText('Paused');
  await toast(page).getByRole('button', { name: 'Undo' }).click();
  await expect(row(page, 'Autumn')).toContainText('Active');

  await choose(page, 'Winter', 'Archive');
  await expect(row(page, 'Winter')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Actions: Autumn', exact: true })).toBeFocused();
  await expect(toast(page).getByText('Archived: «Winter»')).toBeVisible();
  await toast(page).getByRole('button', { name: 'Undo' }).click();
  await expect(row(page, 'Winter')).toContainText('Active');

  await choose(page, 'Autumn (2)', 'Delete');
  await expect(dialog(page)).toContainText('Delete “Autumn (2)”?');
  await expect(dialog(page)).toContainText('30 days');
  await expect(dialog(page).getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Actions: Autumn (2)' }), 'the focus returns').toBeFocused();
  await choose(page, 'Autumn (2)', 'Delete');
  await dialog(page).getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(names(page)).toHaveText(['Winter', 'Autumn']);

  await page.getByRole('button', { name: 'Actions: Autumn', exact: true }).click();
  const [opened] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('menuitem', { name: en.list.open_transparency }).click(),
  ]);
  await expect(opened).toHaveURL(`${stage().url}/c/${keys.get('Autumn')}+`);
  await expect(opened.locator('body')).toContainText('https://shop.example');
});

test('selects and changes several campaigns at once with mouse and keyboard', async ({ page }) => {
  const { person } = await customerWith(...many(4), { name: 'Tagged', tags: ['old'] });
  await signIn(page, person);
  await page.goto('/en/campaign');
  await settled(page);

  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Shift+X');
  await expect(page.getByText('3 selected')).toBeVisible();
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await expect(page.getByText('3 selected')).toHaveCount(0);
  await expect(rows(page).filter({ hasText: 'Paused' })).toHaveCount(3);
  await toast(page).getByRole('button', { name: 'Undo' }).click();
  await expect(rows(page).filter({ hasText: 'Paused' })).toHaveCount(0);

  await page.getByRole('checkbox', { name: grid.select_all }).check();
  await page.getByRole('button', { name: en.list.tags }).click();
  await dialog(page).getByRole('textbox', { name: 'New tag' }).fill('autumn');
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('button', { name: 'Remove tag “autumn”' })).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Remove tag “old”' }).click();
  await expect(dialog(page).getByRole('button', { name: 'Remove tag “old”' })).toHaveCount(0);
  await dialog(page).getByRole('button', { name: 'Close' }).last().click();
  await expect(rows(page).getByRole('link', { name: 'autumn', exact: true })).toHaveCount(5);

  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(dialog(page)).toContainText('Delete 5 campaigns?');
  await expect(dialog(page)).toContainText('Tagged');
  await dialog(page).getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText(en.empty.title)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Add campaign' })).toHaveAttribute('href', '/en/campaign/create');
});

test('keeps columns for the user and changes weights of several campaigns at once', async ({ page }) => {
  const destinations = ['Old', 'New'].map((name) => ({ name, url: `https://${name}.example`, weight: 50 }));
  const { person } = await customerWith({ name: 'First', destinations }, { name: 'Second', destinations });
  await signIn(page, person);
  await page.goto('/en/campaign');
  await settled(page);

  const saved = () => page.waitForResponse((response) => response.url().endsWith('/v1/profile/grids'));
  await page.getByRole('button', { name: grid.columns.label }).click();
  await Promise.all([saved(), page.getByRole('checkbox', { name: en.list.columns.status, exact: true }).click()]);
  await Promise.all([saved(), page.getByRole('checkbox', { name: en.list.columns.weights, exact: true }).click()]);
  await page.reload();
  await expect(rows(page).getByRole('button', { name: /^Edit weights/ })).toHaveText(['50:50', '50:50']);
  await expect(page.getByRole('columnheader', { name: en.list.columns.status })).toHaveCount(0);

  await page.getByRole('checkbox', { name: grid.select_all }).check();
  await page.getByRole('button', { name: en.list.weights.button }).click();
  await dialog(page).getByRole('button', { name: 'New', exact: true }).click();
  await expect(dialog(page)).toContainText('50:50 → 30:70');
  await dialog(page).getByRole('button', { name: 'Change 2 campaigns' }).click();
  await expect(rows(page).getByRole('button', { name: /^Edit weights/ })).toHaveText(['30:70', '30:70']);
  await toast(page).getByRole('button', { name: en.list.undo }).click();
  await expect(rows(page).getByRole('button', { name: /^Edit weights/ })).toHaveText(['50:50', '50:50']);
});

test('shows new clicks without reloading the page', async ({ page }) => {
  test.setTimeout(180_000);
  const { person, keys } = await customerWith({ name: 'Watched', cost_model: 'cpc', cost_value: '0.5' });
  await signIn(page, person);
  await page.goto('/en/campaign');
  // The statistics engine may still be compiling right after startup.
  await expect(row(page, 'Watched').locator('[data-col="clicks"]')).toHaveText('0', { timeout: 60_000 });
  for (const visitor of [1, 2, 3]) {
    await fetch(`${stage().url}/c/${keys.get('Watched')}`, {
      redirect: 'manual',
      headers: { 'user-agent': `Mozilla/5.0 (X11; Linux x86_64) Chrome/15${visitor}.0.0.0 Safari/537.36` },
    });
  }
  await expect(async () => {
    await page.getByRole('button', { name: TEXTS.en.select.refresh }).click();
    await expect(row(page, 'Watched').locator('[data-col="clicks"]')).toHaveText('3', { timeout: 10_000 });
  }).toPass({ timeout: 60_000 });
  await expect(row(page, 'Watched')).toContainText('−100.00%');
  await expect(row(page, 'Watched').getByRole('img', { name: /0 · 0 · 0 · 0 · 0 · 0 · 3/ })).toBeVisible();
});

test('shows the plan’s campaign limit before and when it is reached', async ({ page }) => {
  const person = await registerUser();
  await signIn(page, person);
  for (const name of ['One', 'Two']) {
    await api(person.token)('POST', '/companies', { name, default_url: 'https://shop.example' });
  }
  await page.goto('/en/campaign');
  await expect(page.getByText('2 of 3 campaigns used.')).toBeVisible();
  await choose(page, 'One', 'Duplicate');
  await expect(page.getByText('3 of 3 campaigns used.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Add campaign' })).toHaveCount(0);
  await choose(page, 'Two', 'Duplicate');
  await expect(page.getByRole('alert')).toContainText('reached your plan’s limit');
  await page.getByRole('link', { name: 'View plans' }).click();
  await expectPlace(page, '/en/tariffs');
});

test('shows an error when the list fails to load and loads it on retry', async ({ page }) => {
  const { person } = await customerWith({ name: 'Only' });
  await signIn(page, person);
  await page.route('**/v1/companies?*', (route) =>
    route.fulfill({ status: 422, json: { message: 'Something', code: 'invalid_request' } }),
  );
  await page.goto('/en/campaign');
  await expect(page.getByRole('alert')).toContainText('Something');
  await page.unroute('**/v1/companies?*');
  await page.getByRole('button', { name: TEXTS.en.select.retry }).click();
  await expect(row(page, 'Only')).toBeVisible();
});
