import type { Page } from '@playwright/test';
import type { Language } from '@poklik/contract/language';
import en from '@poklik/locales/en/profile.json' with { type: 'json' };
import ru from '@poklik/locales/ru/profile.json' with { type: 'json' };
import ua from '@poklik/locales/ua/profile.json' with { type: 'json' };
import { expect, test } from '../fixture.ts';
import { api, emailTo, newEmail, PASSWORD, registerUser, signIn, tokenOf } from '../people.ts';
import { expectPlace, fillLogin, settled } from '../screens/frame.ts';
import { expectAccessible, expectNoSidewaysScroll, look } from '../screens/look.ts';
import { filled, TEXTS } from '../texts.ts';
import { input, submit } from './auth-forms.ts';
import { authenticatorCode } from './authenticator.ts';

const dialog = (page: Page) => page.locator('#modal-root [role="dialog"]');
const codeField = (page: Page) => dialog(page).locator('input[name="code"]');

/** Opens the setup dialog up to the QR code and returns the key below it. */
async function beginSetUp(page: Page, words: typeof en): Promise<string> {
  await page.getByRole('button', { name: words.two_factor.turn_on }).click();
  await dialog(page).locator('input[name="password"]').fill(PASSWORD);
  await dialog(page).getByRole('button', { name: words.two_factor.next }).click();
  await expect(dialog(page).getByRole('img', { name: words.two_factor.picture })).toBeVisible();
  return dialog(page).getByLabel(words.two_factor.key).inputValue();
}

/** Drops the session and opens the login page. */
async function toLogin(page: Page, language: Language = 'en'): Promise<void> {
  await page.context().clearCookies();
  await page.goto(`/${language}/login`);
  await settled(page);
}

test('sets up two-factor authentication and logs in with a code', async ({ page }) => {
  const words = ru;
  const person = await registerUser();
  await look(page, { theme: 'dark', width: 860 });
  await signIn(page, person);
  await page.goto('/ru/profile?tab=security');
  await settled(page);
  await expect(page.getByText(words.sessions.current)).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  const key = await beginSetUp(page, words);
  await codeField(page).fill('000000');
  await dialog(page).locator('button[type="submit"]').click();
  await expect(dialog(page)).toContainText(TEXTS.ru.errors.field.code_wrong);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await codeField(page).fill(authenticatorCode(key));
  await dialog(page).locator('button[type="submit"]').click();
  await expect(dialog(page).locator('li code')).toHaveCount(10);
  await expectAccessible(page);
  await dialog(page).getByRole('checkbox').check();
  await dialog(page).getByRole('button', { name: words.recovery.done }).click();
  await expect(page.getByRole('button', { name: words.two_factor.renew })).toBeVisible();
  await expectAccessible(page);

  await toLogin(page, 'ru');
  await fillLogin(page, person);
  await expect(input(page, 'code')).toBeFocused();
  await expectAccessible(page);
  await input(page, 'code').fill(authenticatorCode(key, 1));
  await submit(page).click();
  await expectPlace(page, '/ru/campaign');
});

test('changes the email after the confirmation link is opened', async ({ page }) => {
  const words = ua;
  const person = await registerUser();
  await api(person.token)('PUT', '/profile', { locale: 'ua' });
  await signIn(page, person);
  await page.goto('/ua/profile?tab=security');
  await settled(page);
  const card = page.getByRole('region', { name: words.address.title });
  const fill = async (email: string, password: string) => {
    await card.locator('input[name="email"]').fill(email);
    await card.locator('input[name="password"]').fill(password);
    await card.getByRole('button', { name: words.address.submit }).click();
  };
  const email = newEmail();
  await fill(email, 'not my password');
  await expect(card).toContainText(TEXTS.ua.errors.field.password_wrong);
  await fill(person.email, PASSWORD);
  await expect(card).toContainText(TEXTS.ua.errors.field.email_same);
  await fill(email, PASSWORD);
  await expect(card).toContainText(filled(words.address.sent, { email }));
  await expect(card.locator('input[name="password"]')).toHaveValue('');
  await expectAccessible(page);
  await expect(card).toContainText(filled(words.address.text, { email: person.email }));

  await expect.poll(async () => (await emailTo(person.email)).text).toContain(email);
  const message = await emailTo(email);
  const link = message.links.find((address) => address.includes('/email/change/')) ?? '';
  await page.goto(link);
  await expect(card).toContainText(words.address.changed);
  await expect(card).toContainText(filled(words.address.text, { email }));
  expect(await api(person.token)('GET', '/profile')).toMatchObject({ email });

  await toLogin(page, 'ua');
  await fillLogin(page, { ...person, email });
  await expectPlace(page, '/ua/campaign');
});

