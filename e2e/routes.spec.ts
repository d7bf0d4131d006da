import { expect, test } from './fixture.ts';
import { arriveFrom, BEFORE, expectPlace, fillLogin, heading, placeOf, settled, sidebar } from './frame.ts';
import { people, stage } from './people.ts';
import { TEXTS } from './texts.ts';

test.describe('screens behind the sign-in', () => {
  test('send a visitor to /login, without a trace in the history', async ({ page }) => {
    await arriveFrom(page, '/en/statistics?a=1#b');
    await expectPlace(page, '/login');
    await page.goBack();
    expect(placeOf(page)).toBe(BEFORE);
  });

  test('return a visitor after the sign-in to where they wanted to be, with search and hash', async ({ page }) => {
    await page.goto('/en/statistics?page=3&sort=name#totals');
    await expectPlace(page, '/login');
    await fillLogin(page, people().user);
    await expectPlace(page, '/en/statistics?page=3&sort=name#totals');
    await settled(page);
    const token = (await page.context().cookies()).find((cookie) => cookie.name === 'token');
    expect(token).toMatchObject({ path: '/', sameSite: 'Strict' });
    // The sign-in screen is behind, not in the way back.
    await page.reload();
    await settled(page);
    await expectPlace(page, '/en/statistics?page=3&sort=name#totals');
  });

  test('return who was sent away from a bare address too', async ({ page }) => {
    await page.goto('/black-list?page=2');
    await expectPlace(page, '/login');
    await fillLogin(page, people().user);
    await expectPlace(page, '/ua/black-list?page=2');
  });

  test('lead home after the sign-in when nothing else was asked for', async ({ page }) => {
    await page.goto('/');
    await expectPlace(page, '/login');
    await fillLogin(page, people().user);
    await expectPlace(page, '/ua/campaign');
  });
});

test.describe('a token that is no longer good', () => {
  test('shows the frame until the server says 401, then the sign-in screen, and returns afterwards', async ({
    page,
  }) => {
    await page.context().addCookies([{ name: 'token', value: 'no-longer-good', url: stage().url }]);
    await page.goto('/ru/referrals?page=1');
    await expectPlace(page, '/login');
    await fillLogin(page, people().user);
    await expectPlace(page, '/ru/referrals?page=1');
  });
});

test.describe('an address that does not exist', () => {
  test('shows the not-found screen, to a visitor and to who is signed in', async ({ page, as }) => {
    await page.goto('/ru/no/such/screen?a=1');
    await expect(heading(page)).toHaveText(TEXTS.ru.select.not_found.title);
    expect(placeOf(page)).toBe('/ru/no/such/screen?a=1');
    await as('user');
    await page.reload();
    await expect(heading(page)).toHaveText(TEXTS.ru.select.not_found.title);
    await page.getByRole('link', { name: TEXTS.ru.select.not_found.back_to_campaigns }).click();
    await expectPlace(page, '/ru/campaign');
  });

  test('is first given its language', async ({ page }) => {
    await page.goto('/no/such/screen?a=1#b');
    await expectPlace(page, '/ua/no/such/screen?a=1#b');
    await expect(heading(page)).toHaveText(TEXTS.ua.select.not_found.title);
  });
});

test.describe('what the payment page returns to', () => {
  for (const outcome of ['success', 'failed']) {
    test(`/tariffs/${outcome}-payment shows its modal over the tariffs`, async ({ page, as }) => {
      await as('user');
      await page.goto(`/ua/tariffs/${outcome}-payment`);
      await expect(page.locator('#modal-root [role="dialog"]')).toBeVisible();
      await expect(heading(page)).toHaveText(TEXTS.ua.sidebar.tariffs);
    });
  }
});

test('a screen that crashes says so and leaves the frame standing', async ({ page, as, pageErrors }) => {
  await as('user');
  await page.goto('/ua/profile');
  await settled(page);
  await page.route(/\/assets\/.*\.js$/, (route) => route.abort());
  await sidebar(page).locator('a[href$="/conversions"]').click();
  await expect(heading(page)).toHaveText('Unexpected Application Error!');
  await expect(sidebar(page)).toBeVisible();
  pageErrors.length = 0;
});
