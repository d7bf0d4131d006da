import { expect, test } from '../fixture.ts';
import { people } from '../people.ts';
import { header, settled, themeSwitch } from './frame.ts';

const themeOf = (page: import('@playwright/test').Page) =>
  page.evaluate(() => ({ shown: document.documentElement.dataset.theme, stored: localStorage.getItem('theme') }));

test.describe('the theme', () => {
  test.use({ colorScheme: 'dark' });

  test('is light by default, whatever the system prefers', async ({ page }) => {
    await page.goto('/ua/login');
    await settled(page);
    expect((await themeOf(page)).shown).toBe('light');
  });

  test('is toggled by a checkbox, stored under the key "theme" and kept after a reload', async ({ page, as }) => {
    await as('user');
    await page.goto('/ua/campaign');
    await settled(page);
    await themeSwitch(header(page)).check({ force: true });
    expect(await themeOf(page)).toEqual({ shown: 'dark', stored: 'dark' });
    await page.reload();
    await settled(page);
    expect(await themeOf(page)).toEqual({ shown: 'dark', stored: 'dark' });
    await expect(themeSwitch(header(page))).toBeChecked();
    await themeSwitch(header(page)).uncheck({ force: true });
    expect(await themeOf(page)).toEqual({ shown: 'light', stored: 'light' });
  });

  test('is restored before the first paint, and is light when the stored value is invalid', async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('theme', 'dark'));
    await page.goto('/ua/login', { waitUntil: 'commit' });
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await settled(page);
    const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(background).toBe('rgb(11, 18, 20)');

    await page.addInitScript(() => localStorage.setItem('theme', 'purple'));
    await page.goto('/ua/login');
    await settled(page);
    expect((await themeOf(page)).shown).toBe('light');
  });
});

test('keeps theme and language in browser storage and the token only in its cookie', async ({ page, as }) => {
  await as('user');
  await page.goto('/ua/campaign');
  await settled(page);
  await themeSwitch(header(page)).check({ force: true });
  const storage = await page.evaluate(() => ({ ...localStorage, ...sessionStorage }));
  expect(storage).toMatchObject({ selectedLanguage: 'ua', theme: 'dark' });
  expect(JSON.stringify(storage)).not.toContain(people().user.token);
  expect((await page.context().cookies()).map((cookie) => cookie.name)).toEqual(['token']);
});
