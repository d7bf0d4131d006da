import { LANGUAGE_TAGS, LANGUAGES } from '@poklik/contract/language';
import { expect, test } from '../fixture.ts';
import { TEXTS } from '../texts.ts';
import { arriveFrom, BEFORE, expectPlace, header, languageSelect, placeOf, settled, sidebar } from './frame.ts';

const LABELS = { ua: 'укр', ru: 'рус', en: 'eng' };

const stored = (page: import('@playwright/test').Page) => page.evaluate(() => localStorage.getItem('selectedLanguage'));

test.describe('a language in the URL', () => {
  test('is applied, sent to the API, remembered and added to URLs without one', async ({ page, as }) => {
    await as('user');
    for (const language of LANGUAGES) {
      const [request] = await Promise.all([page.waitForRequest('**/v1/profile'), page.goto(`/${language}/statistics`)]);
      const headers = await request.allHeaders();
      expect(headers['accept-language']).toBe(language);
      expect(headers.authorization).toMatch(/^Bearer \S{20,}/);
      await settled(page);
      await expect(page.locator('html')).toHaveAttribute('lang', LANGUAGE_TAGS[language]);
      await expect(sidebar(page).locator('a[href$="/campaign"]')).toHaveText(TEXTS[language].sidebar.campaign);
      await expect(header(page)).toContainText(LABELS[language]);
      expect(await stored(page)).toBe(language);
      await page.goto('/profile?tab=1#top');
      await expectPlace(page, `/${language}/profile?tab=1#top`);
      await settled(page);
    }
  });

  test('is not recognized when the first segment is not a supported language', async ({ page }) => {
    for (const first of ['de', 'EN', 'uk', 'english']) {
      await page.goto(`/${first}/login`);
      await expectPlace(page, `/ua/${first}/login`);
    }
  });
});

test.describe('a URL without a language', () => {
  test('redirects to Ukrainian by default and instead of an unsupported stored language, and adds no history entry', async ({
    page,
    as,
  }) => {
    await as('user');
    await arriveFrom(page, '/statistics?page=2&sort=name#totals');
    await expectPlace(page, '/ua/statistics?page=2&sort=name#totals');
    await page.goBack();
    expect(placeOf(page)).toBe(BEFORE);
    await page.addInitScript(() => localStorage.setItem('selectedLanguage', 'de'));
    await page.goto('/campaign');
    await expectPlace(page, '/ua/campaign');
  });

  test('stays unchanged at login and registration, which use the stored language', async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('selectedLanguage', 'ru'));
    for (const entry of ['/login', '/registration']) {
      await page.goto(`${entry}?ref=ABCD#form`);
      await settled(page);
      expect(placeOf(page)).toBe(`${entry}?ref=ABCD#form`);
      await expect(page.locator('html')).toHaveAttribute('lang', 'ru');
    }
  });
});

test.describe('the root URL', () => {
  test('redirects visitors to the login page and adds no history entry', async ({ page }) => {
    for (const root of ['/', '/ua', '/en', '/ru/']) {
      await arriveFrom(page, root);
      await expectPlace(page, '/login');
      await page.goBack();
      expect(placeOf(page)).toBe(BEFORE);
    }
  });

  test('redirects logged-in users to campaigns in their language', async ({ page, as }) => {
    await as('user');
    await arriveFrom(page, '/');
    await expectPlace(page, '/ua/campaign');
    await page.goto('/en');
    await expectPlace(page, '/en/campaign');
    await page.goto('/');
    await expectPlace(page, '/en/campaign');
  });
});

test.describe('the language selector', () => {
  test('changes only the first segment of the URL and shows the first three characters of each label', async ({
    page,
    as,
  }) => {
    await as('user');
    await page.goto('/ua/statistics?page=2#totals');
    await settled(page);
    for (const language of ['en', 'ru', 'ua'] as const) {
      await languageSelect(header(page)).selectOption(language);
      await expectPlace(page, `/${language}/statistics?page=2#totals`);
      await expect(sidebar(page).locator('a[href$="/campaign"]')).toHaveText(TEXTS[language].sidebar.campaign);
      await expect(sidebar(page).locator('a[href$="/campaign"]')).toHaveAttribute('href', `/${language}/campaign`);
      await expect(header(page).locator('[aria-hidden]', { hasText: LABELS[language] }).first()).toHaveText(
        LABELS[language],
      );
      expect(await stored(page)).toBe(language);
    }
    await expect(languageSelect(header(page)).locator('option')).toHaveText(['укр', 'русский', 'english']);
  });

  test('adds a language segment when there is none', async ({ page }) => {
    await page.goto('/login?a=1#b');
    await settled(page);
    await languageSelect(header(page)).selectOption('en');
    await expectPlace(page, '/en/login?a=1#b');
    expect(await stored(page)).toBe('en');
  });
});

for (const [role, place, field] of [
  ['user', '/campaign/create', 'name'],
  ['user', '/profile', 'name'],
  ['user', '/profile?tab=billing', 'name'],
  ['superAdmin', '/instructions/create', 'slug'],
] as const) {
  test(`changing the language at ${place} keeps typed values and shows no dialog`, async ({ page, as }) => {
    await as(role);
    await page.goto(`/en${place}`);
    await settled(page);
    const typed = page.locator(`form [name="${field}"]`).first();
    await typed.fill('half-typed');
    for (const language of ['ru', 'ua'] as const) {
      await languageSelect(header(page)).selectOption(language);
      await expectPlace(page, `/${language}${place}`);
      await expect(sidebar(page).locator('nav a[href$="/tariffs"]')).toHaveText(TEXTS[language].sidebar.tariffs);
      await expect(typed).toHaveValue('half-typed');
      await expect(page.locator('#modal-root [role="dialog"]')).toHaveCount(0);
    }
    await sidebar(page).locator('nav a[href$="/tariffs"]').click();
    await expect(page.locator('#modal-root [role="dialog"]')).toContainText(TEXTS.ua.select.unsaved_title);
  });
}

test('serves every translation file', async ({ request }) => {
  const namespaces =
    'api auth black_list_page campaigns conversions errors instructions invoices months notifications profile referrals select sidebar statistics tariffs team_users transactions users_list withdrawal'.split(
      ' ',
    );
  for (const language of LANGUAGES) {
    for (const namespace of namespaces) {
      const response = await request.get(`/locales/${language}/${namespace}.json`);
      expect(response.status(), `${language}/${namespace}`).toBe(200);
      expect(Object.keys(await response.json()).length, `${language}/${namespace}`).toBeGreaterThan(0);
    }
  }
  expect((await request.get('/locales/de/auth.json')).status()).toBe(404);
});
