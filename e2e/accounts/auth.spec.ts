import { LANGUAGES } from '@poklik/contract/language';
import { expect, test } from '../fixture.ts';
import { newEmail, PASSWORD, people } from '../people.ts';
import { expectPlace, fillLogin } from '../screens/frame.ts';
import { TEXTS } from '../texts.ts';
import { errorOf, input, submit } from './auth-forms.ts';

test.describe('login', () => {
  test('shows errors under their fields and focuses the first invalid field', async ({ page }) => {
    await page.goto('/ua/login');
    const { field, wrong_credentials } = TEXTS.ua.errors;
    await submit(page).click();
    await expect(await errorOf(input(page, 'email'))).toHaveText(field.required);
    await expect(await errorOf(input(page, 'password'))).toHaveText(field.required);
    await expect(input(page, 'email')).toBeFocused();

    await input(page, 'email').fill('not an address');
    await input(page, 'email').blur();
    await expect(await errorOf(input(page, 'email'))).toHaveText(field.email);
    await input(page, 'email').fill(people().user.email);
    await expect(input(page, 'email')).not.toHaveAttribute('aria-invalid');

    await input(page, 'password').fill('not the right password');
    await submit(page).click();
    await expect(page.getByRole('alert')).toHaveText(wrong_credentials);
    await expect(input(page, 'email')).toHaveValue(people().user.email);
    await expect(input(page, 'password')).toBeFocused();
    // The wrong password is selected, so typing replaces it.
    await page.keyboard.type('x');
    await expect(input(page, 'password')).toHaveValue('x');

    const answer = page.waitForResponse('**/v1/login');
    await fillLogin(page, { email: newEmail(), password: PASSWORD, token: '' });
    await answer;
    await expect(page.getByRole('alert'), 'the same error for an unknown email').toHaveText(wrong_credentials);
  });

  test('shows a countdown after too many attempts', async ({ page }) => {
    await page.clock.install();
    await page.route('**/v1/login', (route) =>
      route.fulfill({
        status: 429,
        headers: { 'retry-after': '30' },
        json: { message: 'Too many', code: 'too_many_requests' },
      }),
    );
    await page.goto('/en/login');
    await fillLogin(page, people().user);
    const secondsLeft = async () =>
      Number(/^Too many attempts\. Try again in (\d+) seconds\.$/.exec(await page.getByRole('alert').innerText())?.[1]);
    expect(await secondsLeft()).toBeGreaterThan(0);
    await page.clock.runFor(10_000);
    await expect.poll(secondsLeft).toBeLessThanOrEqual(20);
    await page.clock.runFor(25_000);
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(input(page, 'email')).toHaveValue(people().user.email);
  });

  test('keeps the typed values when the server does not respond', async ({ page }) => {
    await page.route('**/v1/login', (route) => route.abort());
    await page.goto('/en/login');
    await fillLogin(page, people().user);
    await expect(page.getByRole('alert')).toHaveText('Unknown Error');
    await expect(input(page, 'email')).toHaveValue(people().user.email);
    await expect(input(page, 'password')).toHaveValue(people().user.password);
  });

  test('sends one request when the button is clicked repeatedly', async ({ page }) => {
    let sent = 0;
    await page.route('**/v1/login', async (route) => {
      sent += 1;
      await new Promise((resolve) => setTimeout(resolve, 500));
      await route.continue();
    });
    await page.goto('/en/login');
    await input(page, 'email').fill(people().user.email);
    await input(page, 'password').fill(people().user.password);
    await submit(page).dblclick();
    await submit(page).click({ force: true });
    await expectPlace(page, '/en/campaign');
    expect(sent).toBe(1);
  });

  test('redirects logged-in users to campaigns', async ({ page, as }) => {
    await as('user');
    for (const entry of ['/en/login', '/en/registration', '/login']) {
      await page.goto(entry);
      await expectPlace(page, '/en/campaign');
    }
  });

  test('confirms that the email is verified and keeps the typed email when switching to registration', async ({
    page,
  }) => {
    await page.goto('/en/login?verified=1');
    await expect(page.getByRole('status').filter({ hasText: TEXTS.en.auth.login.verified })).toBeVisible();
    await input(page, 'email').fill('somebody@example.test');
    await page.getByRole('link', { name: TEXTS.en.auth.login.to_registration }).click();
    await expectPlace(page, '/en/registration');
    await expect(input(page, 'email')).toHaveValue('somebody@example.test');
  });
});

test.describe('password field', () => {
  test('warns about Caps Lock in each language, and shows and hides what is typed', async ({ page }) => {
    for (const language of LANGUAGES) {
      const warning = language === 'en' ? 'Caps Lock is on' : 'Caps Lock включено';
      await page.goto(`/${language}/login`);
      await input(page, 'password').focus();
      const press = (capsLock: boolean) =>
        input(page, 'password').evaluate((field, on) => {
          field.dispatchEvent(new KeyboardEvent('keydown', { key: 'A', bubbles: true, modifierCapsLock: on }));
        }, capsLock);
      await expect(page.getByText(warning)).toHaveCount(0);
      await press(true);
      await expect(page.getByText(warning, { exact: true })).toBeVisible();
      await press(false);
      await expect(page.getByText(warning)).toHaveCount(0);
    }
    await input(page, 'password').fill('таємниця');
    await expect(input(page, 'password')).toHaveAttribute('type', 'password');
    await page.getByRole('button', { name: 'Show password' }).click();
    await expect(input(page, 'password')).toHaveAttribute('type', 'text');
    await page.getByRole('button', { name: 'Hide password' }).click();
    await expect(input(page, 'password')).toHaveAttribute('type', 'password');
  });
});
