import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import en from '@poklik/locales/en/help.json' with { type: 'json' };
import overview from '@poklik/locales/en/overview.json' with { type: 'json' };
import ru from '@poklik/locales/ru/help.json' with { type: 'json' };
import ua from '@poklik/locales/ua/help.json' with { type: 'json' };
import { expect, test } from '../fixture.ts';
import { queryDatabase } from '../operator.ts';
import { api, emailTo, people, registerUser, signIn, stage } from '../people.ts';
import { expectPlace, placeOf, settled } from '../screens/frame.ts';
import { expectAccessible, expectNoSidewaysScroll, inTheme, look } from '../screens/look.ts';
import { filled, TEXTS } from '../texts.ts';

const dialog = (page: Page) => page.locator('#modal-root [role="dialog"]');
const row = (page: Page) => page.locator('main [data-row]');
const csv = (text: string) => ({ name: 'clicks.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
const attach = (page: Page, ...files: ReturnType<typeof csv>[]) =>
  page.locator('input[type="file"]').setInputFiles(files);

async function insertInvoice(email: string): Promise<string> {
  const number = `INV-${Date.now()}`;
  await queryDatabase(
    stage().dataDir,
    `insert into invoices (account_id, number, status, type, lines, subtotal_minor, credit_minor, tax_basis_points, tax_minor,
       total_minor, currency, bill_to, seller, locale, issued_at)
     select account_id, $2, 'uncollectible', 'subscription', '[]', 4900, 0, 0, 0, 4900, 'USD',
       '{"name": "", "email": "", "address": "", "country": "", "tax_id": ""}', '{"name": "S", "details": ""}', 'en', now()
     from users where email = $1`,
    [email, number],
  );
  return number;
}

test('help from an invoice: asked with a file, answered, looked at as the customer, closed', async ({ page }) => {
  const person = await registerUser();
  const number = await insertInvoice(person.email);
  await look(page, { theme: 'dark', width: 320 });
  await signIn(page, person);
  await page.goto('/ua/invoices');
  await settled(page);
  await page.getByRole('button', { name: filled(TEXTS.ua.select.actions_of, { name: number }) }).click();
  await page.getByRole('menuitem', { name: TEXTS.ua.select.ask_for_help }).click();
  await expect(dialog(page)).toBeVisible();
  await expect(dialog(page).getByRole('combobox', { name: ua.about.label })).toHaveValue(ua.about.invoice);
  await expect(dialog(page).getByRole('combobox', { name: ua.about.invoice })).toHaveValue(number);
  await expectAccessible(page);

  // What is wrong is said at its place, and nothing is lost.
  await dialog(page).getByLabel(ua.text).fill('Чому тут два рядки?');
  await attach(page, { ...csv('<script>'), name: 'screen.png' });
  await expect(dialog(page).getByRole('alert')).toContainText('screen.png');
  await attach(page, csv('id;cost\n1;2\n'));
  await dialog(page).getByRole('button', { name: ua.send, exact: true }).click();
  await expect(dialog(page).getByLabel(ua.column.subject)).toHaveAttribute('aria-invalid', 'true');
  await expect(dialog(page).getByLabel(ua.text)).toHaveValue('Чому тут два рядки?');
  await dialog(page).getByLabel(ua.column.subject).fill('Рахунок подвоївся');
  await page.keyboard.press('Enter');
  await expect(page.locator('h1')).toHaveText('Рахунок подвоївся');
  await expect(page.locator('main')).toContainText(ua.status.open);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  const thread = placeOf(page);

  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn(page, people().superAdmin);
  await page.goto('/en/campaign');
  await page.getByRole('link', { name: overview.tasks.help_requests }).click();
  await settled(page);
  await expectAccessible(page);
  await page.getByRole('searchbox').fill(person.email);
  await page.keyboard.press('Enter');
  await expect(row(page)).toHaveCount(1);
  await expect(row(page)).toContainText(number);
  await row(page).getByRole('link').first().click();
  await expect(page.locator('h1')).toHaveText('Рахунок подвоївся');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'clicks.csv' }).click(),
  ]);
  expect(readFileSync(await download.path(), 'utf8')).toBe('id;cost\n1;2\n');

  await page.getByRole('button', { name: en.look, exact: true }).click();
  await dialog(page).getByRole('button', { name: en.look, exact: true }).click();
  await expectPlace(page, `/en/invoices?search=${number}`);
  await settled(page);
  await expect(page.locator('main')).toContainText(number);
  const strip = page.getByRole('region', { name: TEXTS.en.sidebar.impersonation.label });
  // Nobody writes to the operator as somebody else.
  await page.getByRole('link', { name: TEXTS.en.sidebar.instructions }).click();
  await settled(page);
  await expect(page.getByRole('link', { name: 'Help', exact: true })).toHaveCount(0);
  await strip.getByRole('button', { name: TEXTS.en.sidebar.impersonation.return }).click();
  await expect(strip).toHaveCount(0);

  await page.goto(thread.replace('/ua/', '/en/'));
  await page.getByLabel(en.answer, { exact: true }).fill('One line is a credit.\nSee the PDF.');
  await page.getByRole('button', { name: en.send_answer }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'One line is a credit.' })).toBeVisible();
  await expect(page.locator('main')).toContainText(en.status.waiting);
  await expectAccessible(page);

  const answer = await emailTo(person.email, /answer|відповіли/);
  const link = answer.links.find((address) => address.includes('tab=help'));
  // So that the panel of new notifications covers nothing.
  await api(person.token)('POST', '/notifications/mark_all_as_read');
  await signIn(page, person);
  await page.goto(link ?? '');
  await settled(page);
  await expect(page.locator('main')).toContainText('See the PDF.');
  await page.getByRole('button', { name: /Закрити звернення|Close request/ }).click();
  await expect(page.locator('main')).toContainText(/Закрито|Closed/);
});

test('the form knows the campaign, and lists fit narrow screens', async ({ page }) => {
  const person = await registerUser();
  await look(page, { theme: 'light', width: 320 });
  await signIn(page, person);
  await page.goto('/ru/instructions?tab=help');
  await settled(page);
  await expect(page.locator('main')).toContainText(ru.empty);
  await page.getByRole('button', { name: ru.ask }).first().click();
  await dialog(page).getByLabel(ru.column.subject).fill('Клик не посчитан');
  await dialog(page).getByRole('combobox', { name: ru.about.label }).click();
  await page.getByRole('option', { name: ru.about.click }).click();
  await dialog(page).getByLabel(ru.text).fill('Нет в отчёте');
  await dialog(page).getByLabel(ru.click_id).fill('0'.repeat(29));
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toContainText(TEXTS.ru.errors.field.help_click_missing);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await dialog(page).getByRole('combobox', { name: ru.about.label }).click();
  await page.getByRole('option', { name: ru.about.nothing }).click();
  await dialog(page).getByRole('button', { name: ru.send, exact: true }).click();
  await expect(page.locator('h1')).toHaveText('Клик не посчитан');
  // A draft survives a look at the list.
  await page.getByLabel(ru.message, { exact: true }).fill('И ещё');
  await page.getByRole('link', { name: ru.back }).click();
  await expect(row(page)).toHaveCount(1);
  await expectNoSidewaysScroll(page);
  await inTheme(page, 'dark');
  await row(page).getByRole('link').first().click();
  await expect(page.getByLabel(ru.message, { exact: true })).toHaveValue('И ещё');
});
