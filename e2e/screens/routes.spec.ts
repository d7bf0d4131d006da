import { expect, test } from '../fixture.ts';
import { people, stage } from '../people.ts';
import { TEXTS } from '../texts.ts';
import { arriveFrom, BEFORE, expectPlace, fillLogin, heading, placeOf, settled, sidebar } from './frame.ts';

test.describe('protected pages', () => {
  test('redirect visitors to /login and add no history entry', async ({ page }) => {
    await arriveFrom(page, '/en/statistics?a=1#b');
    await expectPlace(page, '/login');
    await page.goBack();
    expect(placeOf(page)).toBe(BEFORE);
  });

  test('return visitors to the requested URL after login, with query and hash', async ({ page }) => {
    await page.goto('/en/statistics?page=3&sort=name#totals');
    await expectPlace(page, '/login');
    await fillLogin(page, people().user);
    await expectPlace(page, '/en/statistics?page=3&sort=name#totals');
    await settled(page);
    const token = (await page.context().cookies()).find((cookie) => cookie.name === 'token');
    expect(token).toMatchObject({ path: '/', sameSite: 'Strict' });
    // A reload must not return to the login page.
    await page.reload();
    await settled(page);
    await expectPlace(page, '/en/statistics?page=3&sort=name#totals');
  });

  test('return visitors to a URL that was requested without a language', async ({ page }) => {
    await page.goto('/black-list?page=2');
    await expectPlace(page, '/login');
    await fillLogin(page, people().user);
    await expectPlace(page, '/ua/black-list?page=2');
  });

  test('open campaigns after login when no page was requested', async ({ page }) => {
    await page.goto('/');
    await expectPlace(page, '/login');
    await fillLogin(page, people().user);
    await expectPlace(page, '/ua/campaign');
  });
});

test.describe('an invalid token', () => {
  test('redirects to the login page on a 401 and returns after login', async ({ page }) => {
    await page.context().addCookies([{ name: 'token', value: 'no-longer-good', url: stage().url }]);
    await page.goto('/ru/referrals?page=1');
    await expectPlace(page, '/login');
    await fillLogin(page, people().user);
    await expectPlace(page, '/ru/referrals?page=1');
  });
});

test.describe('an unknown URL', () => {
  test('gets a language and shows the not-found page to visitors and logged-in users', async ({ page, as }) => {
    await page.goto('/no/such/screen?a=1#b');
    await expectPlace(page, '/ua/no/such/screen?a=1#b');
    await expect(heading(page)).toHaveText(TEXTS.ua.select.not_found.title);
    await page.goto('/ru/no/such/screen?a=1');
    await expect(heading(page)).toHaveText(TEXTS.ru.select.not_found.title);
    expect(placeOf(page)).toBe('/ru/no/such/screen?a=1');
    await as('user');
    await page.reload();
    await expect(heading(page)).toHaveText(TEXTS.ru.select.not_found.title);
    await page.getByRole('link', { name: TEXTS.ru.select.not_found.back_to_campaigns }).click();
    await expectPlace(page, '/ru/campaign');
  });
});

test('the pages after a payment show their dialog over the plans', async ({ page, as }) => {
  await as('user');
  for (const outcome of ['success', 'failed']) {
    await page.goto(`/ua/tariffs/${outcome}-payment`);
    await expect(page.locator('#modal-root [role="dialog"]')).toBeVisible();
    await expect(heading(page)).toHaveText(TEXTS.ua.sidebar.tariffs);
  }
});

test('shows an error when a page fails to load and keeps the sidebar', async ({ page, as, pageErrors }) => {
  await as('user');
  await page.goto('/ua/profile');
  await settled(page);
  await page.route(/\/assets\/.*\.js$/, (route) => route.abort());
  await sidebar(page).locator('a[href$="/conversions"]').click();
  await expect(heading(page)).toHaveText('Unexpected Application Error!');
  await expect(sidebar(page)).toBeVisible();
  pageErrors.length = 0;
});
