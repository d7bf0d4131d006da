import { expect, test } from '../fixture.ts';
import { people, signIn, stage, tokenOf } from '../people.ts';
import { expectPlace, fillLogin, menuButton, settled, sidebar } from '../screens/frame.ts';
import { TEXTS } from '../texts.ts';

const cookieNames = async (page: import('@playwright/test').Page) =>
  (await page.context().cookies()).map((cookie) => cookie.name).sort();

/** A separate session, because the test ends it. */
async function ownSession(page: import('@playwright/test').Page): Promise<string> {
  const { email, password } = people().user;
  const token = await tokenOf(email, password);
  await signIn(page, { email, password, token });
  return token;
}

const statusOf = async (token: string): Promise<number> =>
  (await fetch(`${stage().url}/v1/profile`, { headers: { authorization: `Bearer ${token}` } })).status;

const dialog = (page: import('@playwright/test').Page) => page.locator('#modal-root [role="dialog"]');
const askToLeave = (page: import('@playwright/test').Page) =>
  sidebar(page).getByRole('button', { name: TEXTS.en.sidebar.logout, exact: true }).click();

test('login sets a single cookie, token, for the whole site', async ({ page }) => {
  await page.goto('/en/login');
  await fillLogin(page, people().user);
  await expectPlace(page, '/en/campaign');
  expect(await cookieNames(page)).toEqual(['token']);
  const [cookie] = await page.context().cookies();
  expect(cookie?.path).toBe('/');
  expect(await statusOf(cookie?.value ?? '')).toBe(200);
});

test.describe('logging out', () => {
  test('asks for confirmation in the modal root; "no" and a failure, which is shown, keep the session', async ({
    page,
  }) => {
    const token = await ownSession(page);
    await page.goto('/en/campaign');
    await settled(page);
    await askToLeave(page);
    await expect(dialog(page)).toBeVisible();
    await expect(page.locator('#root [role="dialog"]')).toHaveCount(0);
    await dialog(page).getByRole('button', { name: TEXTS.en.select.no, exact: true }).click();
    await expect(dialog(page)).toBeHidden();
    expect(await cookieNames(page)).toEqual(['token']);
    expect(await statusOf(token)).toBe(200);
    await expectPlace(page, '/en/campaign');

    await page.route('**/v1/logout', (route) =>
      route.fulfill({ status: 503, json: { message: 'The service rests.', code: 'unavailable' } }),
    );
    await askToLeave(page);
    await dialog(page).getByRole('button', { name: TEXTS.en.select.yes, exact: true }).click();
    await expect(dialog(page).getByRole('alert')).toHaveText('The service rests.');
    expect(await cookieNames(page)).toEqual(['token']);
    await expectPlace(page, '/en/campaign');
  });

  test('ends the session on the server, removes the cookie and redirects to /login after "yes"', async ({ page }) => {
    const token = await ownSession(page);
    await page.goto('/en/statistics');
    await settled(page);
    await askToLeave(page);
    await dialog(page).getByRole('button', { name: TEXTS.en.select.yes, exact: true }).click();
    await expectPlace(page, '/login');
    expect(await cookieNames(page)).toEqual([]);
    expect(await statusOf(token)).toBe(401);
    // Cached data of the previous user must not reappear.
    await page.goto('/en/profile');
    await expectPlace(page, '/login');
  });

  test('works with the keyboard from the sidebar of a narrow window', async ({ page }) => {
    await ownSession(page);
    await page.setViewportSize({ width: 860, height: 700 });
    await page.goto('/en/campaign');
    await settled(page);
    await menuButton(page).focus();
    await page.keyboard.press('Enter');
    await sidebar(page).getByRole('button', { name: TEXTS.en.sidebar.logout, exact: true }).focus();
    await page.keyboard.press('Enter');
    await expect(dialog(page)).toBeVisible();
    await dialog(page).getByRole('button', { name: TEXTS.en.select.yes, exact: true }).focus();
    await page.keyboard.press('Enter');
    await expectPlace(page, '/login');
  });
});
