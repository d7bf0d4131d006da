import type { Page } from '@playwright/test';
import { expect, test } from '../fixture.ts';
import { emailTo, newEmail, PASSWORD, people, registerUser } from '../people.ts';
import { expectPlace, heading, settled } from '../screens/frame.ts';
import { TEXTS } from '../texts.ts';
import { errorOf, input, submit } from './auth-forms.ts';

async function fillRegistration(page: Page, email: string, password = PASSWORD): Promise<void> {
  await input(page, 'email').fill(email);
  await input(page, 'password').fill(password);
  await input(page, 'password_confirmation').fill(password);
  await submit(page).click();
}

test.describe('registration', () => {
  test('shows errors and keeps the typed values', async ({ page }) => {
    const { field } = TEXTS.ru.errors;
    await page.goto('/ru/registration');
    await input(page, 'email').fill('somebody@example.test');
    await input(page, 'password').fill('short');
    await input(page, 'password_confirmation').fill('another');
    await submit(page).click();
    await expect(input(page, 'password')).toHaveAttribute('aria-invalid', 'true');
    await expect(input(page, 'password')).toHaveAccessibleDescription(/10/);
    await expect(input(page, 'password')).toBeFocused();

    // Only the server knows which passwords are common.
    await input(page, 'password').fill('1234567890');
    await input(page, 'password_confirmation').fill('1234567890');
    await submit(page).click();
    await expect(await errorOf(input(page, 'password'))).toHaveText(field.password_common);
    await expect(input(page, 'password')).toBeFocused();
    await expect(input(page, 'email')).toHaveValue('somebody@example.test');

    await input(page, 'password').fill(PASSWORD);
    await input(page, 'password_confirmation').fill(`${PASSWORD}!`);
    await submit(page).click();
    await expect(await errorOf(input(page, 'password_confirmation'))).toHaveText(field.passwords_differ);
  });

  test('opens the app, and the link in the email verifies the address', async ({ page }) => {
    const email = newEmail();
    await page.goto('/ua/registration');
    await fillRegistration(page, email);
    await expectPlace(page, '/ua/campaign');
    await settled(page);
    await expect(page.getByText(email).first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Надіслати лист ще раз' })).toBeVisible();

    const message = await emailTo(email);
    const link = message.links.find((address) => address.includes('/email/verify/'));
    await page.goto(link ?? '');
    await page.goto('/ua/profile');
    await settled(page);
    await expect(page.getByText(/Підтверджено/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Надіслати лист ще раз' })).toHaveCount(0);
  });

  test('asks to check the inbox for a registered email and allows a resend after a minute', async ({ page }) => {
    await page.clock.install();
    await page.goto('/en/registration');
    await fillRegistration(page, people().user.email, 'another long passphrase');
    await expect(heading(page)).toHaveText(TEXTS.en.auth.check_mail.title);
    await expect(page.getByText(people().user.email)).toBeVisible();
    const wait = page.getByRole('button', { name: /You can resend in \d+ seconds/ });
    await expect(wait).toBeDisabled();
    await page.clock.runFor(61_000);
    await page.getByRole('button', { name: TEXTS.en.auth.resend.action }).click();
    await expect(page.getByText(TEXTS.en.auth.resend.done)).toBeVisible();
  });

  test('remembers the referrer for a month', async ({ page }) => {
    const friend = await registerUser();
    const answer = await page.request.get('/v1/profile', { headers: { authorization: `Bearer ${friend.token}` } });
    const { referral_code: code } = await answer.json();
    await page.request.put('/v1/profile', {
      headers: { authorization: `Bearer ${friend.token}` },
      data: { name: 'Olena Friend' },
    });
    await page.goto(`/en/registration?ref=${code}`);
    await expect(page.getByText('Olena Friend')).toBeVisible();
    const cookie = (await page.context().cookies()).find(({ name }) => name === 'ref');
    expect(cookie?.value).toBe(code);
    expect(cookie?.expires).toBeGreaterThan(Date.now() / 1000 + 29 * 86_400);
    await page.goto('/en/registration');
    await expect(page.getByText('Olena Friend')).toBeVisible();
  });
});
