import type { Page } from '@playwright/test';
import { LANGUAGES } from '@poklik/contract/language';
import { input, submit } from './auth-forms.ts';
import { expect, test } from './fixture.ts';
import { settled } from './frame.ts';
import { expectAccessible, expectFits, inTheme } from './look.ts';
import { api, letterTo, newEmail, PASSWORD, people, registerUser, signIn } from './people.ts';
import { TEXTS } from './texts.ts';

const dialog = (page: Page) => page.locator('#modal-root [role="dialog"]');
const figure = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });

/** Nothing unread, so that no panel opens over what is tested. */
const readAll = (token: string) => api(token)('POST', '/notifications/mark_all_as_read');

test('who opens a referral link and signs up is counted for who sent it', async ({ page, browser }) => {
  const referrer = await registerUser();
  await signIn(page, referrer);
  await page.goto('/en/referrals');
  const link = await page.getByLabel('Your referral link').last().inputValue();
  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(link);
  await input(visitor, 'email').fill(newEmail());
  await input(visitor, 'password').fill(PASSWORD);
  await input(visitor, 'password_confirmation').fill(PASSWORD);
  await input(visitor, 'accept_terms').check();
  await submit(visitor).click();
  await expect(visitor.locator('h1')).not.toHaveText(TEXTS.en.auth.registration.title);
  await visitor.context().close();
  await page.reload();
  await expect(figure(page, 'Visits')).toContainText('1');
  await expect(figure(page, 'Sign-ups')).toContainText('1');
  await expect(page.getByText(/^p••••@example\.test$/)).toBeVisible();
});

test('the operator corrects a balance with a reason, and its owner reads it', async ({ page }) => {
  const customer = await registerUser();
  await signIn(page, people().superAdmin);
  await page.goto(`/en/transactions?search=${customer.email}`);
  await page.getByRole('button', { name: `Actions for ${customer.email}` }).click();
  await page.getByRole('menuitem', { name: 'Deposit' }).click();
  await dialog(page).getByRole('button', { name: 'Deposit' }).click();
  await expect(dialog(page).getByText(TEXTS.en.errors.field.paid_amount)).toBeVisible();
  await expect(dialog(page).getByText(TEXTS.en.errors.field.required)).toBeVisible();
  await dialog(page).getByLabel('Amount').fill('25,50');
  await dialog(page).getByLabel('Reason').fill('A gift of the house');
  await dialog(page).getByRole('button', { name: 'Deposit' }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByRole('row', { name: customer.email })).toContainText('$25.50');
  expect((await letterTo(customer.email, /topped up/)).text).toContain('A gift of the house');

  await readAll(customer.token);
  await signIn(page, customer);
  await page.goto('/en/transactions');
  await expect(page.getByRole('row', { name: /Deposit by hand/ })).toContainText('A gift of the house');
  await expect(figure(page, 'Available')).toContainText('$25.50');
});

for (const [place, language] of LANGUAGES.entries()) {
  const theme = place % 2 === 0 ? 'light' : 'dark';
  const width = place % 2 === 0 ? 1440 : 860;
  test(`where the money goes is asked with the password, in ${language}, ${theme}, at ${width} px`, async ({
    page,
  }) => {
    const words = TEXTS[language].referrals;
    const person = await registerUser();
    await inTheme(page, theme);
    await page.setViewportSize({ width, height: 900 });
    await signIn(page, person);
    await page.goto(`/${language}/referrals`);
    await settled(page);
    await expectAccessible(page);
    await expectFits(page);
    await page.getByRole('button', { name: words.withdraw, exact: true }).click();
    await dialog(page).getByLabel(words.holder).fill('Анна Коваленко');
    await dialog(page).getByLabel(words.account.bank).fill('UA213223130000026007233566002');
    await dialog(page).locator('input[name="password"]').fill(PASSWORD);
    await dialog(page).getByRole('button', { name: words.save_details }).click();
    await expect(dialog(page).getByText(TEXTS[language].errors.field.iban)).toBeVisible();
    await expectAccessible(page);
    await dialog(page).getByLabel(words.account.bank).fill('UA213223130000026007233566001');
    await dialog(page).getByRole('button', { name: words.save_details }).click();
    await expect(dialog(page)).toContainText('UA••••6001');
    // Nothing was earned yet, and the address is not proven: both are said before anything is typed.
    await expect(dialog(page)).toContainText(words.blocked.email_not_verified);
    await expectAccessible(page);
    await dialog(page).getByLabel(words.amount, { exact: false }).first().fill('25');
    await dialog(page).getByRole('button', { name: words.withdraw_confirm }).click();
    await expect(dialog(page).getByRole('alert')).toHaveText(TEXTS[language].errors.email_not_verified);
  });
}
