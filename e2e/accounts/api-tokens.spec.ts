import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import en from '@poklik/locales/en/api.json' with { type: 'json' };
import ru from '@poklik/locales/ru/api.json' with { type: 'json' };
import { expect, test } from '../fixture.ts';
import { queryDatabase } from '../operator.ts';
import { api, type Person, registerUser, signIn, stage } from '../people.ts';
import { settled } from '../screens/frame.ts';
import { expectAccessible, expectNoSidewaysScroll, look } from '../screens/look.ts';
import { TEXTS } from '../texts.ts';

const run = promisify(execFile);
const dialog = (page: Page) => page.locator('#modal-root [role="dialog"]');

/** A user with a verified email and a campaign. */
async function customer(): Promise<Person & { campaign: number }> {
  const person = await registerUser();
  await queryDatabase(stage().dataDir, 'update users set email_verified_at = now() where email = $1', [person.email]);
  const { data } = (await api(person.token)('POST', '/companies', {
    name: 'Summer sale',
    default_url: 'https://shop.example',
  })) as { data: { id: number } };
  return { ...person, campaign: data.id };
}

test('creates a token whose code example runs as shown', async ({ page }) => {
  const words = ru;
  const person = await customer();
  await api(person.token)('POST', '/api_tokens', {
    name: 'Nightly report',
    scopes: ['campaigns:read', 'statistics:read'],
    expires_at: new Date(Date.now() + 3 * 86_400_000).toISOString(),
  });
  await look(page, { theme: 'dark', width: 860 });
  await signIn(page, person);
  await page.goto('/ru/api-tokens');
  await settled(page);
  await expect(page.locator('[data-row]')).toContainText('Nightly report');
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: words.create }).click();
  await dialog(page).getByRole('radio', { name: words.preset.custom }).check();
  await dialog(page).getByRole('button', { name: words.create }).click();
  await expect(dialog(page)).toContainText(TEXTS.ru.errors.field.scopes_missing);
  await expectAccessible(page);
  await dialog(page).getByRole('radio', { name: words.preset.read }).check();
  await dialog(page).getByLabel(words.form.name, { exact: true }).fill('Reports');
  await dialog(page).getByRole('button', { name: words.create }).click();
  // The form dialog closes while the secret dialog opens.
  await expect(dialog(page).filter({ hasText: words.secret.once })).toBeVisible();
  await expect(dialog(page)).toHaveCount(1);
  await expectAccessible(page);
  const answer = await runOf(await shownExample(page))();
  expect(JSON.parse(answer.stdout)).toMatchObject({ id: person.campaign, name: 'Summer sale' });
});

async function shownExample(page: Page): Promise<string> {
  await dialog(page).getByRole('tab', { name: 'JavaScript' }).click();
  return dialog(page).getByRole('textbox', { name: 'JavaScript' }).inputValue();
}

/** Runs the example in its own process, as a customer would. */
const runOf = (example: string) => () => run(process.execPath, ['--input-type=module', '-e', example]);

test('shows the token once, and its example stops working after it is revoked', async ({ page }) => {
  const person = await customer();
  await signIn(page, person);
  await page.goto('/en/api-tokens');
  await settled(page);
  await page.getByRole('button', { name: en.create }).click();
  await dialog(page).getByLabel(en.form.name, { exact: true }).fill('Reports');
  await dialog(page).getByRole('button', { name: en.create }).click();
  // The form dialog closes while the secret dialog opens.
  await expect(dialog(page).filter({ hasText: en.secret.once })).toBeVisible();
  await expect(dialog(page)).toHaveCount(1);
  const call = runOf(await shownExample(page));
  expect(JSON.parse((await call()).stdout)).toMatchObject({ id: person.campaign, name: 'Summer sale' });

  // Escape must not close the dialog before the user confirms that the token is saved.
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeVisible();
  await dialog(page).getByLabel(en.secret.saved).check();
  await dialog(page).getByRole('button', { name: en.secret.done }).click();
  await expect(dialog(page)).toHaveCount(0);
  await page.reload();
  await settled(page);
  await expect(page.locator('[data-row]')).toContainText('127.0.0.1');

  await page.getByRole('button', { name: TEXTS.en.select.actions_of.replace('{{name}}', 'Reports') }).click();
  await page.getByRole('menuitem', { name: en.revoke.act, exact: true }).click();
  await dialog(page).getByRole('button', { name: en.revoke.confirm }).click();
  await expect(page.locator('[data-row]')).toHaveCount(0);
  await expect(call()).rejects.toThrow('Your session has ended');
});
