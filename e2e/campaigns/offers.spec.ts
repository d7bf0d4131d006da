import { request } from 'node:http';
import type { Locator, Page } from '@playwright/test';
import type { Campaign } from '@poklik/contract/campaigns';
import campaignsEn from '@poklik/locales/en/campaigns.json' with { type: 'json' };
import en from '@poklik/locales/en/offers.json' with { type: 'json' };
import ru from '@poklik/locales/ru/offers.json' with { type: 'json' };
import ua from '@poklik/locales/ua/offers.json' with { type: 'json' };
import { expect, test } from '../fixture.ts';
import { api, type Person, registerUser, signIn, stage } from '../people.ts';
import { settled } from '../screens/frame.ts';
import { expectAccessible } from '../screens/look.ts';
import { expectTextsFit, lookAround } from '../screens/tour.ts';
import { DESKTOP } from '../visitors.ts';
import { dialog, rows } from './campaigns.ts';

let person: Person;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  test.setTimeout(120_000);
  person = await registerUser();
});

const field = (scope: Page | Locator, name: string) => scope.locator(`input[name="${name}"]`);
const option = (page: Page, name: string) => page.locator('[data-combobox-option]').filter({ hasText: name });
const named = (text: string, name: string) => text.replace('{{name}}', name);

/** Where a click leads. */
const placeOf = (key: string): Promise<string> =>
  new Promise((resolve, reject) => {
    request(`${stage().url}/c/${key}`, { headers: { 'user-agent': DESKTOP } }, (answer) => {
      answer.resume();
      answer.once('end', () => resolve(answer.headers.location ?? ''));
    })
      .once('error', reject)
      .end();
  });
const campaign = async (): Promise<Campaign> =>
  ((await api(person.token)('GET', '/companies')) as { data: Campaign[] }).data[0] as Campaign;

test('an offer is created, used in a split, moved with all its links, and kept from being archived', async ({
  page,
}) => {
  test.setTimeout(180_000);
  await signIn(page, person);
  await page.goto('/en/campaign/offers');
  await settled(page);
  await expect(page.getByText(en.empty.title)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: en.add }).first().click();
  await field(dialog(page), 'name').fill('Loan A');
  await field(dialog(page), 'url').fill('https://loan-a.example/?c={click_id}');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  const row = rows(page).filter({ hasText: 'Loan A' });
  await expect(row).toContainText(en.statuses.active);

  await page.goto('/en/campaign/create');
  await settled(page);
  await field(page, 'name').fill('Loans');
  await field(page, 'default_url').fill('https://other.example/');
  const offerOf = (number: number) =>
    page.getByRole('combobox', { name: campaignsEn.form.destination_offer.replace('{{number}}', String(number)) });
  await page.getByRole('button', { name: campaignsEn.form.add_offer }).first().click();
  await offerOf(1).fill('loan');
  await option(page, 'Loan A').click();
  // The second one is created in place.
  await page.getByRole('button', { name: campaignsEn.form.add_offer }).first().click();
  await page.getByRole('button', { name: en.field.create }).nth(1).click();
  await field(dialog(page), 'name').fill('Loan B');
  await field(dialog(page), 'url').fill('https://loan-b.example/');
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toHaveCount(0);
  await expect(offerOf(2)).toHaveValue('Loan B');
  await expectAccessible(page);
  await page.getByRole('button', { name: campaignsEn.form.create, exact: true }).click();
  await expect.poll(async () => (await campaign())?.name).toBe('Loans');
  const { key, destinations } = await campaign();
  expect(destinations.map(({ url }) => url)).toEqual([
    'https://loan-a.example/?c={click_id}',
    'https://loan-b.example/',
  ]);
  const seen = new Set<string>();
  await expect
    .poll(async () => {
      seen.add(new URL(await placeOf(key)).host);
      return [...seen].sort();
    })
    .toEqual(['loan-a.example', 'loan-b.example']);

  await page.goto('/en/campaign/offers');
  const act = async (name: string, action: string) => {
    await page.getByRole('button', { name: named(en.actions, name) }).click();
    await page.getByRole('menuitem', { name: action }).click();
  };
  await act('Loan A', en.edit);
  await field(dialog(page), 'url').fill('https://moved.example/?c={click_id}');
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('alert')).toContainText('moved.example');
  await dialog(page).getByRole('button', { name: en.form.confirm_host }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect.poll(async () => new URL(await placeOf(key)).host, { timeout: 5_000 }).toBe('moved.example');

  await act('Loan A', en.archive);
  await expect(dialog(page)).toContainText(en.archive_dialog.used_text_one.split('. ')[1] as string);
  await dialog(page).getByRole('button', { name: en.archive }).click();
  await expect(dialog(page).getByRole('alert')).toBeVisible();
  await dialog(page).getByRole('combobox', { name: en.archive_dialog.replacement }).fill('Loan B');
  await option(page, 'Loan B').click();
  await dialog(page).getByRole('button', { name: en.archive }).click();
  await expect(row).toHaveCount(0);
  await expect
    .poll(async () =>
      (await Promise.all(Array.from({ length: 8 }, () => placeOf(key)))).every((to) => to.includes('loan-b')),
    )
    .toBe(true);
});

test('its versions show what changed, and one comes back', async ({ page }) => {
  await signIn(page, person);
  await page.goto('/en/campaign/offers?status=archived');
  await page.getByRole('button', { name: named(en.actions, 'Loan A') }).click();
  await page.getByRole('menuitem', { name: en.versions }).click();
  await expect(dialog(page)).toContainText(
    'https://loan-a.example/?c={click_id} → https://moved.example/?c={click_id}',
  );
  await expectAccessible(page);
  await dialog(page)
    .getByRole('button', { name: en.restore.replace('{{version}}', '1') })
    .click();
  await expect(dialog(page)).toHaveCount(0);
  await page.goto('/en/campaign/offers');
  await expect(rows(page).filter({ hasText: 'Loan A' })).toContainText('https://loan-a.example/');
});

for (const [language, texts] of [
  ['ua', ua],
  ['ru', ru],
] as const) {
  test(`offers look right in ${language}, and bad input stays`, async ({ page }) => {
    test.setTimeout(120_000);
    await signIn(page, person);
    await page.goto(`/${language}/campaign/offers`);
    await settled(page);
    await page.getByRole('button', { name: texts.add }).first().click();
    await field(dialog(page), 'name').fill('Loan B');
    await field(dialog(page), 'url').fill('https://again.example/');
    await page.keyboard.press('Enter');
    await expect(field(dialog(page), 'name')).toHaveAttribute('aria-invalid', 'true');
    await expect(field(dialog(page), 'url')).toHaveValue('https://again.example/');
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
    await (language === 'ru' ? lookAround(page) : expectTextsFit(page));
  });
}
