import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../fixture.ts';
import { api, emailTo, type Person, registerUser, signIn } from '../people.ts';
import { expectPlace, heading, settled, sidebar } from '../screens/frame.ts';
import { expectAccessible } from '../screens/look.ts';

const input = (page: Page, name: string): Locator => page.locator(`main input[name="${name}"]`);
const save = (page: Page): Locator => page.locator('main button[type="submit"]');
const dialog = (page: Page): Locator => page.locator('#modal-root [role="dialog"]');
const toast = (page: Page, text: string): Locator => page.locator('#modal-root').getByText(text);

/** Registers a new user for each test, because the tests change the profile. */
async function open(page: Page, place = '/ua/profile'): Promise<Person> {
  const person = await registerUser();
  await signIn(page, person);
  await page.goto(place);
  await settled(page);
  return person;
}

test('saved values survive a reload, and an emptied field is cleared', async ({ page }) => {
  const person = await open(page);
  await input(page, 'name').fill('Анна Ґалаґан');
  await input(page, 'company').fill('«Їжак & Co» <b>');
  await input(page, 'phone').fill('+380 44 000 00 00');
  await input(page, 'messenger').fill('@anna');
  await save(page).click();
  await expect(toast(page, 'Профіль збережено')).toBeVisible();
  await expect(page.locator('header').first()).toContainText('Анна Ґалаґан');

  await page.reload();
  await settled(page);
  await expect(input(page, 'company')).toHaveValue('«Їжак & Co» <b>');
  await expect(input(page, 'phone')).toHaveValue('+380 44 000 00 00');
  await input(page, 'company').fill('');
  await save(page).click();
  await expect(toast(page, 'Профіль збережено')).toBeVisible();
  expect(await api(person.token)('GET', '/profile')).toMatchObject({ company: null, messenger: '@anna' });
});

test('finds a time zone by typing and applies the interface language as soon as it is selected', async ({ page }) => {
  const person = await open(page, '/en/profile?tab=interface');
  await page.getByLabel('Time zone').fill('tokyo');
  await page
    .locator('#modal-root')
    .getByRole('option', { name: /Asia\/Tokyo/ })
    .click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  expect(await api(person.token)('GET', '/profile')).toMatchObject({ timezone: 'Asia/Tokyo' });

  await page.getByRole('group', { name: 'Interface language' }).getByRole('radio', { name: 'русский' }).click();
  await expectPlace(page, '/ru/profile?tab=interface');
  await expect(heading(page)).toHaveText('Профиль');
});

test('calendars start on the selected first day of the week', async ({ page }) => {
  await open(page, '/en/profile?tab=interface');
  await page.getByRole('radio', { name: 'Sunday' }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.goto('/en/conversions?from=2026-02-11&to=2026-02-11');
  await settled(page);
  await page.getByRole('button', { name: /^Period/ }).click();
  await page.getByRole('button', { name: /^Open calendar/ }).click();
  await expect(page.getByRole('columnheader', { name: 'Sun' })).toBeVisible();
  await expect(page.getByRole('button', { name: '11 February 2026', exact: true })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Home');
  await expect(page.getByRole('button', { name: '8 February 2026', exact: true })).toBeFocused();
});

test('shows a server error under its field and keeps the typed values', async ({ page }) => {
  await open(page);
  await page.route('**/v1/profile', async (route) => {
    if (route.request().method() !== 'PUT') return route.continue();
    await route.fulfill({
      status: 422,
      json: { message: 'Перевірте поля.', code: 'invalid_request', errors: { phone: ['Такого номера не буває'] } },
    });
  });
  await input(page, 'name').fill('Анна');
  await input(page, 'phone').fill('12');
  await save(page).click();
  await expect(page.getByText('Такого номера не буває')).toBeVisible();
  await expect(input(page, 'phone')).toBeFocused();
  await expect(input(page, 'name')).toHaveValue('Анна');
});

test.describe('unsaved changes', () => {
  const toStatistics = (page: Page) => sidebar(page).locator('a[href$="/statistics"]').click();

  test('open a dialog that lets the user stay or save them before leaving', async ({ page }) => {
    const person = await open(page);
    await input(page, 'name').fill('Незбережене');
    await toStatistics(page);
    await expect(dialog(page)).toBeVisible();
    await dialog(page).getByRole('button', { name: 'Залишитися' }).click();
    await expect(dialog(page)).toBeHidden();
    await expectPlace(page, '/ua/profile');
    await expect(input(page, 'name')).toHaveValue('Незбережене');

    await input(page, 'name').fill('Збережене');
    await toStatistics(page);
    await dialog(page).getByRole('button', { name: 'Зберегти' }).click();
    await expectPlace(page, '/ua/statistics');
    expect(await api(person.token)('GET', '/profile')).toMatchObject({ name: 'Збережене' });
  });

  test('can be discarded, and are not reported after the original value is typed again', async ({ page }) => {
    const person = await open(page);
    const before = await input(page, 'name').inputValue();
    await input(page, 'name').fill('Щось інше');
    await input(page, 'name').fill(before);
    await toStatistics(page);
    await expectPlace(page, '/ua/statistics');

    await sidebar(page).locator('nav a[href$="/profile"]').click();
    await input(page, 'name').fill('Незбережене');
    await toStatistics(page);
    await dialog(page).getByRole('button', { name: 'Не зберігати' }).click();
    await expectPlace(page, '/ua/statistics');
    expect(await api(person.token)('GET', '/profile')).not.toMatchObject({ name: 'Незбережене' });
  });
});

test('shows a reminder to verify the email and resends the email', async ({ page }) => {
  const person = await open(page, '/ua/statistics');
  const first = await emailTo(person.email);
  await page.getByRole('button', { name: 'Надіслати лист ще раз' }).click();
  await expect(page.getByText(`Лист знову надіслано на ${person.email}`)).toBeVisible();
  await expect.poll(async () => (await emailTo(person.email)).text).not.toBe(first.text);
});
