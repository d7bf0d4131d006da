import { expect, test } from '../fixture.ts';
import { emailTo, newEmail, PASSWORD, registerUser, tokenOf } from '../people.ts';
import { expectPlace, heading, settled } from '../screens/frame.ts';
import { TEXTS } from '../texts.ts';
import { input, submit } from './auth-forms.ts';

test.describe('password reset', () => {
  test('sets a new password through the email link and ends every session', async ({ page }) => {
    const person = await registerUser();
    await page.goto('/en/login');
    await page.getByRole('link', { name: TEXTS.en.auth.login.forgot }).click();
    await expectPlace(page, '/en/restore-password');
    await input(page, 'email').fill(person.email);
    await submit(page).click();
    await expectPlace(page, '/en/recovery-password/send-letter');
    await expect(page.getByText(person.email)).toBeVisible();
    await expect(page.getByRole('button', { name: /You can resend in/ })).toBeDisabled();

    const message = await emailTo(person.email, /password|парол/i);
    const link = message.links.find((address) => address.includes('/password/reset/')) ?? '';
    await page.goto(link);
    await settled(page);
    await expect(input(page, 'email')).toHaveValue(person.email);
    await input(page, 'password').fill('short');
    await input(page, 'password_confirmation').fill('short');
    await submit(page).click();
    await expect(input(page, 'password')).toHaveAttribute('aria-invalid', 'true');
    await input(page, 'password').fill('a brand new passphrase');
    await input(page, 'password_confirmation').fill('a brand new passphrase');
    await submit(page).click();
    await expect(page).toHaveURL(/\/restore-password\/success$/);

    const old = await page.request.get('/v1/profile', { headers: { authorization: `Bearer ${person.token}` } });
    expect(old.status()).toBe(401);
    expect(await tokenOf(person.email, 'a brand new passphrase')).toBeTruthy();

    // The link works only once.
    await page.goto(link);
    await input(page, 'password').fill('yet another passphrase');
    await input(page, 'password_confirmation').fill('yet another passphrase');
    await submit(page).click();
    await expect(page).toHaveURL(/\/restore-password\/invalid$/);
  });

  test('shows the same page for an unknown email', async ({ page }) => {
    await page.goto('/ua/restore-password');
    await input(page, 'email').fill(newEmail());
    await submit(page).click();
    await expectPlace(page, '/ua/recovery-password/send-letter');
  });

  test('shows the outcome and links to the next step', async ({ page }) => {
    const { restore } = TEXTS.en.auth;
    for (const outcome of ['success', 'expired', 'invalid'] as const) {
      await page.goto(`/en/restore-password/${outcome}`);
      await expect(heading(page)).toHaveText(restore[`${outcome}_title`]);
      const next = outcome === 'success' ? 'login' : 'restore-password';
      await expect(page.locator(`main a[href="/en/${next}"]`).first()).toBeVisible();
    }
  });

  test('shows the expired page when the server reports an expired link', async ({ page }) => {
    await page.route('**/v1/password/reset', (route) =>
      route.fulfill({ status: 422, json: { message: 'Expired', code: 'link_expired' } }),
    );
    await page.goto('/ua/password/reset/some-token?email=somebody%40example.test');
    await input(page, 'password').fill(PASSWORD);
    await input(page, 'password_confirmation').fill(PASSWORD);
    await submit(page).click();
    await expectPlace(page, '/ua/restore-password/expired');
  });
});
