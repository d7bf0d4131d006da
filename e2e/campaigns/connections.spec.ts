import campaigns from '@poklik/locales/en/campaigns.json' with { type: 'json' };
import en from '@poklik/locales/en/connections.json' with { type: 'json' };
import ru from '@poklik/locales/ru/connections.json' with { type: 'json' };
import ua from '@poklik/locales/ua/connections.json' with { type: 'json' };
import { expect, test } from '../fixture.ts';
import { api, type Person, registerUser, signIn } from '../people.ts';
import { settled } from '../screens/frame.ts';
import { expectAccessible } from '../screens/look.ts';
import { expectTextsFit, load, lookAround } from '../screens/tour.ts';
import { dialog, rows } from './campaigns.ts';

let person: Person;
let campaign: { id: number };

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  test.setTimeout(300_000);
  person = await registerUser();
  const body = { name: 'Coffee', default_url: 'https://shop.example/?c={click_id}' };
  campaign = ((await api(person.token)('POST', '/companies', body)) as { data: typeof campaign }).data;
});

test('a connection is added, tried without sending, and chosen in a campaign', async ({ page }) => {
  test.setTimeout(300_000);
  await signIn(page, person);
  await page.goto('/en/conversions?tab=connections');
  await settled(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: en.add }).first().click();
  await dialog(page).getByRole('textbox', { name: en.form.name }).fill('Main pixel');
  await dialog(page).getByRole('textbox', { name: en.account.meta }).fill('4 2');
  await dialog(page).getByLabel(en.form.access_token).fill('hidden');
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('textbox', { name: en.account.meta })).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
  await dialog(page).getByRole('textbox', { name: en.account.meta }).fill('42');
  await page.keyboard.press('Enter');
  const row = rows(page).filter({ hasText: 'Main pixel' });
  await expect(row).toContainText('lead → Lead');
  await row.getByRole('button', { name: en.actions.replace('{{name}}', 'Main pixel') }).click();
  await page.getByRole('menuitem', { name: en.test.open }).click();
  await expect(dialog(page)).toContainText('/42/events?access_token={secret.access_token}');
  await expect(dialog(page)).toContainText('sample-fbclid');
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: en.add }).first().click();
  await dialog(page).getByRole('combobox', { name: en.form.platform }).click();
  await page.getByRole('option', { name: 'Microsoft Advertising' }).click();
  await dialog(page).getByRole('textbox', { name: en.form.name }).fill('Bing');
  await dialog(page).getByRole('textbox', { name: en.account.microsoft }).fill('180');
  await dialog(page).getByLabel(en.form.goal, { exact: true }).fill('Deposit');
  for (const name of ['developer_token', 'client_secret', 'refresh_token'] as const)
    await dialog(page).getByLabel(en.form[name]).fill('hidden');
  await page.keyboard.press('Enter');
  const customer = dialog(page).getByRole('textbox', { name: en.microsoft.manager_account });
  await expect(customer).toHaveAttribute('aria-invalid', 'true');
  await customer.fill('250');
  await dialog(page).getByRole('textbox', { name: en.microsoft.client_id }).fill('app');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(rows(page).filter({ hasText: 'Bing' })).toContainText('lead → Deposit');

  await page.goto(`/en/campaign/update/${campaign.id}`);
  await settled(page);
  await page.locator('#section-postbacks').click();
  await page.getByRole('checkbox', { name: 'Main pixel · Meta' }).check();
  await page.getByRole('checkbox', { name: campaigns.form.consent_required }).check();
  await page.getByRole('button', { name: 'Save', exact: true }).first().click();
  await expect
    .poll(async () => (await api(person.token)('GET', `/companies/${campaign.id}`)) as { data: object })
    .toMatchObject({ data: { connection_ids: [expect.any(Number)], consent_required: true } });
});

test('the tab fits every width, in three languages', async ({ page }) => {
  test.setTimeout(180_000);
  await signIn(page, person);
  for (const [language, texts] of Object.entries({ ru, ua, en })) {
    await load(page, `/${language}/conversions?tab=connections`);
    await expect(page.getByText(texts.active).first()).toBeVisible();
    await (language === 'ru' ? lookAround(page) : expectTextsFit(page));
  }
});
