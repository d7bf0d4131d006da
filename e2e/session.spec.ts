import { expect, test } from './fixture.ts';
import { expectPlace, fillLogin, menuButton, settled, sidebar } from './frame.ts';
import { people, signIn, stage, tokenOf } from './people.ts';
import { TEXTS } from './texts.ts';

const cookieNames = async (page: import('@playwright/test').Page) =>
  (await page.context().cookies()).map((cookie) => cookie.name).sort();

/** A session of its own, because the test ends it. */
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

test('signing in leaves one cookie, token, for the whole site', async ({ page }) => {
  await page.goto('/en/login');
  await fillLogin(page, people().user);
  await expectPlace(page, '/en/campaign');
  expect(await cookieNames(page)).toEqual(['token']);
  const [cookie] = await page.context().cookies();
  expect(cookie?.path).toBe('/');
  expect(await statusOf(cookie?.value ?? '')).toBe(200);
});

test.describe('logging out', () => {
  test('asks first, in the modal root, and "no" changes nothing', async ({ page }) => {
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
  });

  test('"yes" ends the session on the server, removes the cookie and leads to /login', async ({ page }) => {
    const token = await ownSession(page);
    await page.goto('/en/statistics');
    await settled(page);
    await askToLeave(page);
    await dialog(page).getByRole('button', { name: TEXTS.en.select.yes, exact: true }).click();
    await expectPlace(page, '/login');
    expect(await cookieNames(page)).toEqual([]);
    expect(await statusOf(token)).toBe(401);
    // What the browser still knows of the last person must not come back.
    await page.goto('/en/profile');
    await expectPlace(page, '/login');
  });

  test('a failure is told in the modal, and the session goes on', async ({ page }) => {
    await ownSession(page);
    await page.goto('/en/campaign');
    await settled(page);
    await page.route('**/v1/logout', (route) =>
      route.fulfill({ status: 503, json: { message: 'The service rests.', code: 'unavailable' } }),
    );
    await askToLeave(page);
    await dialog(page).getByRole('button', { name: TEXTS.en.select.yes, exact: true }).click();
    await expect(dialog(page).getByRole('alert')).toHaveText('The service rests.');
    expect(await cookieNames(page)).toEqual(['token']);
    await expectPlace(page, '/en/campaign');
  });

  test('works from the sidebar of a narrow window, by keyboard alone', async ({ page }) => {
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