test('logs in with a code and a recovery code, then disables two-factor authentication', async ({ page }) => {
  const person = await registerUser();
  await signIn(page, person);
  await page.goto('/en/profile?tab=security');
  await settled(page);
  const key = await beginSetUp(page, en);
  // Codes of the previous and next 30 seconds are valid too, so the test need not wait for new ones.
  const used = authenticatorCode(key, -1);
  await codeField(page).fill(used);
  await dialog(page).locator('button[type="submit"]').click();
  await expect(dialog(page).locator('li code')).toHaveCount(10);
  const [recovery = ''] = await dialog(page).locator('li code').allInnerTexts();
  await dialog(page).getByRole('checkbox').check();
  await dialog(page).getByRole('button', { name: en.recovery.done }).click();
  await emailTo(person.email, /Two-factor authentication enabled|Двофакторну автентифікацію ввімкнено/);

  await toLogin(page);
  await fillLogin(page, person);
  await expect(input(page, 'code')).toBeFocused();
  await input(page, 'code').fill(used);
  await submit(page).click();
  await expect(page.getByText(TEXTS.en.errors.field.code_wrong)).toBeVisible();
  await input(page, 'code').fill(authenticatorCode(key));
  await submit(page).click();
  await expectPlace(page, '/en/campaign');

  await toLogin(page);
  await fillLogin(page, person);
  await page.getByRole('button', { name: TEXTS.en.auth.code.use_recovery }).click();
  await input(page, 'code').fill(recovery);
  await submit(page).click();
  await expectPlace(page, '/en/campaign');

  await page.goto('/en/profile?tab=security');
  await settled(page);
  await expect(page.getByText('9 recovery codes left')).toBeVisible();
  await page.getByRole('button', { name: en.two_factor.turn_off }).click();
  await dialog(page).locator('input[name="password"]').fill(PASSWORD);
  await codeField(page).fill(authenticatorCode(key, 1));
  await dialog(page).locator('button[type="submit"]').click();
  await expect(page.getByRole('button', { name: en.two_factor.turn_on })).toBeVisible();
  await toLogin(page);
  await fillLogin(page, person);
  await expectPlace(page, '/en/campaign');
});

test('logs out another session immediately, and a new password logs out the rest', async ({ page, browser }) => {
  const person = await registerUser();
  const elsewhere = await browser.newPage();
  await signIn(elsewhere, { ...person, token: await tokenOf(person.email, PASSWORD) });
  await elsewhere.goto('/en/profile');
  await settled(elsewhere);

  await signIn(page, person);
  await page.goto('/en/profile?tab=security');
  await settled(page);
  const lines = page.getByRole('listitem').filter({ hasText: 'Chrome' });
  await expect(lines).toHaveCount(2);
  await lines
    .filter({ hasNotText: en.sessions.current })
    .getByRole('button', { name: /^Log out / })
    .click();
  await dialog(page).getByRole('button', { name: en.sessions.end, exact: true }).click();
  await expect(lines).toHaveCount(1);
  await elsewhere.reload();
  await expectPlace(elsewhere, '/login');

  const third = await tokenOf(person.email, PASSWORD);
  await signIn(elsewhere, { ...person, token: third });
  await elsewhere.goto('/en/profile');
  await settled(elsewhere);
  const fresh = 'a phrase nobody has used yet';
  const form = page.getByRole('region', { name: en.password.title });
  await form.locator('input[name="current_password"]').fill(PASSWORD);
  await form.locator('input[name="password"]').fill(fresh);
  await form.locator('input[name="password_confirmation"]').fill(fresh);
  await page.getByRole('button', { name: en.password.submit }).click();
  await expect(page.locator('#modal-root').getByText('Password changed')).toBeVisible();
  await elsewhere.reload();
  await expectPlace(elsewhere, '/login');
  await fillLogin(elsewhere, { ...person, password: fresh });
  await expectPlace(elsewhere, '/en/profile');
  await elsewhere.close();
});
