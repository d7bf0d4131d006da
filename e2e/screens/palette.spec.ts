import type { Locator, Page } from '@playwright/test';
import uaStatistics from '@poklik/locales/ua/statistics.json' with { type: 'json' };
import { expect, test } from '../fixture.ts';
import { api, type Person, registerUser, signIn } from '../people.ts';
import { TEXTS } from '../texts.ts';
import { expectPlace, header, heading, settled } from './frame.ts';
import { expectAccessible, expectNoSidewaysScroll, look } from './look.ts';

const dialog = (page: Page): Locator => page.locator('#modal-root [role="dialog"]');
const field = (page: Page): Locator => page.getByRole('combobox', { name: TEXTS.ua.sidebar.palette.placeholder });
const chosen = (page: Page): Locator => dialog(page).getByRole('option', { selected: true });

/** Sends a key as a keyboard layout does, with its character and its physical code. */
const press = (page: Page, key: string, code: string, held: { ctrlKey?: boolean } = {}) =>
  page.evaluate(
    (init) =>
      (document.activeElement ?? document.body).dispatchEvent(
        new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true }),
      ),
    { key, code, ...held },
  );
const openPalette = (page: Page) => press(page, 'л', 'KeyK', { ctrlKey: true });

async function open(page: Page, place: string, profile: object = {}): Promise<Person> {
  const person = await registerUser();
  await api(person.token)('PUT', '/profile', profile);
  await signIn(page, person);
  await page.goto(place);
  await settled(page);
  return person;
}

test('search and shortcuts work on a Ukrainian keyboard layout', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const words = TEXTS.ua.sidebar;
  const person = await open(page, '/ua/profile');
  const { data: campaign } = (await api(person.token)('POST', '/companies', {
    name: 'Кава взимку',
    default_url: 'https://shop.example/',
  })) as { data: { id: number; postback_url: string } };

  await openPalette(page);
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('rfvgfys]');
  await expect(chosen(page)).toContainText(words.campaign);
  await page.keyboard.press('Enter');
  await expectPlace(page, '/ua/campaign');
  await expect(dialog(page)).toHaveCount(0);
  await expect(heading(page)).toBeFocused();

  const button = header(page).getByRole('button', { name: words.palette.title });
  await button.click();
  await field(page).fill('rfdf');
  await expect(chosen(page)).toContainText('Кава взимку');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await expect(button).toBeFocused();
  await button.click();
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('кава');
  await expect(chosen(page)).toContainText('Кава взимку');
  await page.keyboard.press('Enter');
  await expectPlace(page, `/ua/campaign/update/${campaign.id}?tab=overview`);
  await expect(heading(page)).toContainText('Кава взимку');
  await settled(page);

  await openPalette(page);
  await expect(page.getByRole('group', { name: words.palette.group.recent })).toContainText('Кава взимку');
  await field(page).fill('постбек');
  await expect(chosen(page)).toContainText(words.palette.copy_postback_url);
  await page.keyboard.press('Enter');
  await expect(chosen(page)).toContainText('Кава взимку');
  await page.keyboard.press('Enter');
  await expect(page.locator('#modal-root').getByText(/Скопійовано: Кава взимку/)).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(campaign.postback_url);
  await expect(dialog(page)).toHaveCount(0);

  await press(page, 'п', 'KeyG');
  await press(page, 'і', 'KeyS');
  await expectPlace(page, '/ua/statistics');
  await expect(heading(page)).toHaveText(uaStatistics.title);
  await settled(page);
  await press(page, 'п', 'KeyG');
  await press(page, 'с', 'KeyC');
  await expectPlace(page, '/ua/campaign');
  await expect(page.getByRole('searchbox')).toBeVisible();
  await page.keyboard.press('Shift+Slash');
  await expect(dialog(page)).toContainText(TEXTS.ua.select.keys.search);
  await expect(dialog(page)).toContainText(words['team-users']);
  await expect(dialog(page)).not.toContainText(words['users-list']);
  // Shortcuts do nothing while a dialog is open.
  await press(page, 'п', 'KeyG');
  await press(page, 'і', 'KeyS');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await expectPlace(page, '/ua/campaign');
});

test('disabled single-key shortcuts do nothing while key combinations still work', async ({ page }) => {
  const { palette } = TEXTS.ua.sidebar;
  await open(page, '/ua/profile', { shortcuts: false });
  await page.keyboard.press('Shift+Slash');
  await page.keyboard.press('g');
  await page.keyboard.press('s');
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
  await expectPlace(page, '/ua/profile');
  await page.keyboard.type('гарячі');
  await expect(chosen(page)).toContainText(palette.shortcuts);
  await page.keyboard.press('Enter');
  // Both dialogs exist for a moment while one replaces the other.
  await expect(field(page)).toHaveCount(0);
  await expect(dialog(page)).toContainText(palette.shortcuts_off);
  await expect(dialog(page)).toContainText('Ctrl');
  await expect(dialog(page)).not.toContainText(palette.scope.go_to);
});

test('the palette and the shortcuts dialog fit a phone and are accessible', async ({ page, as }) => {
  const { palette } = TEXTS.ru.sidebar;
  await look(page, { theme: 'dark', width: 390 });
  await as('user');
  await page.goto('/ru/campaign');
  await settled(page);
  await expectNoSidewaysScroll(page);
  await header(page).getByRole('button', { name: palette.title }).click();
  await expect(chosen(page)).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.keyboard.type('щщщщщ');
  await expect(dialog(page)).toContainText(palette.nothing);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await page.keyboard.press('?');
  await expect(dialog(page)).toContainText(palette.scope.everywhere);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});
